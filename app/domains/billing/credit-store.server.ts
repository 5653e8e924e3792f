import type { Db } from '~/platform/db/database.server'
import type { Tax } from './tax'

/** Takes a part off a charge. @param rest what is still asked for, with its tax */
export async function takeOff(
  db: Db,
  { id, cents }: { id: string; cents: number },
  rest: { amountCents: number; tax: Tax },
): Promise<void> {
  await db
    .updateTable('charges')
    .set((e) => ({
      ...{ amount_cents: rest.amountCents, credited_cents: e('credited_cents', '+', cents) },
      tax_cents: rest.tax.cents,
    }))
    .where('id', '=', id)
    .execute()
}

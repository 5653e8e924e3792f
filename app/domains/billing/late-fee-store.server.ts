import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import type { LateFee } from './late-fees'

/** What a booking's newest signed contract with a late fee says. */
export interface LateFeeTerms extends LateFee {
  /** The contract's title. */
  contract: string
  /** Milliseconds since 1970. */
  agreedAt: number
}

/** Replaces what a contract says. null: its new version has no late fee. */
export async function replaceTerms(
  tx: Tx,
  { contractId, bookingId, title, at }: { contractId: string; bookingId: string; title: string; at: number },
  fee: LateFee | null,
): Promise<void> {
  await tx.deleteFrom('late_fee_terms').where('contract_id', '=', contractId).execute()
  if (fee)
    await tx
      .insertInto('late_fee_terms')
      .values({
        ...{ contract_id: contractId, booking_id: bookingId, contract: title, agreed_at: at },
        ...{ amount_cents: fee.amountCents, percent: fee.percent, grace_days: fee.graceDays },
      })
      .execute()
}

export async function selectTerms(db: Db, bookingId: string): Promise<LateFeeTerms | undefined> {
  const row = await db
    .selectFrom('late_fee_terms')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('agreed_at', 'desc')
    .orderBy('contract_id')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      ...{ amountCents: row.amount_cents, percent: row.percent, graceDays: row.grace_days },
      ...{ contract: row.contract, agreedAt: row.agreed_at },
    }
  )
}

/** The ids of bookings with a late fee in their contract and something that was due before a day, in order. */
export async function selectLateBookings(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('late_fee_terms as t')
    .innerJoin('due_ledgers as d', 'd.booking_id', 't.booking_id')
    .select('t.booking_id')
    .distinct()
    .where('d.due_on', '<', day)
    .orderBy('t.booking_id')
    .execute()
  return rows.map(({ booking_id }) => booking_id)
}

export const selectCharged = (db: Db, bookingId: string): Promise<{ dueOn: string; chargeId: string }[]> =>
  db
    .selectFrom('late_fees')
    .select(['due_on as dueOn', 'charge_id as chargeId'])
    .where('booking_id', '=', bookingId)
    .execute()

/** @throws if a late fee was charged for this due date before */
export async function insertLateFee(tx: Tx, row: NewRow<'late_fees'>): Promise<void> {
  await tx.insertInto('late_fees').values(row).execute()
}

import type { Db } from '~/platform/db/database.server'
import { writeCorrespondent } from '../correspondent'
import type { OutboxMail } from '../model'

/** Whether a later email of the same kind to the same address is on its way. */
export async function hasNewer(db: Db, { id, kind, to }: OutboxMail): Promise<boolean> {
  const newer = await db
    .selectFrom('outbox')
    .select('id')
    .where('to_address', '=', writeCorrespondent(to))
    .where('id', '>', id)
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

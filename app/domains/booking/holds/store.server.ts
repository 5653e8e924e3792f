import type { Db } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import type { Hold } from './model'

export async function selectHold(db: Db, visitorHash: string, now: number): Promise<Hold | undefined> {
  const row = await db
    .selectFrom('holds as h')
    .innerJoin('occupancies as o', 'o.id', 'h.id')
    .selectAll('h')
    .select('o.expires_at')
    .where('h.visitor_hash', '=', visitorHash)
    .where('o.expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      sessionType: row.session_type_id,
      place: row.place_id,
      startsAt: row.session_date,
      endsAt: row.session_end,
      expiresAt: row.expires_at ?? 0,
      extended: row.extended === 1,
    }
  )
}

/** @param networks keyed hashes of every network that it counts in */
export async function insertHold(db: Db, row: NewRow<'holds'>, networks: string[] = []): Promise<void> {
  await db.insertInto('holds').values(row).execute()
  if (networks.length > 0)
    await db
      .insertInto('hold_networks')
      .values(networks.map((network_hash) => ({ hold_id: row.id, network_hash })))
      .execute()
}

/** @param except a hold that is about to be given up */
export async function countHoldsOfNetwork(
  db: Db,
  networkHash: string,
  { now, except }: { now: number; except: string | undefined },
): Promise<number> {
  const { count } = await db
    .selectFrom('hold_networks as n')
    .innerJoin('occupancies as o', 'o.id', 'n.hold_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('n.network_hash', '=', networkHash)
    .where('n.hold_id', '!=', except ?? '')
    .where('o.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The time before the visitor, as when ended holds are dropped: in another order the two could wait for each other.
 * @returns whether it had not been extended before
 */
export async function extendHold(db: Db, id: string, expiresAt: number): Promise<boolean> {
  await db
    .updateTable('occupancies')
    .set({ expires_at: expiresAt })
    .where('id', 'in', (e) =>
      e.selectFrom('holds').select('holds.id').where('holds.id', '=', id).where('extended', '=', 0),
    )
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('holds')
    .set({ extended: 1 })
    .where('id', '=', id)
    .where('extended', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

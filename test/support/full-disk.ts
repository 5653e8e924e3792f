import { sql } from 'kysely'
import type { Database } from '~/platform/db/schema'
import type { FreshDatabase } from './database'

type Where = Pick<FreshDatabase, 'db' | 'engine'>

const VERBS = ['insert', 'update']

/** Makes all inserts into a table fail as on a full disk, with the engine's own error. */
export async function fillDisk({ db, engine }: Where, table: keyof Database): Promise<void> {
  if (engine === 'sqlite') {
    for (const verb of VERBS)
      await sql`create trigger ${sql.id(`full_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)}
        begin select raise(abort, 'database or disk is full'); end`.execute(db)
    return
  }
  await sql`create function refuse_for_want_of_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  )
  await sql`create trigger full_disk before insert or update on ${sql.table(table)}
    for each row execute function refuse_for_want_of_room()`.execute(db)
}

/** Ends `fillDisk`, on SQLite. */
export async function makeRoom({ db }: Pick<Where, 'db'>): Promise<void> {
  for (const verb of VERBS) await sql`drop trigger ${sql.id(`full_${verb}`)}`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The part of an online payment that is a tip. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table online_payments add column tip_cents integer not null default 0
    check (tip_cents >= 0 and tip_cents < amount_cents)`.execute(db)
}

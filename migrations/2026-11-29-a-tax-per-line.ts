import { type Kysely, sql } from 'kysely'

/**
 * The tax of a charge, which is part of its amount: its name, its rate in thousandths of a percent, and its amount.
 * Charges made before this, or by the former version, have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    `tax_name text not null default ''`,
    `tax_rate integer not null default 0 check (tax_rate between 0 and 100000)`,
    `tax_cents integer not null default 0 check (tax_cents >= 0)`,
  ])
    await sql.raw(`alter table charges add column ${column}`).execute(db)
}

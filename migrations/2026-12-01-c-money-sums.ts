import { type Kysely, sql } from 'kysely'

/**
 * What was received in a month is read from an index that contains the amounts, without the rows. It replaces the one
 * on the day alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, day] of [
    ['payments', 'received'],
    ['refunds', 'refunded'],
  ] as const) {
    await sql`
      create index ${sql.ref(`${table}_by_day`)} on ${sql.table(table)}
        (${sql.ref(`${day}_on`)}, currency, amount_cents)
      where voided_at is null`.execute(db)
    await db.schema.dropIndex(`${table}_${day}`).execute()
  }
}

import type { Kysely } from 'kysely'

/** Further views of a product: a JSON list of photo ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('views', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}

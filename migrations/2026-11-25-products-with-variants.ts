import type { Kysely } from 'kysely'

/** What the Studio edits of products: variants and options as JSON lists, tax, stock, and the row's version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const list of ['variants', 'options'])
    await db.schema
      .alterTable('products')
      .addColumn(list, 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  for (const [name, value] of [
    ['taxable', 1],
    ['sold_out', 0],
    ['version', 1],
  ] as const)
    await db.schema
      .alterTable('products')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(value))
      .execute()
}

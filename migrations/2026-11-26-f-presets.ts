import type { Kysely } from 'kysely'

const SIZES = '["web","print","original"]'

/**
 * Settings that a new client gallery starts with. A running installation gets the first three here, a new one
 * with its first content. None of them is the default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gallery_presets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('is_default', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sizes', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('proofing', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('pick_limit', 'integer')
    .addColumn('watermark', 'text')
    .addColumn('expires_after_days', 'integer')
    .addColumn('has_pin', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('gallery_presets_default')
    .on('gallery_presets')
    .column('is_default')
    .unique()
    .where('is_default' as never, '=', 1)
    .execute()
  const anyTable = db as Kysely<Record<string, Record<string, unknown>>>
  if (
    !(await anyTable
      .selectFrom('settings')
      .select('key')
      .where('key', '=', 'installation')
      .executeTakeFirst())
  )
    return
  await anyTable
    .insertInto('gallery_presets')
    .values([
      {
        ...FIRST,
        id: '019ac000-0000-7000-8000-000000000001',
        name: 'Proofing',
        proofing: 1,
        expires_after_days: 30,
      },
      {
        ...FIRST,
        id: '019ac000-0000-7000-8000-000000000002',
        name: 'Delivery',
        sizes: SIZES,
        expires_after_days: 365,
      },
      { ...FIRST, id: '019ac000-0000-7000-8000-000000000003', name: 'Portfolio', sizes: '["web"]' },
    ])
    .execute()
}

const FIRST = { sizes: '[]', proofing: 0, expires_after_days: null as number | null }

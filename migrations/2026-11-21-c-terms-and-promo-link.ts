import { type Kysely, sql } from 'kysely'
import { watchContent } from './support/content-version'

/** Every version of the terms that was ever published, who agreed to which, and where the promotion leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('terms_versions')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('published_at', 'bigint', (c) => c.notNull())
    .addColumn('published_by', 'text', (c) => c.notNull())
    .addColumn('effective_on', 'text', (c) => c.notNull())
    .addColumn('first_agreed_at', 'bigint')
    .addColumn('body', 'text')
    .execute()
  await db.schema
    .createTable('terms_agreements')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull().references('terms_versions.number'))
    .addColumn('occasion', 'text', (c) => c.notNull().unique())
    .addColumn('agreed_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('terms_agreements_version')
    .on('terms_agreements')
    .columns(['version', 'id'])
    .execute()
  await makeFirstVersion(db)
  await watchContent(db, ['terms_versions'])
  await linkPromo(db)
}

/** What an installation has published so far is its first version. */
async function makeFirstVersion(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    body: string
    updated_at: number
  }>`select body, updated_at from pages where slug = 'terms'`.execute(db)
  for (const { body, updated_at } of rows)
    await sql`
      insert into terms_versions (number, published_at, published_by, effective_on)
      values (1, ${updated_at}, '', ${JSON.parse(body).effectiveOn})`.execute(db)
}

async function linkPromo(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from settings where key = 'promo'`.execute(db)
  for (const { value } of rows) {
    const linked = JSON.stringify({ link: '/book-session', ...JSON.parse(value) })
    await sql`update settings set value = ${linked} where key = 'promo'`.execute(db)
  }
}

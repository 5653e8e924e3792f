import { type Kysely, sql } from 'kysely'
import { watchContent } from './content-version'

/** Settings, and what the site says and offers. */
export async function createContentTables(db: Kysely<unknown>): Promise<void> {
  await createSettings(db)
  await createServices(db)
  await createPages(db)
  await createTerms(db)
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}

async function createServices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('services')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('notch', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('points', 'text', (c) => c.notNull())
    .addColumn('from_price_cents', 'integer', (c) => c.notNull())
    .addColumn('price_unit', 'text', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .addColumn('thumbnail_photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('services_order').on('services').columns(['position', 'id']).execute()

  await db.schema
    .createTable('packages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('service_id', 'text', (c) => c.notNull().references('services.id').onDelete('cascade'))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('points', 'text', (c) => c.notNull())
    .addColumn('recommended', 'integer', (c) => c.notNull())
    .addColumn('recommendation', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('packages_order')
    .on('packages')
    .columns(['service_id', 'position', 'id'])
    .execute()
  await sql`
    create unique index packages_recommended on packages (service_id)
    where recommended = 1`.execute(db)
}

async function createPages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pages')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('faqs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('faqs_order').on('faqs').columns(['topic', 'position', 'id']).execute()

  await db.schema
    .createTable('testimonials')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('quote', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('testimonials_order').on('testimonials').columns(['position', 'id']).execute()

  await db.schema
    .createTable('testimonial_permissions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('testimonial_id', 'text', (c) => c.notNull().references('testimonials.id').onDelete('cascade'))
    .addColumn('given_on', 'text', (c) => c.notNull())
    .addColumn('means', 'text')
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('recorded_at', 'bigint')
    .addColumn('recorded_by', 'text', (c) => c.notNull())
    .addColumn('withdrawn_on', 'text')
    .addColumn('withdrawal_note', 'text', (c) => c.notNull())
    .addColumn('withdrawal_recorded_at', 'bigint')
    .addColumn('withdrawal_recorded_by', 'text', (c) => c.notNull())
    .execute()
  await sql`
    create unique index testimonial_permissions_standing on testimonial_permissions (testimonial_id)
    where withdrawn_on is null`.execute(db)
  await db.schema
    .createIndex('testimonial_permissions_history')
    .on('testimonial_permissions')
    .columns(['testimonial_id', 'id'])
    .execute()
}

/** Every published version of the terms, and who agreed to which. */
async function createTerms(db: Kysely<unknown>): Promise<void> {
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

  await watchContent(db, [
    'settings',
    'services',
    'packages',
    'pages',
    'faqs',
    'testimonials',
    'testimonial_permissions',
    'terms_versions',
  ])
}

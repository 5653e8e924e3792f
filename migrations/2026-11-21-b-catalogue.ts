import { type Kysely, sql } from 'kysely'
import { watchContent } from './support/content-version'

/** What the Studio edits row by row; of two people who save the same row, one is told. */
const EDITED = ['services', 'packages', 'faqs', 'testimonials']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of EDITED)
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  await indexOrders(db)
  await recommendOne(db)
  await keepPermissions(db)
}

async function indexOrders(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of [
    ['services', ['position', 'id']],
    ['packages', ['service_id', 'position', 'id']],
    ['faqs', ['topic', 'position', 'id']],
    ['testimonials', ['position', 'id']],
  ] as const)
    await db.schema
      .createIndex(`${table}_order`)
      .on(table)
      .columns([...columns])
      .execute()
  await db.schema.createIndex('session_types_service').on('session_types').column('service_id').execute()
}

/** At most one package of a service is recommended; where there were several, the first stays. */
async function recommendOne(db: Kysely<unknown>): Promise<void> {
  await sql`
    update packages set recommended = 0
    where recommended = 1 and exists (
      select 1 from packages as earlier
      where earlier.service_id = packages.service_id and earlier.recommended = 1
        and (earlier.position < packages.position
          or (earlier.position = packages.position and earlier.id < packages.id)))`.execute(db)
  await sql`create unique index packages_recommended on packages (service_id) where recommended = 1`.execute(
    db,
  )
}

/** Permissions become records of their own, so that a withdrawn one stays known. How the old ones were given is not. */
async function keepPermissions(db: Kysely<unknown>): Promise<void> {
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
    insert into testimonial_permissions
      (id, testimonial_id, given_on, note, recorded_by, withdrawal_note, withdrawal_recorded_by)
    select id, id, permission_on, '', '', '', '' from testimonials where permission_on is not null`.execute(
    db,
  )
  await sql`
    create unique index testimonial_permissions_standing on testimonial_permissions (testimonial_id)
    where withdrawn_on is null`.execute(db)
  await db.schema
    .createIndex('testimonial_permissions_history')
    .on('testimonial_permissions')
    .columns(['testimonial_id', 'id'])
    .execute()
  await watchContent(db, ['testimonial_permissions'])
  await db.schema.alterTable('testimonials').dropColumn('permission_on').execute()
}

import { type Kysely, sql } from 'kysely'
import { watchVisibleRows } from './content-version'

/** Photos, their renditions and their safety reports. Ids sort by time, so an index that ends in `id` lists newest first. */
export async function createPhotoTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('sha256', 'text', (c) => c.notNull().unique())
    .addColumn('media_hash', 'text', (c) => c.notNull().unique())
    .addColumn('original_name', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('tone', 'text', (c) => c.notNull())
    .addColumn('placeholder', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('alt', 'text', (c) => c.notNull())
    .addColumn('focal_x', 'double precision', (c) => c.notNull())
    .addColumn('focal_y', 'double precision', (c) => c.notNull())
    .addColumn('camera', 'text')
    .addColumn('lens', 'text')
    .addColumn('exposure', 'text')
    .addColumn('captured_at', 'text')
    .addColumn('creator', 'text')
    .addColumn('copyright', 'text')
    .addColumn('had_gps', 'integer', (c) => c.notNull())
    .addColumn('source_profile', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('published_at', 'bigint')
    .addColumn('no_recognizable_people', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('photos_by_state').on('photos').columns(['state', 'id']).execute()
  await db.schema.createIndex('photos_by_position').on('photos').columns(['had_gps', 'id']).execute()
  await sql`
    create index photos_undescribed on photos (id)
    where alt = '' or alt = title`.execute(db)
  await sql`
    create index photos_published on photos (id)
    where published_at is not null`.execute(db)
  await db.schema
    .createIndex('photos_without_people')
    .on('photos')
    .columns(['no_recognizable_people', 'id'])
    .execute()

  await db.schema
    .createTable('renditions')
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('renditions_key', ['photo_id', 'format', 'width'])
    .execute()

  await db.schema
    .createTable('photo_checks')
    .addColumn('photo_id', 'text', (c) => c.primaryKey().references('photos.id').onDelete('cascade'))
    .addColumn('requested_at', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint')
    .addColumn('points', 'text', (c) => c.notNull())
    .execute()

  await watchVisibleRows(db, 'photos', 'row.published_at is not null')
  await watchVisibleRows(
    db,
    'renditions',
    'exists (select 1 from photos where photos.id = row.photo_id and photos.published_at is not null)',
  )
}

import { type Kysely, sql } from 'kysely'
import { watchSeenRows } from './support/watched-rows'

export async function up(db: Kysely<unknown>): Promise<void> {
  await hidePhotographs(db)
  await extendGalleries(db)
  await createUploads(db)
  await createShares(db)
  await createChoices(db)
  await createDeliveries(db)
  await createConsents(db)
}

/** Photographs are private until they are published; those that are there already are on the site. */
async function hidePhotographs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('photos').addColumn('published_at', 'bigint').execute()
  await sql`update photos set published_at = created_at`.execute(db)
  await db.schema
    .alterTable('photos')
    .addColumn('shows_nobody', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index photos_published on photos (id) where published_at is not null`.execute(db)
  await watchSeenRows(db, [
    { table: 'photos', seen: 'row.published_at is not null' },
    {
      table: 'renditions',
      seen: 'exists (select 1 from photos where photos.id = row.photo_id and photos.published_at is not null)',
    },
    { table: 'galleries', seen: "row.kind <> 'client'" },
    {
      table: 'gallery_items',
      seen: "exists (select 1 from galleries where galleries.id = row.gallery_id and galleries.kind <> 'client')",
    },
  ])
}

async function extendGalleries(db: Kysely<unknown>): Promise<void> {
  const whole = (column: string) =>
    db.schema
      .alterTable('galleries')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  const instant = (column: string) => db.schema.alterTable('galleries').addColumn(column, 'bigint').execute()
  const text = (column: string) => db.schema.alterTable('galleries').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('galleries')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await instant('archived_at')
  await text('expires_on')
  await instant('expired_at')
  await instant('expiry_held_at')
  await text('pin')
  await whole('pin_version')
  await db.schema
    .alterTable('galleries')
    .addColumn('sizes', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await whole('proofing')
  await db.schema.alterTable('galleries').addColumn('pick_limit', 'integer').execute()
  await text('watermark')
  await db.schema
    .alterTable('galleries')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('galleries_newest').on('galleries').columns(['kind', 'id']).execute()
  await sql`create index galleries_expiring on galleries (expires_on)
    where expires_on is not null and expired_at is null`.execute(db)

  await db.schema
    .createTable('gallery_sets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addUniqueConstraint('gallery_sets_titles', ['gallery_id', 'title'])
    .execute()
  await db.schema
    .alterTable('gallery_items')
    .addColumn('set_id', 'text', (c) => c.references('gallery_sets.id').onDelete('set null'))
    .execute()
  await db.schema
    .alterTable('gallery_items')
    .addColumn('file_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('gallery_items').addColumn('hidden_at', 'bigint').execute()
  await db.schema.alterTable('gallery_items').addColumn('removed_at', 'bigint').execute()
  await sql`update gallery_items set file_name = coalesce(
    (select original_name from photos where photos.id = gallery_items.photo_id), '')`.execute(db)
  await db.schema.createIndex('gallery_items_set').on('gallery_items').column('set_id').execute()
  await sql`create index gallery_items_removed on gallery_items (removed_at) where removed_at is not null`.execute(
    db,
  )
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('by_user', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('folder', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('refusal', 'text')
    .addColumn('photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('uploads_state', sql`state in ('arriving', 'arrived', 'taken', 'refused')`)
    .execute()
  await db.schema
    .createIndex('uploads_gallery')
    .on('uploads')
    .columns(['gallery_id', 'state', 'id'])
    .execute()
  await db.schema.createIndex('uploads_idle').on('uploads').columns(['state', 'updated_at']).execute()
}

async function createShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gallery_shares')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('can_favorite', 'integer', (c) => c.notNull())
    .addColumn('sizes', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('token_version', 'integer', (c) => c.notNull())
    .addColumn('pin_failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('pin_wait_until', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('first_opened_at', 'bigint')
    .addColumn('last_opened_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('gallery_shares_once', ['gallery_id', 'email_key'])
    .execute()
  await db.schema.createIndex('gallery_shares_email').on('gallery_shares').column('email_key').execute()
}

async function createChoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('favorite_lists')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('share_id', 'text', (c) => c.notNull().references('gallery_shares.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('pick_limit', 'integer')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('sent_off_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('favorite_lists_once', ['share_id', 'purpose'])
    .execute()
  await db.schema.createIndex('favorite_lists_gallery').on('favorite_lists').column('gallery_id').execute()
  await db.schema
    .createTable('favorites')
    .addColumn('list_id', 'text', (c) => c.notNull().references('favorite_lists.id').onDelete('cascade'))
    .addColumn('item_id', 'text', (c) => c.notNull().references('gallery_items.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('favorites_key', ['list_id', 'item_id'])
    .execute()
  await db.schema.createIndex('favorites_item').on('favorites').column('item_id').execute()
  await db.schema
    .createTable('photo_comments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('item_id', 'text', (c) => c.notNull().references('gallery_items.id').onDelete('cascade'))
    .addColumn('share_id', 'text', (c) => c.references('gallery_shares.id').onDelete('cascade'))
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('photo_comments_item')
    .on('photo_comments')
    .columns(['gallery_id', 'item_id', 'id'])
    .execute()
  await db.schema.createIndex('photo_comments_share').on('photo_comments').column('share_id').execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('delivery_files')
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('crc32', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_files_key', ['photo_id', 'size'])
    .addCheckConstraint('delivery_files_size', sql`size in ('web', 'print', 'original')`)
    .execute()
  await db.schema
    .createTable('proofs')
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('proofs_key', ['gallery_id', 'photo_id', 'mark', 'format', 'width'])
    .execute()
  await db.schema
    .createTable('downloads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('share_id', 'text', (c) => c.references('gallery_shares.id').onDelete('set null'))
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('of_id', 'text')
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('etag', 'text', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('sent', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('completed_at', 'bigint')
    .addCheckConstraint('downloads_what', sql`what in ('photo', 'set', 'favorites', 'everything')`)
    .execute()
  await db.schema.createIndex('downloads_gallery').on('downloads').columns(['gallery_id', 'id']).execute()
  await db.schema.createIndex('downloads_share').on('downloads').columns(['share_id', 'id']).execute()
}

async function createConsents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('consents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('born_on', 'text')
    .addColumn('guardian', 'text', (c) => c.notNull())
    .addColumn('uses', 'text', (c) => c.notNull())
    .addColumn('basis', 'text', (c) => c.notNull())
    .addColumn('given_at', 'bigint', (c) => c.notNull())
    .addColumn('recorded_by', 'text', (c) => c.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('consents_gallery').on('consents').columns(['gallery_id', 'id']).execute()
  await db.schema.createIndex('consents_email').on('consents').column('email_key').execute()
}

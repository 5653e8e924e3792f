import { type Kysely, sql } from 'kysely'
import { watchContent, watchVisibleRows } from './content-version'

/** Galleries: their photos and sets, uploads, and who they’re shared with. */
export async function createGalleryTables(db: Kysely<unknown>): Promise<void> {
  await createGalleries(db)
  await createUploads(db)
  await createSharing(db)
  await createFavorites(db)
  await createProofs(db)
  await createDownloads(db)
  await createConsents(db)
}

async function createGalleries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('galleries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('dateline', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('cover_photo_id', 'text', (c) => c.references('photos.id').onDelete('set null'))
    .addColumn('published_at', 'bigint')
    .addColumn('archived_at', 'bigint')
    .addColumn('expires_on', 'text')
    .addColumn('expired_at', 'bigint')
    .addColumn('expiry_paused_at', 'bigint')
    .addColumn('pin', 'text')
    .addColumn('pin_version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sizes', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('proofing', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('pick_limit', 'integer')
    .addColumn('watermark', 'text')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('galleries_newest').on('galleries').columns(['kind', 'id']).execute()
  await sql`
    create index galleries_expiring on galleries (kind, expires_on)
    where expires_on is not null and expired_at is null`.execute(db)
  await sql`
    create index galleries_expired on galleries (kind, expired_at)
    where expired_at is not null`.execute(db)
  await sql`
    create index galleries_expiry_paused on galleries (kind, expiry_paused_at)
    where expiry_paused_at is not null`.execute(db)

  await db.schema
    .createTable('gallery_sets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addUniqueConstraint('gallery_sets_titles', ['gallery_id', 'title'])
    .execute()
  await db.schema
    .createIndex('gallery_sets_order')
    .on('gallery_sets')
    .columns(['gallery_id', 'position'])
    .execute()

  await db.schema
    .createTable('gallery_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.references('photos.id').onDelete('cascade'))
    .addColumn('caption', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('featured', 'integer', (c) => c.notNull())
    .addColumn('set_id', 'text', (c) => c.references('gallery_sets.id').onDelete('set null'))
    .addColumn('file_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('hidden_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .addUniqueConstraint('gallery_items_once', ['gallery_id', 'photo_id'])
    .execute()
  await db.schema
    .createIndex('gallery_items_order')
    .on('gallery_items')
    .columns(['gallery_id', 'position'])
    .execute()
  await db.schema.createIndex('gallery_items_photo').on('gallery_items').column('photo_id').execute()
  await db.schema.createIndex('gallery_items_set').on('gallery_items').column('set_id').execute()
  await sql`
    create index gallery_items_removed on gallery_items (removed_at)
    where removed_at is not null`.execute(db)
  await sql`
    create index gallery_items_shown on gallery_items (gallery_id, set_id, position, id)
    where photo_id is not null and hidden_at is null and removed_at is null`.execute(db)
  await db.schema
    .createIndex('gallery_items_newest')
    .on('gallery_items')
    .columns(['gallery_id', 'id'])
    .execute()

  await db.schema
    .createTable('gallery_undos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('gallery_undos_gallery').on('gallery_undos').column('gallery_id').execute()
  await db.schema.createIndex('gallery_undos_age').on('gallery_undos').column('created_at').execute()

  await watchVisibleRows(db, 'galleries', "row.kind <> 'client'")
  await watchVisibleRows(
    db,
    'gallery_items',
    "exists (select 1 from galleries where galleries.id = row.gallery_id and galleries.kind <> 'client')",
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
    .addColumn('batch', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('first_position', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sha256', 'text')
    .addCheckConstraint('uploads_state', sql`state in ('arriving', 'arrived', 'taken', 'refused')`)
    .execute()
  await db.schema
    .createIndex('uploads_gallery')
    .on('uploads')
    .columns(['gallery_id', 'state', 'id'])
    .execute()
  await db.schema.createIndex('uploads_idle').on('uploads').columns(['state', 'updated_at']).execute()
  await db.schema.createIndex('uploads_person').on('uploads').columns(['by_user', 'state']).execute()
  await db.schema.createIndex('uploads_batch').on('uploads').columns(['gallery_id', 'batch']).execute()
}

async function createSharing(db: Kysely<unknown>): Promise<void> {
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

  await db.schema
    .createTable('gallery_expiration_emails')
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('share_id', 'text', (c) => c.notNull().references('gallery_shares.id').onDelete('cascade'))
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('expires_on', 'text', (c) => c.notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gallery_expiration_emails_key', [
      'gallery_id',
      'share_id',
      'step',
      'expires_on',
    ])
    .execute()
  await db.schema
    .createIndex('gallery_expiration_emails_share')
    .on('gallery_expiration_emails')
    .column('share_id')
    .execute()
}

async function createFavorites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('favorite_lists')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('share_id', 'text', (c) => c.notNull().references('gallery_shares.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('pick_limit', 'integer')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('submitted_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('favorite_lists_once', ['share_id', 'purpose'])
    .execute()
  await db.schema.createIndex('favorite_lists_gallery').on('favorite_lists').column('gallery_id').execute()
  await sql`
    create index favorite_lists_waiting on favorite_lists (submitted_at)
    where submitted_at is not null and completed_at is null`.execute(db)

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
    .addColumn('to_share_id', 'text', (c) => c.references('gallery_shares.id').onDelete('cascade'))
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
  await db.schema.createIndex('photo_comments_to_share').on('photo_comments').column('to_share_id').execute()
}

async function createProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proofs')
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('watermark', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('proofs_key', ['gallery_id', 'photo_id', 'watermark', 'format', 'width'])
    .execute()
}

async function createDownloads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('download_files')
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('crc32', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('download_files_key', ['photo_id', 'size'])
    .addCheckConstraint('download_files_size', sql`size in ('web', 'print', 'original')`)
    .execute()

  await db.schema
    .createTable('download_faults')
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('sentence', 'text', (c) => c.notNull())
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('download_faults_key', ['photo_id', 'size'])
    .addCheckConstraint('download_faults_size', sql`size in ('web', 'print', 'original')`)
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
  await db.schema
    .createIndex('downloads_etag')
    .on('downloads')
    .columns(['gallery_id', 'etag', 'id'])
    .execute()

  // Which photos a completed download contained, by its ETag.
  await db.schema
    .createTable('download_photos')
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('etag', 'text', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('download_photos_key', ['gallery_id', 'photo_id', 'etag'])
    .execute()
}

/** Consent to publish photos. A withdrawal outlives its gallery: `withdrawn_release_photos` keeps it by the SHA-256 of the original. */
async function createConsents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('releases')
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
    .addColumn('covers', 'text', (c) =>
      c.notNull().defaultTo('gallery').check(sql`covers in ('gallery', 'photos')`),
    )
    .execute()
  await db.schema.createIndex('releases_gallery').on('releases').columns(['gallery_id', 'id']).execute()
  await db.schema.createIndex('releases_email').on('releases').column('email_key').execute()

  await db.schema
    .createTable('release_photos')
    .addColumn('release_id', 'text', (c) => c.notNull().references('releases.id').onDelete('cascade'))
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('release_photos_key', ['release_id', 'photo_id'])
    .execute()
  await db.schema.createIndex('release_photos_photo').on('release_photos').column('photo_id').execute()

  await db.schema
    .createTable('withdrawn_release_photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('gallery', 'text', (c) => c.notNull())
    .addColumn('withdrawn_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('withdrawn_release_photos_photo')
    .on('withdrawn_release_photos')
    .column('sha256')
    .execute()
  await db.schema
    .createIndex('withdrawn_release_photos_person')
    .on('withdrawn_release_photos')
    .columns(['email_key', 'withdrawn_at'])
    .execute()

  await watchContent(db, ['releases', 'release_photos', 'withdrawn_release_photos'])
}

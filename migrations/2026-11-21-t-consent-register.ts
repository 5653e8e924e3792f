import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Rows of one statement, far below what SQLite binds. */
const ROWS_AT_ONCE = 1_000

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('consents')
    .addColumn('covers', 'text', (c) =>
      c.notNull().defaultTo('gallery').check(sql`covers in ('gallery', 'photos')`),
    )
    .execute()
  await db.schema
    .createTable('consent_photos')
    .addColumn('consent_id', 'text', (c) => c.notNull().references('consents.id').onDelete('cascade'))
    .addColumn('photo_id', 'text', (c) => c.notNull().references('photos.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('consent_photos_key', ['consent_id', 'photo_id'])
    .execute()
  await db.schema.createIndex('consent_photos_photo').on('consent_photos').column('photo_id').execute()
  await recordWhatIsPublic(db)
  await db.schema
    .createTable('gallery_expiry_mails')
    .addColumn('gallery_id', 'text', (c) => c.notNull().references('galleries.id').onDelete('cascade'))
    .addColumn('share_id', 'text', (c) => c.notNull().references('gallery_shares.id').onDelete('cascade'))
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('expires_on', 'text', (c) => c.notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gallery_expiry_mails_key', ['gallery_id', 'share_id', 'step', 'expires_on'])
    .execute()
  await db.schema
    .createIndex('gallery_expiry_mails_share')
    .on('gallery_expiry_mails')
    .column('share_id')
    .execute()
  await db.schema.dropIndex('galleries_expiring').execute()
  await sql`create index galleries_expiring on galleries (kind, expires_on)
    where expires_on is not null and expired_at is null`.execute(db)
  await sql`create index galleries_expired on galleries (kind, expired_at) where expired_at is not null`.execute(
    db,
  )
  await sql`create index galleries_held on galleries (kind, expiry_held_at)
    where expiry_held_at is not null`.execute(db)
}

/** What visitors see already stays, with one honest entry for each gallery, which can be withdrawn. */
async function recordWhatIsPublic(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ gallery_id: string; photo_id: string; published_at: number | string }>`
    select distinct g.id as gallery_id, i.photo_id, g.published_at
    from galleries g join gallery_items i on i.gallery_id = g.id
    where g.kind <> 'client' and g.published_at is not null and i.photo_id is not null and i.removed_at is null`.execute(
    db,
  )
  for (const [galleryId, held] of Map.groupBy(rows, (row) => row.gallery_id)) {
    const id = randomUUIDv7()
    await sql`insert into consents
      (id, gallery_id, name, email, email_key, born_on, guardian, uses, basis, given_at, recorded_by, withdrawn_at, covers)
      values (${id}, ${galleryId}, 'Everybody on these photographs', '', '', null, '', '["portfolio","blog"]',
        'On the site before the register was kept', ${Number(held[0]?.published_at)}, '', null, 'photos')`.execute(
      db,
    )
    for (let start = 0; start < held.length; start += ROWS_AT_ONCE) {
      const values = held.slice(start, start + ROWS_AT_ONCE).map((row) => sql`(${id}, ${row.photo_id})`)
      await sql`insert into consent_photos (consent_id, photo_id) values ${sql.join(values)}`.execute(db)
    }
  }
}

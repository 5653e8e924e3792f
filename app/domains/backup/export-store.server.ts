import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { TableShape } from '~/platform/db/tables'
import type { TableRow, Value } from './archived-tables'
import { LEFT_OUT_ROWS } from './model'

/** Emails are the largest rows, and this many use little memory. */
const ROWS_AT_ONCE = 200

/** All rows of an archived table in batches, ordered by key. */
export async function* rowsOf(db: Db, shape: TableShape): AsyncGenerator<TableRow> {
  let after: Value[] | undefined
  for (;;) {
    const rows = await nextRows(db, shape, after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = shape.key.map((column) => last[column] ?? null)
  }
}

async function nextRows(db: Db, shape: TableShape, after: Value[] | undefined): Promise<TableRow[]> {
  const key = sql.join(shape.key.map((column) => sql.ref(column)))
  const left = LEFT_OUT_ROWS[shape.name]
  const { rows } = await sql<TableRow>`
    select ${sql.join(shape.columns.map(({ name }) => sql.ref(name)))} from ${sql.table(shape.name)}
    where ${left ? sql`${sql.ref(left.column)} <> ${left.value}` : sql`1 = 1`}
      and ${after ? sql`(${key}) > (${sql.join(after)})` : sql`1 = 1`}
    order by ${key} limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db)
  return rows
}

export interface OriginalRow {
  sha256: string
  format: string
  original_name: string
}

/** Every photo of the library and of clients' answers, once, by its checksum. */
export async function* originalsOf(db: Db): AsyncGenerator<OriginalRow> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('photos')
      .select(['sha256', 'format', 'original_name'])
      .where('sha256', '>', after)
      .unionAll(
        db
          .selectFrom('client_photos as c')
          .select(['c.sha256', 'c.format'])
          .select((e) => e.fn.min('c.original_name').as('original_name'))
          .where('c.sha256', '>', after)
          .where((e) =>
            e.not(e.exists(e.selectFrom('photos as p').select('p.id').whereRef('p.sha256', '=', 'c.sha256'))),
          )
          .groupBy(['c.sha256', 'c.format']),
      )
      .orderBy('sha256')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.sha256
  }
}

export const selectPosts = (db: Db) => db.selectFrom('posts').selectAll().orderBy('slug').execute()

export const selectPages = (db: Db) => db.selectFrom('pages').selectAll().orderBy('slug').execute()

/** Portfolio stories with their texts and photos, in order. */
export async function selectStories(db: Db) {
  const stories = await db
    .selectFrom('galleries')
    .select(['id', 'slug', 'title', 'summary', 'dateline'])
    .where('kind', '=', 'portfolio')
    .orderBy('slug')
    .execute()
  const items = await db
    .selectFrom('gallery_items as i')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .leftJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['i.gallery_id', 'i.body', 'i.caption', 'p.slug', 'p.alt'])
    .where('g.kind', '=', 'portfolio')
    .where('i.removed_at', 'is', null)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  const byGallery = Map.groupBy(items, (item) => item.gallery_id)
  return stories.map(({ id, ...story }) => ({ ...story, items: byGallery.get(id) ?? [] }))
}

/** The galleries of each photo, with its file name. Photos without a gallery come last. */
export async function* placesOf(db: Db) {
  const galleries = await db.selectFrom('galleries').select(['id', 'slug']).orderBy('slug').execute()
  for (const { id, slug } of galleries)
    for (let after: { position: number; id: string } | undefined; ; ) {
      const rows = await itemsQuery(db, id, after).execute()
      yield* rows.map((row) => ({ ...row, gallery: slug }))
      if (rows.length < ROWS_AT_ONCE) break
      after = rows.at(-1)
    }
  for (let after = ''; ; ) {
    const rows = await homelessQuery(db, after).execute()
    yield* rows.map((row) => ({ ...row, gallery: null, set: null, file_name: null }))
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

const itemsQuery = (db: Db, galleryId: string, after: { position: number; id: string } | undefined) =>
  db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
    .select(['i.id', 'i.position', 's.title as set', 'i.file_name'])
    .select(['p.sha256', 'p.format', 'p.original_name', 'p.title', 'p.alt', 'p.captured_at'])
    .where('i.gallery_id', '=', galleryId)
    .$if(after !== undefined, (query) =>
      query.where((e) =>
        e(e.refTuple('i.position', 'i.id'), '>', e.tuple(after?.position ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('i.position')
    .orderBy('i.id')
    .limit(ROWS_AT_ONCE)

const homelessQuery = (db: Db, after: string) =>
  db
    .selectFrom('photos as p')
    .select(['p.id', 'p.sha256', 'p.format', 'p.original_name', 'p.title', 'p.alt', 'p.captured_at'])
    .where('p.id', '>', after)
    .where((e) =>
      e.not(e.exists(e.selectFrom('gallery_items as i').select('i.id').whereRef('i.photo_id', '=', 'p.id'))),
    )
    .orderBy('p.id')
    .limit(ROWS_AT_ONCE)

export const selectFavorites = (db: Db) =>
  db
    .selectFrom('favorites as f')
    .innerJoin('favorite_lists as l', 'l.id', 'f.list_id')
    .innerJoin('gallery_shares as s', 's.id', 'l.share_id')
    .innerJoin('galleries as g', 'g.id', 'l.gallery_id')
    .innerJoin('gallery_items as i', 'i.id', 'f.item_id')
    .select([
      'g.slug as gallery',
      's.name',
      's.email',
      'l.purpose',
      'l.submitted_at',
      'l.note',
      'i.file_name',
    ])
    .orderBy('g.slug')
    .orderBy('l.id')
    .orderBy('i.position')
    .execute()

export const selectComments = (db: Db) =>
  db
    .selectFrom('photo_comments as c')
    .innerJoin('galleries as g', 'g.id', 'c.gallery_id')
    .innerJoin('gallery_items as i', 'i.id', 'c.item_id')
    .select(['g.slug as gallery', 'i.file_name', 'c.author', 'c.body', 'c.created_at'])
    .orderBy('g.slug')
    .orderBy('c.id')
    .execute()

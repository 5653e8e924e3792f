import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import { matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import type { PhotoFilter } from './model'
import type { PhotoDescription } from './photo-form'
import type { PhotoRow } from './store.server'

export interface LibraryQuery {
  /** null: all. `unused` isn't here, since other domains know where photos are used. */
  show: Exclude<PhotoFilter, 'unused'> | null
  search: Search
  before: string | null
  limit: number
}

/** Newest first. */
export const libraryQuery = (db: Db, { show, search, before, limit }: LibraryQuery) =>
  db
    .selectFrom('photos')
    .$if(show === 'failed', (query) => query.where('state', '=', 'failed'))
    .$if(show === 'had-gps', (query) => query.where('had_gps', '=', 1))
    .$if(show === 'no-recognizable-people', (query) => query.where('no_recognizable_people', '=', 1))
    // Exactly as in the index, or SQLite doesn't use it.
    .$if(show === 'needs-alt', (query) => query.where(sql<boolean>`(alt = '' or alt = title)`))
    .$if(before !== null, (query) => query.where('photos.id', '<', before))
    .$if(search !== null, (query) => query.where(matches(db, search, 'photos.id')))
    .orderBy('photos.id', 'desc')
    .limit(limit)

export const selectLibrary = (db: Db, query: LibraryQuery): Promise<PhotoRow[]> =>
  libraryQuery(db, query).selectAll('photos').execute()

export const selectNames = (db: Db, query: LibraryQuery): Promise<{ id: string; slug: string }[]> =>
  libraryQuery(db, query).select(['photos.id', 'photos.slug']).execute()

export const selectPhotosById = (db: Db, ids: string[]): Promise<PhotoRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('photos').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()

export const selectPhoto = (db: Db, slug: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('photos').selectAll().where('slug', '=', slug).executeTakeFirst()

/** Deletes a photo with its renditions, checks and download sizes. */
export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.deleteFrom('photos').where('id', '=', id).execute()
}

/** Stores a deleted photo's name while its file can be restored. */
export async function upsertRemoved(
  db: Db,
  { sha256, original_name, title, alt }: PhotoRow,
  at: number,
): Promise<void> {
  const row = { original_name, title, alt, removed_at: at }
  await db
    .insertInto('removed_photos')
    .values({ sha256, ...row })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(row))
    .execute()
}

/** Ignores the version, since bulk edits don't start from displayed values. */
export async function updateTexts(
  db: Db,
  ids: string[],
  texts: Partial<Pick<PhotoDescription, 'title' | 'alt'>>,
): Promise<void> {
  for (const some of inParts(ids))
    await db
      .updateTable('photos')
      .set((e) => ({ ...texts, version: e('version', '+', 1) }))
      .where('id', 'in', some)
      .execute()
}

/** @returns false, without writing, if the photo's version has changed */
export const updateDescription = (db: Db, seen: Seen, description: PhotoDescription): Promise<boolean> =>
  updateSeen(db, 'photos', seen, description)

/** The newest photos, or those that match the words. */
export const slugQuery = (db: Db, { search, limit }: { search: Search; limit: number }) =>
  db
    .selectFrom('photos')
    .select('slug')
    .where('published_at', 'is not', null)
    .$if(search !== null, (query) => query.where(matches(db, search, 'photos.id')))
    .orderBy('photos.id', 'desc')
    .limit(limit)

export async function selectSlugs(db: Db, asked: { search: string; limit: number }): Promise<string[]> {
  const search = await readSearch(db, 'photo', asked.search)
  return (await slugQuery(db, { search, limit: asked.limit }).execute()).map(({ slug }) => slug)
}

/** Photos by slug or id, up to a few hundred. */
export const selectPhotosNamed = (
  db: Db,
  { slugs, ids }: { slugs: readonly string[]; ids: readonly string[] },
): Promise<PhotoRow[]> =>
  slugs.length + ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('photos')
        .selectAll()
        .where((e) => e.or([e('slug', 'in', ['', ...slugs]), e('id', 'in', ['', ...ids])]))
        .execute()

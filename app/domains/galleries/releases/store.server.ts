import type { HistoryQuery } from '~/domains/people/model'
import { type Db, lockRows, runsOnPostgres, type Tx } from '~/platform/db/database.server'
import { inParts, readInParts } from '~/platform/db/in-parts'
import type { NewRow, Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { type Release, readUses } from './model'
import type { Depicted, Entry } from './release-rules'
import { selectSignedReleasesOf } from './signed-store.server'

/** A gallery as the list of releases shows it. */
export interface ReleaseGallery {
  id: string
  title: string
  kind: Row<'galleries'>['kind']
  createdAt: number
}

export const selectGallery = (db: Db, id: string): Promise<ReleaseGallery | undefined> =>
  db
    .selectFrom('galleries')
    .select(['id', 'title', 'kind', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Locks galleries against publishing and changes of releases, so that decisions stay valid until the
 * transaction ends. On SQLite, every writing transaction does so anyway.
 */
export async function lockGalleries(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const galleries = tx.selectFrom('galleries').select('id').where('id', 'in', ids).orderBy('id')
  await lockRows(tx, galleries).execute()
}

/** The earliest capture date of the photos in these galleries; null: unknown. */
export async function selectFirstDay(db: Db, galleryIds: readonly string[]): Promise<string | null> {
  const row = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select((e) => e.fn.min('p.captured_at').as('first'))
    .where('i.gallery_id', 'in', galleryIds)
    .where('i.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.first?.slice(0, 10) ?? null
}

export const releaseFrom = (row: Row<'releases'>): Release => ({
  id: row.id,
  galleryId: row.gallery_id,
  name: row.name,
  email: row.email,
  bornOn: row.born_on,
  guardian: row.guardian,
  uses: readUses(JSON.parse(row.uses)),
  basis: row.basis,
  givenAt: row.given_at,
  recordedBy: row.recorded_by,
  withdrawnAt: row.withdrawn_at,
  version: row.version,
  jointId: row.joint_id,
  covers: row.covers,
})

interface ReleasesQuery {
  galleryId: string
  before: string | null
  limit: number
}

/** Newest first. */
export const releasesQuery = (db: Db, { galleryId, before, limit }: ReleasesQuery) =>
  db
    .selectFrom('releases')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)

export const selectReleases = async (db: Db, query: ReleasesQuery): Promise<Release[]> =>
  (await releasesQuery(db, query).execute()).map(releaseFrom)

export async function selectRelease(
  db: Db,
  { galleryId, id }: { galleryId: string; id: string },
): Promise<Release | undefined> {
  const row = await db
    .selectFrom('releases')
    .selectAll()
    .where('id', '=', id)
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst()
  return row && releaseFrom(row)
}

export async function insertRelease(tx: Tx, row: NewRow<'releases'>): Promise<void> {
  await tx.insertInto('releases').values(row).execute()
}

/** @returns whether the version was still the expected one */
export const updateRelease = (tx: Tx, seen: Seen, change: Partial<Row<'releases'>>): Promise<boolean> =>
  updateSeen(tx, 'releases', seen, change)

/** The entries of a joint release, in the order they were made. */
export const selectJoint = async (db: Db, jointId: string): Promise<Release[]> =>
  (await db.selectFrom('releases').selectAll().where('joint_id', '=', jointId).orderBy('id').execute()).map(
    releaseFrom,
  )

/** Locks joint releases, signed or not, against changes and further galleries until the transaction ends. */
export async function lockJoint(tx: Db, jointIds: readonly string[]): Promise<void> {
  if (jointIds.length === 0) return
  const signed = tx.selectFrom('signed_releases').select('id').where('id', 'in', jointIds).orderBy('id')
  await lockRows(tx, signed).execute()
  const entries = tx.selectFrom('releases').select('id').where('joint_id', 'in', jointIds).orderBy('id')
  await lockRows(tx, entries).execute()
}

/** The galleries that a joint release covers, by title. */
export const selectJointGalleries = (db: Db, jointId: string): Promise<{ id: string; title: string }[]> =>
  db
    .selectFrom('releases as c')
    .innerJoin('galleries as g', 'g.id', 'c.gallery_id')
    .select(['g.id', 'g.title'])
    .where('c.joint_id', '=', jointId)
    .orderBy('g.title')
    .orderBy('g.id')
    .execute()

/** The galleries that are or were shared with an address. @param email in lower case */
export async function selectGalleriesOf(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gallery_shares')
    .select('gallery_id')
    .where('email_key', '=', email)
    .execute()
  return rows.map(({ gallery_id }) => gallery_id)
}

/**
 * Joint releases of these addresses, oldest entry first. A signed one is there too, as it may have no entry yet.
 * @param emails in lower case
 */
export async function selectJointRows(db: Db, emails: readonly string[]): Promise<Row<'releases'>[]> {
  const rows = await readInParts(emails, (some) =>
    db
      .selectFrom('releases')
      .selectAll()
      .where('email_key', 'in', some)
      .where('joint_id', 'is not', null)
      .execute(),
  )
  const signed = await selectSignedReleasesOf(db, emails)
  const entries = signed.map(({ signer_id, contract_id, ...row }) => ({
    ...{ ...row, joint_id: row.id, gallery_id: '', born_on: null, guardian: '', recorded_by: '', version: 1 },
    covers: 'gallery' as const,
  }))
  return [...rows, ...entries].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** The releases of these addresses, newest first, with their galleries. */
export const releasesOfQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('releases as c')
    .innerJoin('galleries as g', 'g.id', 'c.gallery_id')
    .selectAll('c')
    .select('g.title as gallery')
    .where('c.email_key', 'in', emails)
    .where('c.given_at', '<=', until)
    .orderBy('c.given_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)

export const selectReleasesOf = async (
  db: Db,
  query: HistoryQuery,
): Promise<(Release & { gallery: string })[]> =>
  (await releasesOfQuery(db, query).execute()).map((row) => ({ ...releaseFrom(row), gallery: row.gallery }))

/** SHA-256 of all photos of a gallery, including hidden and removed ones. */
export async function selectContents(db: Db, galleryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select('p.sha256')
    .where('i.gallery_id', '=', galleryId)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

export async function selectContent(db: Db, photoId: string): Promise<string[]> {
  const rows = await db.selectFrom('photos').select('sha256').where('id', '=', photoId).execute()
  return rows.map(({ sha256 }) => sha256)
}

export async function insertWithdrawn(tx: Tx, rows: NewRow<'withdrawn_release_photos'>[]): Promise<void> {
  for (const some of inParts(rows)) await tx.insertInto('withdrawn_release_photos').values(some).execute()
}

/** Withdrawals of an address in deleted galleries, newest first. */
export const withdrawnReleasesQuery = (db: Db, email: string) =>
  db
    .selectFrom('withdrawn_release_photos')
    .select(['name', 'email', 'gallery', 'withdrawn_at as withdrawnAt'])
    .select((e) => e.fn.countAll<number>().as('photos'))
    .where('email_key', '=', email)
    .groupBy(['withdrawn_at', 'name', 'email', 'gallery'])
    .orderBy('withdrawn_at', 'desc')

/** The galleries of these photos, including hidden ones. Removed ones count, since they can be restored. */
export const selectPlaces = (db: Db, photoIds: readonly string[]) =>
  readInParts(photoIds, (some) =>
    db
      .selectFrom('gallery_items as i')
      .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
      .select(['i.photo_id as photoId', 'g.id as galleryId', 'g.title'])
      .where('i.photo_id', 'in', some)
      .orderBy('g.id')
      .execute(),
  )

/**
 * Locks photos against publishing and adding to galleries until the transaction ends. Other writes, such as
 * renditions, continue.
 */
export async function lockPhotos(tx: Db, photoIds: readonly string[]): Promise<void> {
  for (const some of inParts([...photoIds].sort())) {
    const photos = tx.selectFrom('photos').select('id').where('id', 'in', some).orderBy('id')
    await lockRows(tx, photos, 'no key update').execute()
  }
}

/** Waits for a running publication of a gallery. Does not block others who add photos. */
export async function awaitGallery(tx: Db, galleryId: string): Promise<void> {
  const gallery = tx.selectFrom('galleries').select('id').where('id', '=', galleryId)
  await lockRows(tx, gallery, 'key share').execute()
}

/** Photos of galleries to lock, including hidden and removed ones. Only PostgreSQL needs them. */
export async function selectToLock(tx: Db, galleryIds: readonly string[]): Promise<string[]> {
  if (!runsOnPostgres(tx) || galleryIds.length === 0) return []
  const rows = await tx
    .selectFrom('gallery_items')
    .select((e) => e.ref('photo_id').$notNull().as('id'))
    .distinct()
    .where('gallery_id', 'in', galleryIds)
    .where('photo_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Existing photos, with their galleries. */
export async function selectDepicted(db: Db, photoIds: readonly string[]): Promise<Depicted[]> {
  const photos = await readInParts(photoIds, (some) =>
    db
      .selectFrom('photos')
      .select(['id', 'title', 'no_recognizable_people'])
      .where('id', 'in', some)
      .execute(),
  )
  const withheld = Map.groupBy(await selectWithdrawn(db, photoIds), ({ photoId }) => photoId)
  const places = Map.groupBy(await selectPlaces(db, photoIds), ({ photoId }) => photoId)
  return photos.map(({ id, title, no_recognizable_people }) => ({
    id,
    title,
    noRecognizablePeople: no_recognizable_people === 1,
    galleries: [...new Map((places.get(id) ?? []).map((place) => [place.galleryId, place.title]))].map(
      ([galleryId, galleryTitle]) => ({ id: galleryId, title: galleryTitle }),
    ),
    withheld: withheld.get(id) ?? [],
  }))
}

const selectWithdrawn = (db: Db, photoIds: readonly string[]) =>
  readInParts(photoIds, (some) =>
    db
      .selectFrom('withdrawn_release_photos as w')
      .innerJoin('photos as p', 'p.sha256', 'w.sha256')
      .select(['p.id as photoId', 'w.id', 'w.name', 'w.email', 'w.gallery', 'w.withdrawn_at as withdrawnAt'])
      .where('p.id', 'in', some)
      .execute(),
  )

/** All releases of these galleries, with those of the given photos that they list. */
export async function selectEntries(
  db: Db,
  galleryIds: readonly string[],
  photoIds: readonly string[],
): Promise<Entry[]> {
  const rows = await readInParts(galleryIds, (some) =>
    db
      .selectFrom('releases')
      .select(['id', 'gallery_id', 'name', 'email', 'uses', 'given_at', 'withdrawn_at', 'covers'])
      .where('gallery_id', 'in', some)
      .execute(),
  )
  const listing = rows.filter(({ covers }) => covers === 'photos').map(({ id }) => id)
  const covered = Map.groupBy(
    await readInParts(listing, (entries) =>
      readInParts(photoIds, (some) =>
        db
          .selectFrom('release_photos')
          .selectAll()
          .where('release_id', 'in', entries)
          .where('photo_id', 'in', some)
          .execute(),
      ),
    ),
    ({ release_id }) => release_id,
  )
  return rows.map((row) => ({
    id: row.id,
    galleryId: row.gallery_id,
    name: row.name,
    email: row.email,
    uses: readUses(JSON.parse(row.uses)),
    givenAt: row.given_at,
    withdrawnAt: row.withdrawn_at,
    covers: row.covers,
    photoIds: new Set((covered.get(row.id) ?? []).map(({ photo_id }) => photo_id)),
  }))
}

/** The published photos of galleries with recognizable people. */
export async function selectPublicPeople(db: Db, galleryIds: readonly string[]): Promise<string[]> {
  if (galleryIds.length === 0) return []
  const rows = await db
    .selectFrom('gallery_items as i')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select('p.id')
    .distinct()
    .where('i.gallery_id', 'in', galleryIds)
    .where('p.published_at', 'is not', null)
    .where('p.no_recognizable_people', '=', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** A gallery's active release for listed photos with this basis. */
export async function findListing(
  tx: Tx,
  { galleryId, basis }: { galleryId: string; basis: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('releases')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where('covers', '=', 'photos')
    .where('basis', '=', basis)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Adds photos to a release's list. Those already on it stay. */
export async function listPhotos(tx: Tx, releaseId: string, photoIds: readonly string[]): Promise<void> {
  for (const some of inParts(photoIds))
    await tx
      .insertInto('release_photos')
      .values(some.map((photoId) => ({ release_id: releaseId, photo_id: photoId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Number of photos that a release lists. */
export async function countListed(db: Db, releaseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('release_photos')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('release_id', '=', releaseId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

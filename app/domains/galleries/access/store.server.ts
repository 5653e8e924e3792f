import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { galleryState } from '../model'
import { DOWNLOAD_SIZES, type DownloadSize, type GalleryHead, type GalleryShare } from './model'

export async function selectHead(db: Db, galleryId: string): Promise<GalleryHead | undefined> {
  const row = await db
    .selectFrom('galleries')
    .selectAll()
    .where('id', '=', galleryId)
    .where('kind', '=', 'client')
    .executeTakeFirst()
  return row && toHead(row)
}

export const toHead = (row: Row<'galleries'>): GalleryHead => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  dateline: row.dateline,
  note: row.note,
  coverPhotoId: row.cover_photo_id,
  state: galleryState(row),
  expiresOn: row.expires_on,
  expiredAt: row.expired_at,
  pin: row.pin,
  pinVersion: row.pin_version,
  sizes: readSizes(row.sizes),
  proofing: row.proofing === 1,
  pickLimit: row.pick_limit,
})

function readSizes(json: string): DownloadSize[] {
  const stored: string[] = JSON.parse(json)
  return DOWNLOAD_SIZES.filter((size) => stored.includes(size))
}

export const selectShare = (db: Db, id: string): Promise<GalleryShare | undefined> =>
  shares(db)
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => row && toShare(row))

/** @param email in lower case */
export const selectShareOf = (
  db: Db,
  { galleryId, email }: { galleryId: string; email: string },
): Promise<GalleryShare | undefined> =>
  shares(db)
    .where('gallery_id', '=', galleryId)
    .where('email_key', '=', email)
    .executeTakeFirst()
    .then((row) => row && toShare(row))

const shares = (db: Db) => db.selectFrom('gallery_shares').selectAll()

export const toShare = (row: Row<'gallery_shares'>): GalleryShare => ({
  id: row.id,
  galleryId: row.gallery_id,
  name: row.name,
  email: row.email,
  canFavorite: row.can_favorite === 1,
  sizes: readSizes(row.sizes),
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  tokenVersion: row.token_version,
})

/** @param unlessSince if it was opened after this time, nothing is written */
export async function noteOpened(db: Db, shareId: string, at: number, unlessSince = at): Promise<void> {
  await db
    .updateTable('gallery_shares')
    .set((e) => ({ last_opened_at: at, first_opened_at: e.fn.coalesce('first_opened_at', e.val(at)) }))
    .where('id', '=', shareId)
    .where((e) => e.or([e('last_opened_at', 'is', null), e('last_opened_at', '<', unlessSince)]))
    .execute()
}

/**
 * Counts a try before it is checked, so that simultaneous tries all count.
 * @returns undefined during a delay
 */
export async function countPinTry(
  db: Db,
  shareId: string,
  now: number,
): Promise<{ failures: number } | undefined> {
  const row = await db
    .updateTable('gallery_shares')
    .set((e) => ({ pin_failures: e('pin_failures', '+', 1) }))
    .where('id', '=', shareId)
    .where((e) => e.or([e('pin_wait_until', 'is', null), e('pin_wait_until', '<=', now)]))
    .returning('pin_failures')
    .executeTakeFirst()
  return row && { failures: row.pin_failures }
}

export async function selectPinWait(db: Db, shareId: string): Promise<number | null> {
  const row = await db
    .selectFrom('gallery_shares')
    .select('pin_wait_until')
    .where('id', '=', shareId)
    .executeTakeFirst()
  return row?.pin_wait_until ?? null
}

export async function setPinTries(
  db: Db,
  shareId: string,
  tries: { failures?: number; waitUntil: number | null },
): Promise<void> {
  await db
    .updateTable('gallery_shares')
    .set({
      pin_wait_until: tries.waitUntil,
      ...(tries.failures === undefined ? {} : { pin_failures: tries.failures }),
    })
    .where('id', '=', shareId)
    .execute()
}

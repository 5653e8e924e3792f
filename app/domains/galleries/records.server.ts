import type { HistoryQuery } from '~/domains/people/model'
import type { Db } from '~/platform/db/database.server'
import {
  downloadsOfQuery,
  listsOfQuery,
  selectComments,
  selectDownloads,
  selectFavorites,
  selectLists,
  selectShares,
} from './records-store.server'
import { releasesOf } from './releases/operations.server'
import { releaseFrom, selectJointRows } from './releases/store.server'

/** A person's favorites lists, by creation and submission, newest first. */
export async function favoritesOf({ db }: { db: Db }, query: HistoryQuery) {
  const [begun, sent] = await Promise.all([
    listsOfQuery(db, 'created_at', query).execute(),
    listsOfQuery(db, 'submitted_at', query).execute(),
  ])
  return [
    ...begun.map((list) => ({ ...list, at: Number(list.at), count: Number(list.count), isSent: false })),
    ...sent.map((list) => ({ ...list, at: Number(list.at), count: Number(list.count), isSent: true })),
  ]
}

/** A person's downloads, newest first. */
export const downloadsOf = ({ db }: { db: Db }, query: HistoryQuery) => downloadsOfQuery(db, query).execute()

/** All data about galleries for an address, for export to that person. @param email in lower case */
export async function exportGalleries({ db }: { db: Db }, email: string) {
  const shares = await selectShares(db, email)
  return await Promise.all(
    shares.map(async (share) => ({
      gallery: share.gallery,
      name: share.name,
      email: share.email,
      mayChooseFavorites: share.can_favorite === 1,
      mayDownload: JSON.parse(share.sizes) as string[],
      sharedAt: share.created_at,
      sentAt: share.sent_at,
      firstOpenedAt: share.first_opened_at,
      lastOpenedAt: share.last_opened_at,
      expiresAt: share.expires_at,
      revokedAt: share.revoked_at,
      favorites: await Promise.all(
        (await selectLists(db, share.id)).map(async (list) => ({
          purpose: list.purpose,
          note: list.note,
          createdAt: list.created_at,
          submittedAt: list.submitted_at,
          photos: await selectFavorites(db, list.id),
        })),
      ),
      comments: await selectComments(db, share.id),
      downloads: await selectDownloads(db, share.id),
    })),
  )
}

/** The releases of an address, for export to that person. @param email in lower case */
export async function exportReleases({ db }: { db: Db }, email: string) {
  const query = { emails: [email], until: Number.MAX_SAFE_INTEGER, limit: 10_000 }
  const releases = await releasesOf({ db }, query)
  const signed = await selectJointRows(db, [email])
  return [
    ...releases,
    // Given in a contract; there may be no gallery yet.
    ...signed.flatMap((row) => (row.gallery_id === '' ? [{ ...releaseFrom(row), gallery: '' }] : [])),
  ].map(({ gallery, name, email: address, bornOn, guardian, uses, basis, givenAt, withdrawnAt }) => ({
    ...{ gallery, name, email: address, bornOn, guardian, uses, basis, givenAt, withdrawnAt },
  }))
}

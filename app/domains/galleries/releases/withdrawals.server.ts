import { unpublishPhotos } from '~/domains/photos/operations.server'
import type { Db, Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Release } from './model'
import { lockReleases, mayPublish, refusedWith } from './publication.server'
import { type RefusedPhoto, withdrawnIn } from './release-rules'
import { updateSignedRelease } from './signed-store.server'
import {
  insertWithdrawn,
  lockGalleries,
  selectContent,
  selectContents,
  selectEntries,
  selectGallery,
  selectPublicPeople,
  updateRelease,
  withdrawnReleasesQuery,
} from './store.server'

/**
 * Deletes a gallery and its releases by calling `remove`, in its transaction. Photos published under its
 * releases only are unpublished. Of withdrawals, just the withdrawal is kept.
 * @returns what was unpublished, and who had withdrawn
 */
export async function removeWithReleases(
  tx: Tx,
  galleryId: string,
  remove: () => Promise<void>,
): Promise<{ takenOff: RefusedPhoto[]; withdrawn: string[] }> {
  await lockReleases(tx, [galleryId])
  const photoIds = await selectPublicPeople(tx, [galleryId])
  const before = new Set((await mayPublish({ db: tx }, { photoIds })).map(({ photoId }) => photoId))
  const withdrawn = await keepWithdrawals(tx, galleryId, await selectContents(tx, galleryId))
  await remove()
  const refused = (await mayPublish({ db: tx }, { photoIds })).filter(({ photoId }) => !before.has(photoId))
  await unpublishPhotos(
    { db: tx },
    refused.map(({ photoId }) => photoId),
  )
  return { takenOff: refused, withdrawn }
}

/** Keeps the withdrawals for a photo that permanently leaves a gallery, in its transaction. */
export async function keepWithdrawalsOfItem(
  tx: Tx,
  { galleryId, photoId }: { galleryId: string; photoId: string },
): Promise<void> {
  await lockGalleries(tx, [galleryId])
  await keepWithdrawals(tx, galleryId, await selectContent(tx, photoId))
}

/**
 * Withdraws the entries of a release, whose galleries are locked.
 * @returns the photos that it unpublished; undefined: an entry has changed since it was read
 */
export async function withdrawEntries(
  db: Tx,
  entries: readonly Release[],
  { jointId, at }: { jointId: string | null; at: number },
): Promise<RefusedPhoto[] | undefined> {
  const takenOff = await refusedWith(
    db,
    entries.map((entry) => ({ ...entry, withdrawnAt: at })),
  )
  for (const entry of entries) if (!(await updateRelease(db, entry, { withdrawn_at: at }))) return undefined
  if (jointId !== null) await updateSignedRelease(db, jointId, { withdrawn_at: at })
  await unpublishPhotos(
    { db },
    takenOff.map(({ photoId }) => photoId),
  )
  return takenOff
}

/** @returns names of the people who had withdrawn */
async function keepWithdrawals(tx: Tx, galleryId: string, contents: readonly string[]): Promise<string[]> {
  const gallery = await selectGallery(tx, galleryId)
  const people = gallery ? withdrawnIn(await selectEntries(tx, [galleryId], [])) : []
  await insertWithdrawn(
    tx,
    people.flatMap(({ name, email, withdrawnAt }) =>
      contents.map((sha256) => ({
        ...{ id: newId(), sha256, name, email, email_key: email.toLowerCase() },
        ...{ gallery: gallery?.title ?? '', withdrawn_at: withdrawnAt },
      })),
    ),
  )
  return people.map(({ name }) => name)
}

/**
 * Withdrawals of an address in deleted galleries, each with its number of photos.
 * @param email in lower case
 */
export async function withdrawnReleasesOf({ db }: { db: Db }, email: string) {
  const rows = await withdrawnReleasesQuery(db, email).execute()
  return rows.map((row) => ({ ...row, photos: Number(row.photos) }))
}

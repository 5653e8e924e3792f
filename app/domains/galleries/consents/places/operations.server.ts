import { unpublishPhotos } from '~/domains/photos/operations.server'
import type { Db, Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { type RefusedPhoto, withdrawnIn } from '../permitting'
import { lockReleases, mayPublish } from '../publishing/operations.server'
import { selectEntries, selectPublicPhotos } from '../publishing/store.server'
import { lockGalleries, selectGallery } from '../store.server'
import { insertWithheld, selectContent, selectContents, withheldOfQuery } from './store.server'

/**
 * Ends a gallery with its register by `remove`, in its transaction. What is public because somebody agreed to it there,
 * and is agreed to nowhere else, comes off the site. Of who had withdrawn in it, that alone is kept.
 * @returns what came off, and who had withdrawn
 */
export async function removeWithConsents(
  tx: Tx,
  galleryId: string,
  remove: () => Promise<void>,
): Promise<{ takenOff: RefusedPhoto[]; withdrawn: string[] }> {
  await lockReleases(tx, galleryId)
  const photoIds = await selectPublicPhotos(tx, galleryId)
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

/** One photograph leaves a gallery for good, in its transaction: who had withdrawn there stays withdrawn. */
export async function leaveRegister(
  tx: Tx,
  { galleryId, photoId }: { galleryId: string; photoId: string },
): Promise<void> {
  await lockGalleries(tx, [galleryId])
  await keepWithdrawals(tx, galleryId, await selectContent(tx, photoId))
}

/** @returns the names of those who had withdrawn */
async function keepWithdrawals(tx: Tx, galleryId: string, contents: readonly string[]): Promise<string[]> {
  const gallery = await selectGallery(tx, galleryId)
  const people = gallery ? withdrawnIn(await selectEntries(tx, [galleryId], [])) : []
  await insertWithheld(
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

/** What an address has withdrawn in galleries that are gone, each with how many photographs. @param email in lower case */
export async function withheldOf({ db }: { db: Db }, email: string) {
  const rows = await withheldOfQuery(db, email).execute()
  return rows.map((row) => ({ ...row, photographs: Number(row.photographs) }))
}

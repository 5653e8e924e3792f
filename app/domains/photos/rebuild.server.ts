import { type Db, lockRows, transact } from '~/platform/db/database.server'
import { countJobsOfKinds, enqueueAll, holdJobs, releaseJobs } from '~/platform/jobs/queue.server'
import { renditionWidths } from './model'
import { mediaHash, type PhotoDeps, recordRenditions, storeRenditions } from './operations.server'
import { REBUILD_RENDITIONS, REBUILDS, rebuildJob } from './photo-jobs'
import { deleteRenditions, findPhoto, selectMediaPages, setMediaHash } from './store.server'
import { originalKey } from './stored-files'

type Deps = Pick<PhotoDeps, 'db' | 'clock'>

/**
 * Queues each photo whose renditions were made with an earlier recipe. Photos stay as they are until their new
 * renditions exist. Safe to repeat.
 */
export async function requestRenditionRebuild(deps: Deps): Promise<void> {
  for await (const photos of selectMediaPages(deps.db)) {
    const stale = photos.filter(({ sha256, media_hash }) => media_hash !== mediaHash(sha256))
    await enqueueAll(
      deps,
      stale.map(({ id }) => rebuildJob(REBUILD_RENDITIONS, { photoId: id }, id)),
    )
  }
}

export interface Rebuild {
  /** What waits to be made anew: renditions, download sizes and proofs, each of a photo. */
  left: number
  failed: number
  isPaused: boolean
}

export async function readRebuild({ db }: { db: Db }): Promise<Rebuild> {
  const { waiting, held, failed } = await countJobsOfKinds(db, REBUILDS)
  return { left: waiting + held, failed, isPaused: held > 0 }
}

/** What is being made is finished. */
export const pauseRebuild = ({ db }: Deps): Promise<void> => holdJobs(db, REBUILDS)

export const resumeRebuild = ({ db, clock }: Deps): Promise<void> => releaseJobs(db, REBUILDS, clock.now())

export type Rebuilt = { ok: true } | { ok: false; sentence: string }

/**
 * Makes a photo's renditions with the current recipe, then shows them instead of the former ones, whose files the
 * collection deletes later. Safe to repeat.
 * @throws while the photo is still being processed
 */
export async function rebuildRenditions(deps: PhotoDeps, { photoId }: { photoId: string }): Promise<Rebuilt> {
  const { db, clock, storage, imaging } = deps
  const photo = await findPhoto(db, photoId)
  const media = photo && mediaHash(photo.sha256)
  if (!photo || !media || photo.media_hash === media || photo.state === 'failed') return { ok: true }
  if (photo.state === 'processing') throw new Error('The photo is still being processed.')
  const widths = renditionWidths(photo.width)
  const rendered = await storage.withFile(originalKey(photo), (file) =>
    imaging.render(file, { widths, credit: photo }),
  )
  if (!rendered?.ok)
    return { ok: false, sentence: rendered?.sentence ?? 'The original file is missing from storage.' }
  const remade = { ...photo, media_hash: media }
  await storeRenditions(storage, remade, rendered.renditions)
  await transact(db, async (tx) => {
    const query = tx.selectFrom('photos').select('media_hash').where('id', '=', photoId)
    const now = await lockRows(tx, query).executeTakeFirst()
    if (now?.media_hash !== photo.media_hash) return
    await setMediaHash(tx, photoId, media)
    await deleteRenditions(tx, photoId)
    await recordRenditions({ db: tx, clock }, remade, rendered.renditions)
  })
  return { ok: true }
}

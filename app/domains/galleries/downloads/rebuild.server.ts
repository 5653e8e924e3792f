import { REBUILD_DOWNLOAD_FILES, rebuildJob } from '~/domains/photos/photo-jobs'
import { downloadFileKey } from '~/domains/photos/stored-files'
import { transact } from '~/platform/db/database.server'
import { enqueueAll } from '~/platform/jobs/queue.server'
import { type MakingDeps, renderSizes, toRow } from './files.server'
import { selectFormerFiles, selectPhoto, selectPhotosMadeBefore, upsertFiles } from './files-store.server'
import { DOWNLOAD_RECIPE } from './model'

/** Queues each photo with download sizes that were made with an earlier recipe. Safe to repeat. */
export async function requestDownloadRebuild(deps: Pick<MakingDeps, 'db' | 'clock'>): Promise<void> {
  for await (const photoIds of selectPhotosMadeBefore(deps.db, DOWNLOAD_RECIPE))
    await enqueueAll(
      deps,
      photoIds.map((photoId) => rebuildJob(REBUILD_DOWNLOAD_FILES, { photoId }, photoId)),
    )
}

/**
 * Makes a photo's download sizes with the current recipe, and deletes the former files once their rows are replaced.
 * A download that was reading them breaks off, and starts over when it is resumed. Safe to repeat.
 */
export async function rebuildDownloadFiles(
  deps: MakingDeps,
  { photoId }: { photoId: string },
): Promise<{ ok: true } | { ok: false; sentence: string }> {
  const { db, storage, clock } = deps
  const photo = await selectPhoto(db, photoId)
  const former = await selectFormerFiles(db, photoId, DOWNLOAD_RECIPE)
  if (!photo || former.length === 0) return { ok: true }
  const rendered = await renderSizes(
    deps,
    photo,
    former.map(({ size }) => size),
  )
  if (!rendered.ok) return rendered
  const rows = rendered.files.map((file) => toRow(photoId, file, clock.now()))
  for (const [at, row] of rows.entries())
    await storage.put(downloadFileKey(photo, row), rendered.files[at]?.data ?? new Uint8Array())
  await transact(db, (tx) => upsertFiles(tx, rows))
  for (const file of former) await storage.delete(downloadFileKey(photo, file))
  return { ok: true }
}

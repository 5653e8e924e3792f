import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { enqueueAtStart, enqueueNext } from '~/platform/jobs/recurring.server'
import type { IncomingFile } from '~/platform/storage/incoming-files.server'
import { CLEAR_UPLOADS } from './model'
import {
  enqueueTaking,
  finishUpload,
  giveUpUpload,
  type UploadDeps,
  uploadedFiles,
} from './operations.server'
import { deleteBefore, selectBefore, selectUpload, type UploadRow } from './store.server'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long rows of imported or refused files are kept, in milliseconds. */
const NOTES_MS = 30 * DAY_MS

/** Finishes complete uploads, and cancels those without progress for a day. Hourly, and at startup. */
export async function clearUploads(deps: UploadDeps): Promise<void> {
  await enqueueNext(deps, { kind: CLEAR_UPLOADS }, { everyMs: HOUR_MS })
  const { db, clock } = deps
  const now = clock.now()
  for (const { id } of await selectBefore(db, 'arrived', now)) await enqueueTaking(deps, id)
  for (const row of await selectBefore(db, 'arriving', now)) {
    await finishUpload(deps, row.id)
    if ((await lastChangeOf(deps, row)) < now - DAY_MS)
      await giveUpUpload(deps, { id: row.id, galleryId: row.gallery_id, by: null })
  }
  for (const state of ['taken', 'refused'] as const) await deleteBefore(db, state, now - NOTES_MS)
}

/** When its last byte arrived, or the upload began. Milliseconds since 1970. */
async function lastChangeOf(deps: UploadDeps, { id, updated_at }: UploadRow): Promise<number> {
  const file = await uploadedFiles(deps).find(id)
  return Math.max(updated_at, file?.modified ?? 0)
}

/**
 * Files that arrived without an upload: the server stopped in between, the gallery was deleted, or an older
 * database was restored. They may be the only copy of a photo.
 * @param before last modified before this, milliseconds since 1970
 */
export async function listStrayUploads(
  deps: Pick<UploadDeps, 'db' | 'config' | 'storage'>,
  before: number,
): Promise<IncomingFile[]> {
  const strays: IncomingFile[] = []
  for await (const file of uploadedFiles(deps).list()) {
    if (file.modified >= before) continue
    const row = await selectUpload(deps.db, file.id)
    if (row?.state !== 'arriving' && row?.state !== 'arrived') strays.push(file)
  }
  return strays
}

/** Whether files have arrived whole and aren't in the library yet. Their bytes aren't among the stored files. */
export const areUploadsWaiting = async (db: Db): Promise<boolean> =>
  (await selectBefore(db, 'arrived', Number.MAX_SAFE_INTEGER)).length > 0

/** Queues the cleanup at startup. */
export const keepClearing = (deps: { db: Db; clock: Clock }): Promise<void> =>
  enqueueAtStart(deps, { kind: CLEAR_UPLOADS })

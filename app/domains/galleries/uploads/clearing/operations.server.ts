import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { enqueueAtStart, enqueueNext } from '~/platform/jobs/recurring.server'
import { CLEAR_UPLOADS } from '../model'
import {
  enqueueTaking,
  finishUpload,
  giveUpUpload,
  type UploadDeps,
  uploadFile,
  uploadFolder,
} from '../operations.server'
import { deleteBefore, selectBefore, selectUpload, type UploadRow } from '../store.server'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long the note of a file that was taken or refused is kept. */
const NOTES_MS = 30 * DAY_MS

/**
 * Goes on with what was finished and not taken in, gives up what nobody has sent a byte of for a day, and removes files
 * that belong to nothing. Hourly, and whenever the program starts.
 */
export async function clearUploads(deps: UploadDeps): Promise<void> {
  await enqueueNext(deps, { kind: CLEAR_UPLOADS }, { everyMs: HOUR_MS })
  const { db, clock } = deps
  const now = clock.now()
  for (const { id } of await selectBefore(db, 'arrived', now)) await enqueueTaking(deps, id)
  for (const row of await selectBefore(db, 'arriving', now)) {
    await finishUpload(deps, row.id)
    if ((await lastHeardOf(deps, row)) < now - DAY_MS)
      await giveUpUpload(deps, { id: row.id, galleryId: row.gallery_id })
  }
  await removeStrays(deps, now - DAY_MS)
  for (const state of ['taken', 'refused'] as const) await deleteBefore(db, state, now - NOTES_MS)
}

/** When its last byte came, or it was begun. */
async function lastHeardOf(deps: UploadDeps, { id, updated_at }: UploadRow): Promise<number> {
  const file = await stat(uploadFile(deps, id)).catch(() => undefined)
  return Math.max(updated_at, file?.mtimeMs ?? 0)
}

/** Files whose upload was taken in, or was never written down, because the program ended in between. */
async function removeStrays(deps: UploadDeps, before: number): Promise<void> {
  const folder = uploadFolder(deps.config)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (!found || found.mtimeMs >= before) continue
    const row = await selectUpload(deps.db, name)
    if (row?.state !== 'arriving' && row?.state !== 'arrived') await rm(join(folder, name), { force: true })
  }
}

/** The program has started: once now, and every hour from then on. */
export const keepClearing = (deps: { db: Db; clock: Clock }): Promise<void> =>
  enqueueAtStart(deps, { kind: CLEAR_UPLOADS })

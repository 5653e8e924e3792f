import { z } from 'zod'
import { clearRemoved, clearUndos, listClearable } from '~/domains/galleries/editor/items.server'
import { removePhoto } from '~/domains/photos/library.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { isPhotoUsed } from './photo-uses.server'

/** Deletes photos removed from galleries long ago, once a night. */
export const CLEAR_REMOVED = 'clear-removed-photos'

export const clearRemovedSchema = z.object({})

export const clearingJobs = (deps: ClearingDeps): JobHandlers => ({
  [CLEAR_REMOVED]: jobHandler(clearRemovedSchema, () => clearRemovedPhotos(deps)),
})

const DAY_MS = 86_400_000
/** 3 AM in New York as milliseconds after midnight UTC, when the site has few visitors. */
const NIGHT_MS = 8 * 3_600_000

export interface ClearingDeps {
  db: Db
  clock: Clock
}

/** Queues the nightly job at startup. */
export const setNextClearing = (deps: ClearingDeps): Promise<void> =>
  enqueueNext(deps, { kind: CLEAR_REMOVED }, { everyMs: DAY_MS, afterMs: NIGHT_MS })

/**
 * Deletes gallery items that were removed long ago, and photos that nothing else uses. The collection deletes
 * their files later. A photo used elsewhere keeps the release from the gallery it was taken for, so that it can
 * still be withdrawn.
 */
export async function clearRemovedPhotos(deps: ClearingDeps): Promise<void> {
  await setNextClearing(deps)
  const { db, clock } = deps
  for await (const item of listClearable({ db }, clock.now()))
    await transact(db, async (tx) => {
      const isUsed = item.photoId !== null && (await isPhotoUsed({ db: tx, clock }, item.photoId))
      if (isUsed && item.hasReleases) return
      const photo = await clearRemoved(tx, item)
      if (photo !== null && !isUsed) await removePhoto({ db: tx, clock }, photo)
    })
  await clearUndos({ db }, clock.now())
}

import { z } from 'zod'
import { clearRemoved, clearUndos, listClearable } from '~/domains/galleries/editor/items.server'
import { forgetPhoto } from '~/domains/photos/library.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { isPhotoUsed } from './photo-uses.server'

/** Clears away what was removed from galleries long ago, once a night. */
export const CLEAR_REMOVED = 'clear-removed-photographs'

export const clearRemovedSchema = z.object({})

export const clearingJobs = (deps: ClearingDeps): JobHandlers => ({
  [CLEAR_REMOVED]: jobHandler(clearRemovedSchema, () => clearRemovedPhotos(deps)),
})

const DAY_MS = 86_400_000
/** Three in the morning in New York, in UTC: who is awake then does not notice. */
const NIGHT_MS = 8 * 3_600_000

export interface ClearingDeps {
  db: Db
  clock: Clock
}

/** At the start of the program: the nightly job is never forgotten. */
export const setNextClearing = (deps: ClearingDeps): Promise<void> =>
  enqueueNext(deps, { kind: CLEAR_REMOVED }, { everyMs: DAY_MS, afterMs: NIGHT_MS })

/**
 * Ends what was removed from galleries long ago. A photograph goes with it when nothing else uses it: its row here,
 * and its files when files without a row are collected. One that something else shows stays under the register of the
 * gallery that it was taken in: who agreed there can withdraw.
 */
export async function clearRemovedPhotos(deps: ClearingDeps): Promise<void> {
  await setNextClearing(deps)
  const { db, clock } = deps
  for await (const item of listClearable({ db }, clock.now()))
    await transact(db, async (tx) => {
      const isUsed = item.photoId !== null && (await isPhotoUsed({ db: tx, clock }, item.photoId))
      if (isUsed && item.hasReleases) return
      const photo = await clearRemoved(tx, item)
      if (photo !== null && !isUsed) await forgetPhoto({ db: tx, clock }, photo)
    })
  await clearUndos({ db }, clock.now())
}

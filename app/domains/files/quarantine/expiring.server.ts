import { ORIGINAL_FILES } from '~/domains/photos/photo-files.server'
import { inventoryOf } from '~/platform/storage/inventory'
import type { Storage } from '~/platform/storage/storage.server'
import { selectRun } from '../collecting/store.server'
import { DAY_MS } from '../model'
import { forgetStop, listStops, mayTake, type StoppingDeps } from '../stopping/operations.server'
import { deletedAfter, KEPT_DAYS, QUARANTINE, readQuarantineKey } from './quarantine-key'
import { deleteRemovedBefore } from './store.server'

/**
 * Deletes what has been in quarantine for its whole time, unless that is too much at once: nothing else deletes originals
 * that no one removed. @returns how many files were deleted
 */
export async function expireQuarantine(deps: StoppingDeps & { storage: Storage }): Promise<number> {
  const { db, clock, storage } = deps
  const now = clock.now()
  const expired: string[] = []
  for await (const files of inventoryOf(storage, QUARANTINE)) {
    // Keys begin with their dates: the rest is younger.
    const over = files.filter(({ key }) => isOver(key, now))
    expired.push(...over.map(({ key }) => key))
    if (over.length < files.length) break
  }
  if (expired.length > 0) {
    const total = ((await ORIGINAL_FILES.count?.(db)) ?? 0) + expired.length
    const allowed = (await selectRun(db, QUARANTINE))?.allowed ?? null
    if (!(await mayTake(deps, { prefix: QUARANTINE, found: expired.length, total, allowed }))) return 0
    for (const key of expired) await storage.delete(key)
    deps.log.warn({ deleted: expired.length }, 'files were deleted after 30 days in quarantine')
  }
  await forgetStop(deps, QUARANTINE)
  // While a cleanup is stopped, files still have to come here.
  if ((await listStops(deps)).length === 0) await deleteRemovedBefore(db, now - (KEPT_DAYS + 3) * DAY_MS)
  return expired.length
}

/** A file that someone else put there stays. */
function isOver(key: string, now: number): boolean {
  const read = readQuarantineKey(key)
  return read !== undefined && now >= deletedAfter(read.date)
}

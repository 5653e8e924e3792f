import { rm } from 'node:fs/promises'
import { listStrayUploads } from '~/domains/galleries/uploads/clearing/operations.server'
import { hasContent } from '~/domains/photos/operations.server'
import { ORIGINAL_FILES } from '~/domains/photos/photo-files.server'
import type { Config } from '~/platform/config.server'
import { hashFile } from '~/platform/hash-file.server'
import type { Storage } from '~/platform/storage/storage.server'
import { quarantineKey, UPLOADS } from '../quarantine/quarantine-key'
import { forgetStop, mayTake, type StoppingDeps } from '../stopping/operations.server'
import { selectRun } from './store.server'

export type StrayUploadDeps = StoppingDeps & {
  storage: Storage
  config: StoppingDeps['config'] & Pick<Config, 'dataDir'>
}

/**
 * Moves uploaded files that no upload waits for to quarantine, whole or not: no row says how long they should be. One
 * whose content is in the library is deleted.
 * @param before only files that were last written earlier, in milliseconds since 1970
 * @returns how many are in quarantine now
 */
export async function takeStrayUploads(deps: StrayUploadDeps, before: number): Promise<number> {
  const { db, storage, clock } = deps
  const strays = await listStrayUploads(deps, before)
  const found = strays.length
  if (found > 0) {
    const total = ((await ORIGINAL_FILES.count?.(db)) ?? 0) + found
    const allowed = (await selectRun(db, UPLOADS))?.allowed ?? null
    if (!(await mayTake(deps, { prefix: UPLOADS, found, total, allowed }))) return 0
  }
  let taken = 0
  for (const { path, bytes } of strays) {
    if (bytes > 0) {
      const sha256 = await hashFile(path)
      if (!(await hasContent(deps, sha256))) {
        const key = quarantineKey(`${UPLOADS}${sha256.slice(0, 2)}/${sha256}`, clock.now())
        if (!(await storage.putFile(key, path, sha256))) continue
        taken += 1
      }
    }
    await rm(path, { force: true })
  }
  await forgetStop(deps, UPLOADS)
  return taken
}

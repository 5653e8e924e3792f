import { inventoryOf } from '~/platform/storage/inventory'
import type { Storage } from '~/platform/storage/storage.server'
import { QUARANTINE, readQuarantineKey } from './quarantine-key'

/**
 * Puts originals back that photos in the library miss: a newer database has come back, or one was moved by a mistake.
 * @param keys of originals that are missing
 * @returns those that are not in quarantine either
 */
export async function putBackLost(
  { storage }: { storage: Storage },
  keys: readonly string[],
): Promise<string[]> {
  const missing = new Set(keys)
  for await (const files of inventoryOf(storage, QUARANTINE))
    for (const { key } of files) {
      const read = readQuarantineKey(key)
      if (!read || !missing.has(read.original) || (await storage.exists(read.original))) continue
      const isBack = await storage.withFile(key, (file) => storage.putFile(read.original, file, read.photo))
      if (!isBack) continue
      await storage.delete(key)
      missing.delete(read.original)
    }
  return [...missing]
}

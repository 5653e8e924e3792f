import type { Storage, StoredEntry } from './storage.server'

/** Stored files whose keys begin with `prefix`, by key, page by page. */
export async function* inventoryOf(
  storage: Pick<Storage, 'inventory'>,
  prefix: string,
): AsyncGenerator<StoredEntry[]> {
  for (let after: string | undefined; ; ) {
    const { files, next } = await storage.inventory(prefix, after)
    yield files
    if (next === undefined) return
    after = next
  }
}

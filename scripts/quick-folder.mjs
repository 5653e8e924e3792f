import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const NEEDED = 4 * 1024 ** 3

/**
 * Where what is thrown away at once is written: thousands of databases, for which a disk takes most of the time. In
 * memory where there is plenty of it.
 */
export function quickFolder() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  const isPlenty = bavail * bsize > NEEDED && (process.availableMemory?.() ?? 0) > 2 * NEEDED
  return isPlenty ? IN_MEMORY : tmpdir()
}

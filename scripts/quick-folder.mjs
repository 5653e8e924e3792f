import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const NEEDED = 4 * 1024 ** 3

/**
 * The folder for temporary test files: thousands of databases, which would mostly wait for the disk. In memory
 * if there is enough.
 */
export function quickFolder() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  const isPlenty = bavail * bsize > NEEDED && (process.availableMemory?.() ?? 0) > 2 * NEEDED
  return isPlenty ? IN_MEMORY : tmpdir()
}

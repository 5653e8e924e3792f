import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Begins the names of these folders, and of one that isn't locked yet. */
const [NAME, NEW] = ['studio-files-', 'studio-new-']
const LOCK = 'lock'

let opened: Promise<{ path: string; lock: DatabaseSync }> | undefined

/**
 * The path of a folder of this process in the system’s temporary folder, for files that nothing needs after it. Made at
 * the first call. The system ends its lock with the process, however it ends.
 */
export async function temporaryFolder(): Promise<string> {
  const before = opened
  const folder = await before
  // Systems remove what is days old there.
  if (folder && !existsSync(folder.path) && opened === before) {
    opened = undefined
    folder.lock.close()
  }
  opened ??= open()
  opened.catch(() => {
    opened = undefined
  })
  return (await opened).path
}

/** It has its name only once it is locked, so no other process takes it for abandoned. */
async function open() {
  const made = await mkdtemp(join(tmpdir(), NEW))
  const lock = locked(join(made, LOCK))
  const path = join(tmpdir(), NAME + made.slice(made.lastIndexOf(NEW) + NEW.length))
  await rename(made, path)
  return { path, lock }
}

/** @throws if another process has the lock */
function locked(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

/** At an orderly end. */
export async function removeTemporaryFolder(): Promise<void> {
  if (!opened) return
  const { path, lock } = await opened
  opened = undefined
  await rm(path, { recursive: true, force: true })
  lock.close()
}

/** Removes the folders of processes of the same user that have ended without it, such as killed ones. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(NAME)) continue
    const path = join(tmpdir(), name)
    if (!(await isOurs(path))) continue
    let lock: DatabaseSync
    try {
      lock = locked(join(path, LOCK))
    } catch {
      continue
    }
    await rm(path, { recursive: true, force: true })
    lock.close()
  }
}

async function isOurs(path: string): Promise<boolean> {
  try {
    const [folder, lock] = [await lstat(path), await lstat(join(path, LOCK))]
    const uid = process.getuid?.() ?? folder.uid
    return folder.isDirectory() && lock.isFile() && folder.uid === uid && lock.uid === uid
  } catch {
    return false
  }
}

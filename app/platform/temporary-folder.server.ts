import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Begins the names of these folders, and of one that isn't locked yet. */
const [NAME, NEW] = ['studio-files-', 'studio-new-']
const LOCK = 'lock'

interface Opened {
  path: string
  lock: DatabaseSync
}

/** By the folder that it’s in. */
const opened = new Map<string, Promise<Opened>>()

/**
 * The path of a folder of this process for files that nothing needs after it. Made at the first call. The system ends
 * its lock with the process, however it ends.
 * @param parent another folder than the system’s temporary one, for files that it may have no room for
 */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const before = opened.get(parent)
  const folder = await before
  // Systems remove what is days old there.
  if (folder && !existsSync(folder.path) && opened.get(parent) === before) {
    opened.delete(parent)
    folder.lock.close()
  }
  const made = opened.get(parent) ?? open(parent)
  opened.set(parent, made)
  made.catch(() => opened.delete(parent))
  return (await made).path
}

/** It has its name only once it is locked, so no other process takes it for abandoned. */
async function open(parent: string): Promise<Opened> {
  const made = await mkdtemp(join(parent, NEW))
  const lock = locked(join(made, LOCK))
  const path = join(parent, NAME + made.slice(made.lastIndexOf(NEW) + NEW.length))
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
export async function removeTemporaryFolders(): Promise<void> {
  const all = [...opened.values()]
  opened.clear()
  for (const { path, lock } of await Promise.all(all)) {
    await rm(path, { recursive: true, force: true })
    lock.close()
  }
}

/** Removes the folders of processes of the same user that have ended without it, such as killed ones. */
export async function removeAbandonedFolders(parent = tmpdir()): Promise<void> {
  if (!existsSync(parent)) return
  for (const name of await readdir(parent)) {
    if (!name.startsWith(NAME)) continue
    const path = join(parent, name)
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

import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Permission bits of everyone but the owner. */
const OTHERS = 0o077
const STICKY = 0o1000

export interface MadePrivate {
  /** How many files and folders others could read. */
  changed: number
  /** Says what is still open to others, and what to do; undefined: nothing is. */
  warning: string | undefined
}

/** From now on, only its own user can read what this process and its children write. */
export const writePrivately = (): void => void process.umask(OTHERS)

/**
 * Takes a folder, and all that is in it, from every user but its owner. A folder inside that is private has been through
 * this with its contents, so a start with nothing to do looks at two levels alone.
 * Synchronous: the program does nothing else before it is done.
 */
export function makePrivate(folder: string): MadePrivate {
  const found = statSync(folder, { throwIfNoEntry: false })
  // Windows keeps a user's files from others by access lists, which are inherited.
  if (!found?.isDirectory() || process.platform === 'win32') return { changed: 0, warning: undefined }
  if (found.mode & STICKY) return { changed: 0, warning: `Every user shares ${folder}. ${ANOTHER_FOLDER}` }
  let changed = 0
  let refused: string | undefined
  // The folder first: this alone keeps others away from everything in it.
  close(folder, found.mode)
  for (const name of namesIn(folder)) closeAll(join(folder, name), { isTop: true })
  const warning =
    refused &&
    `Other users can read ${refused}, and this server can’t change that. As its owner, run: chmod -R go-rwx ${folder}`
  return { changed, warning }

  /** Contents before their folder, so that a folder is private only when everything in it is. */
  function closeAll(path: string, { isTop }: { isTop: boolean }): void {
    // A folder of photos may be a link to another disk.
    const entry = (isTop ? statSync : lstatSync)(path, { throwIfNoEntry: false })
    if (entry?.isDirectory() && (isTop || entry.mode & OTHERS)) {
      for (const name of namesIn(path)) closeAll(join(path, name), { isTop: false })
      close(path, entry.mode)
    } else if (entry?.isFile()) close(path, entry.mode)
  }

  function namesIn(path: string): string[] {
    try {
      return readdirSync(path)
    } catch (error) {
      note(path, error)
      return []
    }
  }

  function close(path: string, mode: number): void {
    if ((mode & OTHERS) === 0) return
    try {
      chmodSync(path, mode & 0o700)
      changed += 1
    } catch (error) {
      note(path, error)
    }
  }

  /** A file that is gone by now belongs to another instance that is running. */
  function note(path: string, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused ??= path
  }
}

const ANOTHER_FOLDER = 'Set DATA_DIR to a folder that only this site uses.'

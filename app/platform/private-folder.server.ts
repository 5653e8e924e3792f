import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Permission bits of everyone but the owner. */
const OTHERS = 0o077
const STICKY = 0o1000

export interface MadePrivate {
  /** Number of files and folders that others could read. */
  changed: number
  /** What is still open to others, and what to do; undefined: nothing. */
  warning: string | undefined
}

/** Makes new files of this process and its children private to its user. */
export const writePrivately = (): void => void process.umask(OTHERS)

/**
 * Makes a folder and its contents private to its user. A private subfolder was finished before, so a start
 * with nothing to do checks only two levels. Synchronous, so that nothing else runs before it is done.
 */
export function makePrivate(folder: string): MadePrivate {
  const found = statSync(folder, { throwIfNoEntry: false })
  // Windows uses inherited access lists.
  if (!found?.isDirectory() || process.platform === 'win32') return { changed: 0, warning: undefined }
  if (found.mode & STICKY) return { changed: 0, warning: `Every user shares ${folder}. ${ANOTHER_FOLDER}` }
  let changed = 0
  let refused: string | undefined
  // The folder first: this alone makes its contents inaccessible.
  close(folder, found.mode)
  for (const name of namesIn(folder)) closeAll(join(folder, name), { isTop: true })
  const warning =
    refused &&
    `Other users can read ${refused}, and this server can’t change that. As its owner, run: chmod -R go-rwx ${folder}`
  return { changed, warning }

  /** Contents before their folder, so that a private folder is always complete. */
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

  /** The file was deleted by another running instance. */
  function note(path: string, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused ??= path
  }
}

const ANOTHER_FOLDER = 'Set DATA_DIR to a folder that only this site uses.'

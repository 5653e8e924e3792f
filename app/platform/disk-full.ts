/** The disk, or a person’s share of it, has no room left: whether the system or the database says so. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    // PostgreSQL’s disk_full, and what SQLite says.
    code === '53100' ||
    /database or disk is full|disk I\/O error/.test(error.message)
  )
}

/** Waits for a write that reading does not depend on. @returns undefined when it had no room */
export async function unlessDiskFull<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return undefined
  }
}

export const DISK_FULL =
  'The disk of this site is full. What is stored is safe; make room on it, then try again: nothing has to be restarted.'

/** For visitors, who can make no room. */
export const NO_ROOM =
  'There is no room left on the disk of this site, so that what you sent is not stored. What was stored is safe. Go back: what you wrote is still there. Please send it again later.'

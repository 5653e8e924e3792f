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
  'Your server is out of disk space. Everything already saved is safe. Free up space, then try again. You don’t need to restart.'

/** For visitors, who can make no room. */
export const NO_ROOM =
  'We couldn’t save that. Go back (your text is still there) and try again later, or call us.'

/** Whether an error means that the disk or a quota is full, from the system or the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    // PostgreSQL's disk_full, and SQLite's code.
    code === '53100' ||
    /database or disk is full|disk I\/O error/.test(error.message)
  )
}

/** Ignores a full disk for an optional write. @returns undefined when there was no room */
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

/** For visitors, who can't free space. */
export const NO_ROOM =
  'We couldn’t save that. Go back (your text is still there) and try again later, or contact us.'

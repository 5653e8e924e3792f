/** "418 MB", or "1.2 GB" from a thousand on. */
export function megabytes(bytes: number): string {
  const mega = bytes / 1_000_000
  if (mega >= 1_000) return `${(mega / 1_000).toFixed(1)} GB`
  return `${mega >= 10 || mega === 0 ? Math.round(mega) : mega.toFixed(1)} MB`
}

/** How long something takes yet, in words that do not change each second. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}

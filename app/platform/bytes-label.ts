const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** "840 KB", "8.4 MB" or "28 MB": decimal units (1 KB = 1,000 bytes), up to one decimal place. */
export function bytesLabel(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 || value >= 9.95 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[unit]}`
}

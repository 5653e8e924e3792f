/** Columns whose texts are JSON that pages read without looking at it again, and what each begins with. */
const JSON_COLUMNS: Readonly<Record<string, 'list' | 'record'>> = {
  'audit.changes': 'list',
  'booking_events.detail': 'record',
  'bookings.answers': 'list',
  'bookings.policy': 'record',
  'consents.uses': 'list',
  'downloads.sent': 'list',
  'galleries.sizes': 'list',
  'galleries.watermark': 'record',
  'gallery_shares.sizes': 'list',
  'gallery_undos.before': 'list',
  'mini_days.starts': 'list',
  'outbox.body': 'record',
  'outbox.headers': 'record',
  'packages.points': 'list',
  'pages.body': 'record',
  'photo_checks.points': 'list',
  'schedules.hours': 'list',
  'services.points': 'list',
  'session_types.fixed_starts': 'list',
  'session_types.questions': 'list',
  'special_dates.hours': 'list',
  'terms_versions.body': 'record',
}

/** What a column’s texts are as JSON; undefined: they are texts. */
export const jsonKind = (table: string, column: string): 'list' | 'record' | undefined =>
  JSON_COLUMNS[`${table}.${column}`]

/** Whether a text is JSON of that kind. */
export function isJsonOf(kind: 'list' | 'record', value: string): boolean {
  try {
    const read: unknown = JSON.parse(value)
    return kind === 'list'
      ? Array.isArray(read)
      : typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

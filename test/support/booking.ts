import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Site } from './site'

/** A date with open times (YYYY-MM-DD), far enough ahead that cancellations are free. */
export const OPEN_DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Opens a running site from nine to five every day, with a portrait start time each hour. */
export function openForBooking(site: Site): void {
  write(site, (database) => {
    for (const table of ['schedules', 'special_dates', 'mini_days', 'occupancies'])
      database.exec(`delete from ${table}`)
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' }))
    database
      .prepare(
        `insert into schedules (id, resource_id, title, session_type_id, place_id, from_date, until_date, hours, version)
         values ('every-day', 'default', 'Every day', null, null, null, null, ?, 1)`,
      )
      .run(JSON.stringify(hours))
    database.exec(
      `update session_types set starts_kind = 'interval', increment_minutes = 60, buffer_before_minutes = 0,
         buffer_after_minutes = 0, minimum_notice_hours = 24, booking_window_days = 180, daily_limit = null, needs_approval = 1,
         questionnaire = '[]'`,
    )
    database.exec('update places set travel_minutes = 0')
  })
}

/** Changes a running site's database. */
export function write(site: Site, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'))
  try {
    database.exec('pragma busy_timeout = 5000')
    change(database)
  } finally {
    database.close()
  }
}

/** The start times that a page offers, in order. */
export const slotsOn = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*name="slot"[^>]*>/g)].flatMap(([input]) =>
    input.includes('type="radio"') ? (/value="([^"]*)"/.exec(input)?.[1] ?? []) : [],
  )

/** The Cookie header that a browser would send after this response. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

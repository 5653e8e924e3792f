import { manageTokenOf } from '~/domains/booking/client/manage-link.server'
import type { Booking } from '~/domains/booking/reservations/model'
import { openDatabase } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { openForBooking } from './booking'
import { makeBooking, makeSchedule } from './factories'
import { rows } from './forms'
import type { Site } from './site'
import { secretOf } from './site'

export const HOUR = 3_600_000

/** Noon UTC in twenty days: on the hour in New York, in winter and in summer. */
export const SOON = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR + 20 * 24 * HOUR + 12 * HOUR

async function onDatabase<T>(
  site: Site,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Opens a running site (on SQLite) from six to ten every day, with a start time each hour. */
export const openEveryDay = (site: Site) => {
  openForBooking(site)
  return onDatabase(site, async (db) => {
    await db.deleteFrom('schedules').execute()
    const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '06:00', closes: '22:00' }))
    return makeSchedule(db, { hours: JSON.stringify(days) })
  })
}

let nth = 0

/**
 * Adds a portrait session to a running site, each on the day after the previous one. @returns also its link's
 * token
 */
export async function bookOn(site: Site, given: Partial<Row<'bookings'>> = {}) {
  const [ids] = rows(
    site,
    `select t.id as type, p.id as place from session_types t, places p where t.slug = 'portrait' and p.slug = 'studio'`,
  )
  nth += 1
  const row = await onDatabase(site, (db) =>
    makeBooking(db, {
      reference: `DE-MAN${nth}A`,
      session_type_id: String(ids?.type),
      place_id: String(ids?.place),
      zone: 'America/New_York',
      session_date: SOON + nth * 24 * HOUR,
      ...given,
    }),
  )
  const secret = secretOf(site)
  const booking = { id: row.id, manageVersion: row.manage_version } as Booking
  const token = manageTokenOf({ config: { secret } }, booking)
  return { ...row, token, cookie: `studio_booking=${token}` }
}

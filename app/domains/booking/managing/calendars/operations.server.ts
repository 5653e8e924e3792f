import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { calendarLinks, clientEntry } from '../../external-calendars/session-entry'
import type { Booking } from '../../reservations/model'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

/** Addresses that open Google's and Outlook's calendar with the session filled in; null: it does not take place, or has. */
export async function readCalendarTargets(
  deps: Deps,
  booking: Booking,
): Promise<{ google: string; outlook: string } | null> {
  if (!isToCome(booking)) return null
  const { google, outlook } = await linksOf(deps, booking)
  return { google, outlook }
}

/** The session as the text of an iCalendar file; undefined: it does not take place, or has. */
export const readCalendarFile = async (deps: Deps, booking: Booking): Promise<string | undefined> =>
  isToCome(booking) ? (await linksOf(deps, booking)).file : undefined

async function linksOf({ db, clock, config }: Deps, booking: Booking) {
  const { studio } = await readSettings({ db })
  // Without the manage link: files are passed on, and sites read what is in their addresses.
  const options = { studio: letterheadOf(studio, config.siteUrl), stamp: clock.now(), manageLink: null }
  return calendarLinks(clientEntry(booking, options))
}

const isToCome = ({ state }: Booking): boolean => state === 'requested' || state === 'confirmed'

import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { momentLabel } from '~/platform/time'
import { KEEPS_TIME } from '../reservations/model'
import { selectOccupied } from '../reservations/occupancies-store.server'
import { selectBookingsBetween } from '../reservations/store.server'
import { feedSchema } from './external-calendar-form'
import { calendarObject } from './ics'
import { type CalendarFeed, MOST_FEEDS, REFRESH_MINUTES } from './model'
import { blockEntry, studioEntry } from './session-entry'
import {
  insertFeed,
  markFeedRead,
  revokeFeedRow,
  selectChangeTimes,
  selectFeedByHash,
  selectFeeds,
} from './store.server'

const RESOURCE = { id: 'default', number: 1 }
const DAY_MS = 86_400_000
const BACK_DAYS = 90
const AHEAD_DAYS = 1_100
const MARK_EVERY_MS = 60_000

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

/** Active feeds. `made` and `read` are in the studio's time. */
export async function listFeeds({
  db,
}: Pick<Deps, 'db'>): Promise<(CalendarFeed & { made: string; read: string | null })[]> {
  const timeZone = await readZone({ db })
  return (await selectFeeds(db)).map((feed) => ({
    ...feed,
    made: momentLabel(feed.createdAt, timeZone),
    read: feed.lastReadAt === null ? null : momentLabel(feed.lastReadAt, timeZone),
  }))
}

export type FeedMade =
  /** The token is shown only once; the database has its hash. */
  | { ok: true; token: string }
  | { ok: false; reason: 'refused'; error: string }
  | { ok: false; reason: 'too-many' }

export async function makeFeed(
  { db, clock, author }: Pick<Deps, 'db' | 'clock'> & { author: Author },
  sent: { title: string },
): Promise<FeedMade> {
  const read = parseForm(feedSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', error: read.errors.title ?? '' }
  const { title } = read.value
  return await transact(db, async (tx): Promise<FeedMade> => {
    if ((await selectFeeds(tx)).length >= MOST_FEEDS) return { ok: false, reason: 'too-many' }
    const token = newToken()
    await insertFeed(tx, {
      id: newId(),
      token_hash: sha256(token),
      title,
      created_at: clock.now(),
      last_read_at: null,
      revoked_at: null,
    })
    await recordAction({ db: tx, clock, author }, { action: 'feed-made', subject: title })
    return { ok: true, token }
  })
}

/** @returns whether there was an active feed with this id */
export async function revokeFeed(
  { db, clock, author }: Pick<Deps, 'db' | 'clock'> & { author: Author },
  id: string,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const title = await revokeFeedRow(tx, id, clock.now())
    if (title === undefined) return false
    await recordAction({ db: tx, clock, author }, { action: 'feed-ended', subject: title })
    return true
  })
}

/**
 * The iCalendar text of a feed: bookings and blocked time from 90 days ago on. undefined: unknown or revoked.
 */
export async function readCalendarFeed(
  { db, clock, config }: Deps,
  token: string,
): Promise<string | undefined> {
  const feed = await selectFeedByHash(db, sha256(token))
  if (!feed) return undefined
  const now = clock.now()
  if (feed.last_read_at === null || now - feed.last_read_at > MARK_EVERY_MS)
    await markFeedRead(db, feed.id, now)
  const from = now - BACK_DAYS * DAY_MS
  const until = now + AHEAD_DAYS * DAY_MS
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  const bookings = await selectBookingsBetween(db, {
    resourceId: RESOURCE.id,
    from,
    until,
    states: KEEPS_TIME,
  })
  const changes = await selectChangeTimes(db, { resourceId: RESOURCE.id, from: from - 2 * DAY_MS })
  const occupied = await selectOccupied(db, RESOURCE.number, { startsAt: from, endsAt: until })
  const host = new URL(config.siteUrl).hostname
  const entries = [
    ...bookings.map((booking) =>
      studioEntry(booking, { studio: branding, stamp: changes.get(booking.id) ?? booking.createdAt }),
    ),
    ...occupied
      .filter(({ kind }) => kind === 'block')
      .map((row) =>
        blockEntry(
          { ...row, startsAt: row.starts_at, endsAt: row.ends_at },
          { host, studio: { name: branding.name, email: branding.email } },
        ),
      ),
  ]
  return calendarObject('PUBLISH', entries, {
    name: `${branding.name}: sessions`,
    refreshMinutes: REFRESH_MINUTES,
  })
}

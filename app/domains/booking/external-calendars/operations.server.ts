import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { readBusy } from '~/platform/calendar-file/read-busy.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { fetchSafely, type Network, openInternet } from '~/platform/http/safe-fetch.server'
import { newId } from '~/platform/ids.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { seal, unseal } from '~/platform/sealing.server'
import { momentLabel } from '~/platform/time'
import { type ExternalCalendarErrors, externalCalendarSchema } from './external-calendar-form'
import {
  EVERY_MS,
  type ExternalCalendar,
  type ExternalCalendarField,
  MOST_CALENDARS,
  SYNC_EXTERNAL_CALENDAR,
} from './model'
import {
  deleteExternalCalendar,
  insertExternalCalendar,
  replaceBusy,
  selectExternalCalendar,
  selectExternalCalendars,
  updateExternalCalendar,
} from './store.server'

const DAY_MS = 86_400_000
const AHEAD_DAYS = 400

export interface ExternalCalendarDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** `read`: when it was last read, in the studio's time; null: never. */
export async function listExternalCalendars({
  db,
}: Pick<ExternalCalendarDeps, 'db'>): Promise<(ExternalCalendar & { read: string | null })[]> {
  const timeZone = await readZone({ db })
  return (await selectExternalCalendars(db)).map((calendar) => ({
    ...calendar,
    read: calendar.fetchedAt === null ? null : momentLabel(calendar.fetchedAt, timeZone),
  }))
}

export type ExternalCalendarAdded =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; errors: ExternalCalendarErrors }
  | { ok: false; reason: 'too-many' }

/** Subscribes to a calendar. Its URL is a secret like a password: stored encrypted and never shown again. */
export async function addExternalCalendar(
  { db, clock, config, author }: ExternalCalendarDeps & { author: Author },
  sent: Record<ExternalCalendarField, string>,
): Promise<ExternalCalendarAdded> {
  const read = parseForm(externalCalendarSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<ExternalCalendarAdded> => {
    if ((await selectExternalCalendars(tx)).length >= MOST_CALENDARS) return { ok: false, reason: 'too-many' }
    const id = newId()
    await insertExternalCalendar(tx, {
      id,
      resource_id: 'default',
      title: read.value.title,
      url: seal(config.secret, 'externalCalendar', read.value.url),
      etag: null,
      fetched_at: null,
      failure: null,
      created_at: clock.now(),
    })
    await setNextReading({ db: tx, clock }, id)
    await recordAction({ db: tx, clock, author }, { action: 'calendar-added', subject: read.value.title })
    return { ok: true, id }
  })
}

/** @returns whether it existed */
export async function removeExternalCalendar(
  { db, clock, author }: Pick<ExternalCalendarDeps, 'db' | 'clock'> & { author: Author },
  id: string,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const title = await deleteExternalCalendar(tx, id)
    if (title === undefined) return false
    await recordAction({ db: tx, clock, author }, { action: 'calendar-removed', subject: title })
    return true
  })
}

export type CalendarSynced =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  /** The events read earlier still apply. */
  | { ok: false; reason: 'failed'; sentence: string }

/** Reads an external calendar now. Its events are replaced as a whole, or kept if anything fails. */
export async function syncExternalCalendar(
  { db, clock, config }: ExternalCalendarDeps,
  id: string,
  network: Network = openInternet,
): Promise<CalendarSynced> {
  const calendar = await selectExternalCalendar(db, id)
  if (!calendar) return { ok: false, reason: 'missing' }
  const now = clock.now()
  const fail = async (reason: SyncFailure, status?: number): Promise<CalendarSynced> => {
    const sentence = failureSentence(reason, status)
    await updateExternalCalendar(db, id, { failure: sentence })
    return { ok: false, reason: 'failed', sentence }
  }
  const url = unseal(config.secret, 'externalCalendar', calendar.url)
  if (url === undefined) return await fail('sealed')
  // Processed once a day even if unchanged, since the covered period moves.
  const isKnownToday =
    calendar.fetched_at !== null && Math.floor(calendar.fetched_at / DAY_MS) === Math.floor(now / DAY_MS)
  const fetched = await fetchSafely(network, url, {
    etag: isKnownToday ? calendar.etag : null,
    accept: 'text/calendar',
  })
  if (!fetched.ok) return await fail(fetched.reason, fetched.status)
  if (fetched.text === null) {
    await updateExternalCalendar(db, id, { fetched_at: now, failure: null })
    return { ok: true }
  }
  const { studio } = await readSettings({ db })
  const read = await readBusy({
    text: fetched.text,
    zone: studio.timeZone,
    from: now - DAY_MS,
    until: now + AHEAD_DAYS * DAY_MS,
    ownUidEnd: `@${new URL(config.siteUrl).hostname}`,
  })
  if (!read.ok) return await fail(read.reason)
  const etag = fetched.etag !== null && fetched.etag.length <= 300 ? fetched.etag : null
  const isThere = await transact(db, async (tx) => {
    if (!(await updateExternalCalendar(tx, id, { etag, fetched_at: now, failure: null }))) return false
    await replaceBusy(tx, id, read.busy)
    return true
  })
  return isThere ? { ok: true } : { ok: false, reason: 'missing' }
}

/**
 * Reads a calendar as a recurring job. The next run is queued first, so that a failure doesn't end the
 * series.
 */
export async function syncInTurn(deps: ExternalCalendarDeps, id: string, network?: Network): Promise<void> {
  if (!(await selectExternalCalendar(deps.db, id))) return
  await setNextReading(deps, id)
  await syncExternalCalendar(deps, id, network)
}

/** Called at startup: queues a job for every calendar, in case its last one is missing. */
export async function scheduleSync(deps: Pick<ExternalCalendarDeps, 'db' | 'clock'>): Promise<void> {
  for (const { id } of await selectExternalCalendars(deps.db)) await setNextReading(deps, id)
}

/** Queues one job per 15 minutes, however often it's called. */
const setNextReading = (deps: Pick<ExternalCalendarDeps, 'db' | 'clock'>, id: string): Promise<void> =>
  enqueueNext(
    deps,
    { kind: SYNC_EXTERNAL_CALENDAR, about: { id, payload: { calendar: id } } },
    { everyMs: EVERY_MS },
  )

/** Why a calendar couldn't be read. */
export type SyncFailure =
  | 'address'
  | 'unknown-host'
  | 'private'
  | 'redirects'
  | 'too-large'
  | 'too-slow'
  | 'refused'
  | 'broken'
  | 'no-calendar'
  | 'too-many'
  | 'sealed'

const SENTENCES: Record<Exclude<SyncFailure, 'refused'>, string> = {
  address: 'That link isn’t supported. Use an https:// link with no username or password in it.',
  'unknown-host': 'We can’t find that server right now. Check the link.',
  private: 'That link leads to a private network, which we don’t open.',
  redirects: 'That link redirects too many times.',
  'too-large': 'That calendar is over the 5 MB limit.',
  'too-slow': 'That calendar takes too long to read.',
  broken: 'The connection was lost before we could read the calendar.',
  'no-calendar': 'That link isn’t a calendar we can read.',
  'too-many': 'That calendar has more entries than we can read.',
  sealed:
    'We can’t read this calendar’s link anymore because a secret of your server (SECRET) has changed. Add the calendar again.',
}

/** @param status HTTP status of the refusal */
export function failureSentence(reason: SyncFailure, status?: number): string {
  if (reason !== 'refused') return SENTENCES[reason]
  if (status === 401 || status === 403)
    return 'That calendar refused access. Check the link in your calendar’s sharing settings.'
  if (status === 404 || status === 410) return 'That calendar no longer exists at this link.'
  return `The calendar’s server returned an error (${status ?? 'unknown'}).`
}

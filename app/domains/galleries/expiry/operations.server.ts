import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { ENTER_DATE } from '~/platform/http/notices'
import { isCalendarDate } from '~/platform/text'
import { addDays, dateOf, longDate, momentLabel } from '~/platform/time'
import { wereOriginalsDelivered } from '../delivering/deliveries/operations.server'
import { type ExpiringGallery, FARTHEST_YEARS, REMINDER_STEPS, REOPEN_DAYS } from './model'
import {
  changeEnd,
  countEnding,
  countHeld,
  lockGallery,
  selectClosed,
  selectEnding,
  selectGallery,
  selectHeld,
  selectReminders,
} from './store.server'

interface ReadDeps {
  db: Db
  clock: Clock
}

/** A gallery as its end is shown. */
export interface ShownEnd extends ExpiringGallery {
  /** "June 12, 2026"; null: it stays open. */
  lastDay: string | null
  /** When it closed, in the studio’s time. */
  closed: string | null
}

const shown = (gallery: ExpiringGallery, zone: string): ShownEnd => ({
  ...gallery,
  lastDay: gallery.expiresOn === null ? null : longDate(gallery.expiresOn),
  closed: gallery.expiredAt === null ? null : momentLabel(gallery.expiredAt, zone),
})

/** Most of each kind on the page. */
const LISTED = 100

export interface ClosingGalleries {
  /** Wait for the studio’s word. */
  held: ShownEnd[]
  /** Close within two weeks, the first first. */
  soon: ShownEnd[]
  /** Have closed, the last first. */
  closed: ShownEnd[]
}

export async function listClosing({ db, clock }: ReadDeps): Promise<ClosingGalleries> {
  const { timeZone } = (await readSettings({ db })).studio
  const until = soonUntil(clock.now(), timeZone)
  const [held, ending, closed] = await Promise.all([
    selectHeld(db, LISTED),
    selectEnding(db, { until, limit: LISTED }),
    selectClosed(db, LISTED),
  ])
  const show = (gallery: ExpiringGallery) => shown(gallery, timeZone)
  return {
    held: held.map(show),
    soon: ending.filter(({ heldAt }) => heldAt === null).map(show),
    closed: closed.map(show),
  }
}

const soonUntil = (now: number, zone: string): string =>
  addDays(dateOf(now, zone), Math.max(...REMINDER_STEPS))

/** For the first screen of the Studio: what waits for a word, the first first, and how many close within two weeks. */
export async function readPressingEnds(
  { db, clock }: ReadDeps,
  limit: number,
): Promise<{ held: ShownEnd[]; heldCount: number; soonCount: number }> {
  const { timeZone } = (await readSettings({ db })).studio
  const [held, heldCount, soonCount] = await Promise.all([
    selectHeld(db, limit),
    countHeld(db),
    countEnding(db, soonUntil(clock.now(), timeZone)),
  ])
  return { held: held.map((gallery) => shown(gallery, timeZone)), heldCount, soonCount }
}

export interface GalleryEnd {
  gallery: ShownEnd
  /** YYYY-MM-DD */
  today: string
  /** What a form suggests as its last day. */
  suggested: string
  /** How many photographs somebody has fetched as they were given, of how many. */
  handed: { delivered: number; photographs: number; isComplete: boolean } | undefined
  reminders: { key: string; who: string; when: string; of: string }[]
}

/** The end of one client gallery with what was done about it. */
export async function readEnd({ db, clock }: ReadDeps, id: string): Promise<GalleryEnd | undefined> {
  const gallery = await selectGallery(db, id)
  if (!gallery) return undefined
  const { timeZone } = (await readSettings({ db })).studio
  const today = dateOf(clock.now(), timeZone)
  const [handed, reminders] = await Promise.all([wereOriginalsDelivered({ db }, id), selectReminders(db, id)])
  return {
    gallery: shown(gallery, timeZone),
    today,
    suggested: addDays(today, REOPEN_DAYS),
    handed,
    reminders: reminders.map(({ shareId, name, email, step, expiresOn, writtenAt }) => ({
      key: `${shareId} ${step} ${expiresOn}`,
      who: name || email,
      when: momentLabel(writtenAt, timeZone),
      of: `${step} days before ${longDate(expiresOn)}`,
    })),
  }
}

export type EndChanged =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-meanwhile' }
  /** It is a draft or archived: it has no end to change. */
  | { ok: false; reason: 'not-open' }
  | { ok: false; reason: 'refused'; errors: { expiresOn: string } }

interface WriteDeps extends ReadDeps {
  author: Author
}

/** Closes a gallery now for those it is shared with. Nothing of it is deleted. */
export const closeGallery = (deps: WriteDeps, at: { id: string; version: number }): Promise<EndChanged> =>
  changing(deps, at, () => ({
    ok: true,
    action: 'gallery-closed',
    change: { expired_at: deps.clock.now(), expiry_held_at: null },
    expiresOn: undefined,
  }))

/** Gives a gallery another last day, and opens it if it has closed. @param expiresOn YYYY-MM-DD; '': it stays open */
export const extendGallery = (
  deps: WriteDeps,
  at: { id: string; version: number },
  { expiresOn }: { expiresOn: string },
): Promise<EndChanged> =>
  changing(deps, at, ({ state }, today) => {
    const error = expiresOn === '' ? undefined : lastDayError(expiresOn, today)
    if (error) return { ok: false, reason: 'refused', errors: { expiresOn: error } }
    const action = state === 'expired' ? 'gallery-reopened' : 'gallery-extended'
    return { ok: true, action, ...openUntil(expiresOn === '' ? null : expiresOn) }
  })

/** Opens a gallery that has closed for a month more. */
export const reopenGallery = (deps: WriteDeps, at: { id: string; version: number }): Promise<EndChanged> =>
  changing(deps, at, (_, today) => ({
    ok: true,
    action: 'gallery-reopened',
    ...openUntil(addDays(today, REOPEN_DAYS)),
  }))

const openUntil = (expiresOn: string | null) => ({
  change: { expires_on: expiresOn, expired_at: null, expiry_held_at: null },
  expiresOn,
})

/** @returns why a gallery cannot have this last day */
export function lastDayError(day: string, today: string): string | undefined {
  if (!isCalendarDate(day)) return ENTER_DATE
  if (day < today) return 'This date is in the past. Enter today or a later date.'
  const farthest = Temporal.PlainDate.from(today).add({ years: FARTHEST_YEARS }).toString()
  return day > farthest ? `Enter a date within ${FARTHEST_YEARS} years, or leave it blank.` : undefined
}

type Decided =
  | {
      ok: true
      action: 'gallery-closed' | 'gallery-extended' | 'gallery-reopened'
      change: Parameters<typeof changeEnd>[2]
      /** undefined: its last day stays. */
      expiresOn: string | null | undefined
    }
  | Extract<EndChanged, { reason: 'refused' }>

async function changing(
  { db, clock, author }: WriteDeps,
  at: { id: string; version: number },
  decide: (gallery: ExpiringGallery, today: string) => Decided,
): Promise<EndChanged> {
  return await transact(db, async (tx): Promise<EndChanged> => {
    const gallery = await lockGallery(tx, at.id)
    if (!gallery) return { ok: false, reason: 'missing' }
    if (gallery.state !== 'published' && gallery.state !== 'expired') return { ok: false, reason: 'not-open' }
    const { timeZone } = (await readSettings({ db: tx })).studio
    const decided = decide(gallery, dateOf(clock.now(), timeZone))
    if (!decided.ok) return decided
    if (gallery.version !== at.version || !(await changeEnd(tx, at, decided.change)))
      return { ok: false, reason: 'changed-meanwhile' }
    const { action, expiresOn } = decided
    await recordAction(
      { db: tx, clock, author },
      {
        action,
        subject: `“${gallery.title}”`,
        changes:
          expiresOn === undefined || expiresOn === gallery.expiresOn
            ? []
            : [{ field: 'Expiration date', from: dayOf(gallery.expiresOn), to: dayOf(expiresOn) }],
      },
    )
    return { ok: true }
  })
}

const dayOf = (day: string | null): string => (day === null ? '' : longDate(day))

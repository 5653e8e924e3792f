import { z } from 'zod'
import type { Author, Change } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { date, must, optional } from '~/platform/fields'
import { type FieldErrors, parseForm } from '~/platform/forms'
import { enqueueAt, nextTurn } from '~/platform/jobs/recurring.server'
import { type EmailBranding, emailBrandingOf } from '~/platform/mail/email-branding'
import { isMailAddress } from '~/platform/text'
import { addDays, dateOf, fullDate, longDate, momentLabel, timeLabel } from '~/platform/time'
import { aboutShare, findGalleryHead, shareTokenOf } from '../access/operations.server'
import { coverForEmail } from '../client-gallery/email-cover.server'
import { isFullyDownloaded } from '../downloads/receipts.server'
import { galleryState } from '../model'
import { withdrawAnswerMails } from '../proofing/comments.server'
import { pausedMail, reminderMail } from './emails.server'
import {
  CHECK_EVERY_MS,
  CHECK_EXPIRATIONS,
  dueReminder,
  type ExpiringGallery,
  expirationTime,
  FARTHEST_YEARS,
  REMINDER_STEPS,
  REOPEN_DAYS,
  reminderTime,
} from './model'
import {
  countExpiring,
  countPaused,
  insertReminder,
  lockGallery,
  selectClosed,
  selectExpiring,
  selectGallery,
  selectNextExpiration,
  selectPaused,
  selectReminders,
  selectToRemind,
  setExpiration,
  updateExpiration,
} from './store.server'

interface ReadDeps {
  db: Db
  clock: Clock
}

/** A gallery's expiration as the Studio shows it. */
export interface ShownExpiration extends ExpiringGallery {
  /** "June 12, 2026"; null: no expiration. */
  lastDay: string | null
  /** When it expired, in the studio’s time; null: it hasn't. */
  closed: string | null
}

const shown = (gallery: ExpiringGallery, zone: string): ShownExpiration => ({
  ...gallery,
  lastDay: gallery.expiresOn === null ? null : longDate(gallery.expiresOn),
  closed: gallery.expiredAt === null ? null : momentLabel(gallery.expiredAt, zone),
})

/** Maximum galleries listed per kind. */
const LISTED = 100

export interface ExpiringGalleries {
  /** Waiting for the studio’s decision. */
  paused: ShownExpiration[]
  /** Expiring within two weeks, soonest first. */
  soon: ShownExpiration[]
  /** Expired, latest first. */
  closed: ShownExpiration[]
}

export async function listExpiring({ db, clock }: ReadDeps): Promise<ExpiringGalleries> {
  const timeZone = await readZone({ db })
  const until = soonUntil(clock.now(), timeZone)
  const [paused, ending, closed] = await Promise.all([
    selectPaused(db, LISTED),
    selectExpiring(db, { until, limit: LISTED }),
    selectClosed(db, LISTED),
  ])
  const show = (gallery: ExpiringGallery) => shown(gallery, timeZone)
  return {
    paused: paused.map(show),
    soon: ending.filter(({ pausedAt }) => pausedAt === null).map(show),
    closed: closed.map(show),
  }
}

const soonUntil = (now: number, zone: string): string =>
  addDays(dateOf(now, zone), Math.max(...REMINDER_STEPS))

/** For Today: galleries that wait for the studio's decision, and how many expire within two weeks. */
export async function readUrgentExpirations(
  { db, clock }: ReadDeps,
  limit: number,
): Promise<{ paused: ShownExpiration[]; pausedCount: number; soonCount: number }> {
  const timeZone = await readZone({ db })
  const [paused, pausedCount, soonCount] = await Promise.all([
    selectPaused(db, limit),
    countPaused(db),
    countExpiring(db, soonUntil(clock.now(), timeZone)),
  ])
  return { paused: paused.map((gallery) => shown(gallery, timeZone)), pausedCount, soonCount }
}

export interface GalleryExpiration {
  gallery: ShownExpiration
  /** YYYY-MM-DD */
  today: string
  /** Suggested last day, YYYY-MM-DD. */
  suggested: string
  /** Number of photos downloaded in the size that counts as delivery, and the total. */
  coverage: { delivered: number; photos: number; isComplete: boolean } | undefined
  reminders: { key: string; who: string; when: string; of: string }[]
}

/** A client gallery's expiration and its reminders. */
export async function readExpiration(
  { db, clock }: ReadDeps,
  id: string,
): Promise<GalleryExpiration | undefined> {
  const gallery = await selectGallery(db, id)
  if (!gallery) return undefined
  const timeZone = await readZone({ db })
  const today = dateOf(clock.now(), timeZone)
  const [coverage, reminders] = await Promise.all([isFullyDownloaded({ db }, id), selectReminders(db, id)])
  return {
    gallery: shown(gallery, timeZone),
    today,
    suggested: addDays(today, REOPEN_DAYS),
    coverage,
    reminders: reminders.map(({ shareId, name, email, step, expiresOn, writtenAt }) => ({
      key: `${shareId} ${step} ${expiresOn}`,
      who: name || email,
      when: momentLabel(writtenAt, timeZone),
      of: `${step} days before ${longDate(expiresOn)}`,
    })),
  }
}

export type ExpirationChanged =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  /** It is archived, or a draft, which only a date can be set for. */
  | { ok: false; reason: 'not-open' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }

interface WriteDeps extends ReadDeps {
  author: Author
}

/** Expires a gallery now. Nothing is deleted. */
export const expireGallery = (
  deps: WriteDeps,
  at: { id: string; version: number },
): Promise<ExpirationChanged> =>
  changing(deps, at, ({ state }) =>
    state === 'draft'
      ? { ok: false, reason: 'not-open' }
      : {
          ok: true,
          action: 'gallery-closed',
          change: { expired_at: deps.clock.now(), expiry_paused_at: null },
          expiresOn: undefined,
        },
  )

/**
 * Sets another last day, and reopens the gallery if it has expired.
 * @param expiresOn YYYY-MM-DD; '': no expiration
 */
export const extendGallery = (
  deps: WriteDeps,
  at: { id: string; version: number },
  { expiresOn: given }: { expiresOn: string },
): Promise<ExpirationChanged> =>
  changing(deps, at, ({ state }, today) => {
    const read = parseForm(expirationSchema(today), { expiresOn: given })
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const { expiresOn } = read.value
    const action = state === 'expired' ? 'gallery-reopened' : 'gallery-extended'
    return { ok: true, action, ...openUntil(expiresOn) }
  })

/** Reopens an expired gallery for REOPEN_DAYS. */
export const reopenGallery = (
  deps: WriteDeps,
  at: { id: string; version: number },
): Promise<ExpirationChanged> =>
  changing(deps, at, ({ state }, today) =>
    state === 'draft'
      ? { ok: false, reason: 'not-open' }
      : { ok: true, action: 'gallery-reopened', ...openUntil(addDays(today, REOPEN_DAYS)) },
  )

const openUntil = (expiresOn: string | null) => ({
  change: { expires_on: expiresOn, expired_at: null, expiry_paused_at: null },
  expiresOn,
})

/** Schema of the last day; null: no expiration. */
export function expirationSchema(today: string) {
  const farthest = Temporal.PlainDate.from(today).add({ years: FARTHEST_YEARS }).toString()
  return z.object({
    expiresOn: optional(
      date().check(
        must((day) => day >= today, 'This date is in the past. Enter today or a later date.'),
        must((day) => day <= farthest, `Enter a date within ${FARTHEST_YEARS} years, or leave it blank.`),
      ),
    ),
  })
}

type Decided =
  | {
      ok: true
      action: 'gallery-closed' | 'gallery-extended' | 'gallery-reopened'
      change: Parameters<typeof updateExpiration>[2]
      /** undefined: the last day stays. */
      expiresOn: string | null | undefined
    }
  | Extract<ExpirationChanged, { reason: 'refused' | 'not-open' }>

async function changing(
  { db, clock, author }: WriteDeps,
  at: { id: string; version: number },
  decide: (gallery: ExpiringGallery, today: string) => Decided,
): Promise<ExpirationChanged> {
  return await transact(db, async (tx): Promise<ExpirationChanged> => {
    const gallery = await lockGallery(tx, at.id)
    if (!gallery) return { ok: false, reason: 'missing' }
    if (gallery.state === 'archived') return { ok: false, reason: 'not-open' }
    const timeZone = await readZone({ db: tx })
    const decided = decide(gallery, dateOf(clock.now(), timeZone))
    if (!decided.ok) return decided
    if (gallery.version !== at.version || !(await updateExpiration(tx, at, decided.change)))
      return { ok: false, reason: 'changed-since' }
    const { action, expiresOn } = decided
    if (action === 'gallery-closed') await withdrawAnswerMails({ db: tx }, at.id)
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

export interface CheckDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** Maximum galleries per check. Later checks handle the others. */
const MOST = 1_000

/**
 * Checks galleries that expire soon or have expired: reminds clients, closes galleries at midnight after
 * their last day, or asks the studio first. Decides by the current state only, so a changed date, another
 * zone or downtime need no cleanup.
 */
export async function checkExpirations(deps: CheckDeps): Promise<void> {
  const { db, clock } = deps
  await queueNextCheck(deps)
  const { studio } = await readSettings({ db })
  const zone = studio.timeZone
  const branding = emailBrandingOf(studio, deps.config.siteUrl)
  const until = addDays(dateOf(clock.now(), zone), Math.max(...REMINDER_STEPS))
  const failures: unknown[] = []
  const galleries = [...(await selectPaused(db, MOST)), ...(await selectExpiring(db, { until, limit: MOST }))]
  for (const id of new Set(galleries.map((gallery) => gallery.id)))
    try {
      await transact(db, (tx) => lookAt({ ...deps, db: tx }, id, { zone, branding }))
    } catch (error) {
      // An error with one gallery must not affect the others.
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every gallery could be checked.')
}

/** Queues the next check: in a few minutes, or at midnight if a gallery expires then. */
export async function queueNextCheck({ db, clock }: Pick<CheckDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const zone = await readZone({ db })
  const next = await selectNextExpiration(db, dateOf(now, zone))
  const regular = nextTurn(now, { everyMs: CHECK_EVERY_MS })
  const runAt = Math.min(regular, ...(next ? [expirationTime(next, zone)] : []))
  await enqueueAt({ db, clock }, { kind: CHECK_EXPIRATIONS }, runAt)
}

type TxDeps = CheckDeps & { db: Tx }

interface Studio {
  zone: string
  branding: EmailBranding
}

async function lookAt(deps: TxDeps, id: string, studio: Studio): Promise<void> {
  const gallery = await lockGallery(deps.db, id)
  if (gallery?.state !== 'published') return
  const { expiresOn, pausedAt } = gallery
  const isOver = expiresOn !== null && deps.clock.now() >= expirationTime(expiresOn, studio.zone)
  if (expiresOn !== null && isOver) return await end(deps, { ...gallery, expiresOn }, studio)
  // The last day was changed in the settings, so the pending question is obsolete.
  if (pausedAt !== null) await setExpiration(deps.db, id, { expiry_paused_at: null })
  if (expiresOn !== null) await remind(deps, { ...gallery, expiresOn }, studio)
}

type Ending = ExpiringGallery & { expiresOn: string }

async function end(deps: TxDeps, gallery: Ending, { branding }: Studio): Promise<void> {
  const { db, clock } = deps
  if (gallery.pausedAt !== null) return
  const coverage = await isFullyDownloaded({ db }, gallery.id)
  if (coverage?.isComplete !== false) {
    await withdrawAnswerMails({ db }, gallery.id)
    return await setExpiration(db, gallery.id, { expired_at: clock.now() })
  }
  await setExpiration(db, gallery.id, { expiry_paused_at: clock.now() })
  const { title, expiresOn } = gallery
  await queueMail(
    deps,
    pausedMail({
      ...{ branding, title, lastDay: fullDate(expiresOn) },
      delivered: `${coverage.delivered} of ${coverage.photos} photos`,
      page: `${deps.config.siteUrl}/studio/galleries/${gallery.id}/expiration`,
    }),
  )
}

async function remind(deps: TxDeps, gallery: Ending, { zone, branding }: Studio): Promise<void> {
  const { db, clock, config } = deps
  const { id: galleryId, title, expiresOn, hasDownloads } = gallery
  const now = clock.now()
  const step = dueReminder(expiresOn, now, zone)
  if (step === undefined) return
  const dueAt = reminderTime(step, expiresOn, zone).from
  const closesAt = expirationTime(expiresOn, zone)
  const shares = await selectToRemind(db, { galleryId, step, expiresOn, dueAt, closesAt })
  if (shares.length === 0) return
  const head = await findGalleryHead({ db }, galleryId)
  const cover = head ? await coverForEmail({ db }, head) : null
  for (const share of shares) {
    if (!isMailAddress(share.email)) continue
    const row = { gallery_id: galleryId, share_id: share.id, step, expires_on: expiresOn, written_at: now }
    if (!(await insertReminder(db, row))) continue
    const { name, email } = share
    const link = `${config.siteUrl}/g/${shareTokenOf({ config }, share)}`
    const lastDay = fullDate(expiresOn)
    // 11:59 PM, the minute before the gallery expires.
    const lastMoment = `${lastDay}, ${timeLabel(closesAt - 60_000, zone)}`
    const to = { name, email }
    const mail = reminderMail({ branding, to, title, cover, lastDay, lastMoment, link, hasDownloads })
    await queueMail(deps, { ...mail, expiresAt: closesAt, about: aboutShare(share) })
  }
}

interface Opened {
  /** Columns to update when publishing. */
  set: Partial<Pick<Row<'galleries'>, 'expires_on' | 'expired_at' | 'expiry_paused_at'>>
  changes: Change[]
}

/**
 * How publishing changes a gallery's expiration: an expired gallery is reopened. A last day in the past would
 * expire it within minutes, so it is extended as by `reopenGallery`.
 */
export async function openByPublishing(
  { db, clock }: { db: Tx; clock: Clock },
  gallery: Row<'galleries'>,
): Promise<Opened> {
  if (gallery.kind !== 'client' || galleryState(gallery) === 'published') return { set: {}, changes: [] }
  const set = { expired_at: null, expiry_paused_at: null }
  const last = gallery.expires_on
  if (last === null) return { set, changes: [] }
  const today = dateOf(clock.now(), await readZone({ db }))
  if (last >= today) return { set, changes: [] }
  const moved = addDays(today, REOPEN_DAYS)
  return {
    set: { ...set, expires_on: moved },
    changes: [{ field: 'Expiration date', from: longDate(last), to: longDate(moved) }],
  }
}

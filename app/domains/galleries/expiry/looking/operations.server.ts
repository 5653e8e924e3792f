import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { enqueueAt, nextTurn } from '~/platform/jobs/recurring.server'
import { type Letterhead, letterheadOf } from '~/platform/mail/letterhead'
import { isMailAddress } from '~/platform/text'
import { addDays, dateOf, fullDate, timeLabel } from '~/platform/time'
import { aboutShare, shareTokenOf } from '../../access/operations.server'
import { wereOriginalsDelivered } from '../../delivering/deliveries/operations.server'
import { heldMail, reminderMail } from '../emails.server'
import { type ExpiringGallery, LOOK_AT_EXPIRY, LOOK_EVERY_MS, REMINDER_STEPS } from '../model'
import { closingTime, dueReminder, reminderTime } from '../reminder-times'
import {
  insertReminder,
  lockGallery,
  selectEnding,
  selectHeld,
  selectNextEnd,
  selectToRemind,
  setEnd,
} from '../store.server'

export interface LookDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** As many are looked at in one go; the others have their turn when these are closed. */
const MOST = 1_000

/**
 * Looks once at the galleries that end soon or have ended: reminds those they are shared with, closes them at the
 * midnight that ends their last day, or asks the studio first. Everything is decided from what holds at this moment, so
 * that a moved date, another zone, or a program that did not run need nothing undone.
 */
export async function lookAtExpiry(deps: LookDeps): Promise<void> {
  const { db, clock } = deps
  await setNextLook(deps)
  const { studio } = await readSettings({ db })
  const zone = studio.timeZone
  const letterhead = letterheadOf(studio, deps.config.siteUrl)
  const until = addDays(dateOf(clock.now(), zone), Math.max(...REMINDER_STEPS))
  const failures: unknown[] = []
  const galleries = [...(await selectHeld(db, MOST)), ...(await selectEnding(db, { until, limit: MOST }))]
  for (const id of new Set(galleries.map((gallery) => gallery.id)))
    try {
      await transact(db, (tx) => lookAt({ ...deps, db: tx }, id, { zone, letterhead }))
    } catch (error) {
      // One gallery keeps no other open.
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every gallery could be checked.')
}

/** The next look: in a few minutes, or at the midnight before that at which a gallery closes. */
export async function setNextLook({ db, clock }: Pick<LookDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const zone = (await readSettings({ db })).studio.timeZone
  const next = await selectNextEnd(db, dateOf(now, zone))
  const regular = nextTurn(now, { everyMs: LOOK_EVERY_MS })
  const runAt = Math.min(regular, ...(next ? [closingTime(next, zone)] : []))
  await enqueueAt({ db, clock }, { kind: LOOK_AT_EXPIRY }, runAt)
}

type TxDeps = LookDeps & { db: Tx }

interface Studio {
  zone: string
  letterhead: Letterhead
}

async function lookAt(deps: TxDeps, id: string, studio: Studio): Promise<void> {
  const gallery = await lockGallery(deps.db, id)
  if (gallery?.state !== 'published') return
  const { expiresOn, heldAt } = gallery
  const isOver = expiresOn !== null && deps.clock.now() >= closingTime(expiresOn, studio.zone)
  if (expiresOn !== null && isOver) return await end(deps, { ...gallery, expiresOn }, studio)
  // Its last day was moved where galleries are edited: there is nothing to ask any more.
  if (heldAt !== null) await setEnd(deps.db, id, { expiry_held_at: null })
  if (expiresOn !== null) await remind(deps, { ...gallery, expiresOn }, studio)
}

type Ending = ExpiringGallery & { expiresOn: string }

async function end(deps: TxDeps, gallery: Ending, { letterhead }: Studio): Promise<void> {
  const { db, clock } = deps
  if (gallery.heldAt !== null) return
  const handed = await wereOriginalsDelivered({ db }, gallery.id)
  if (handed?.isComplete !== false) return await setEnd(db, gallery.id, { expired_at: clock.now() })
  await setEnd(db, gallery.id, { expiry_held_at: clock.now() })
  const { title, expiresOn } = gallery
  await queueMail(
    deps,
    heldMail({
      ...{ letterhead, title, lastDay: fullDate(expiresOn) },
      delivered: `${handed.delivered} of ${handed.photographs} photos`,
      page: `${deps.config.siteUrl}/studio/galleries/${gallery.id}/expiration`,
    }),
  )
}

async function remind(deps: TxDeps, gallery: Ending, { zone, letterhead }: Studio): Promise<void> {
  const { db, clock, config } = deps
  const { id: galleryId, title, expiresOn, hasDownloads } = gallery
  const now = clock.now()
  const step = dueReminder(expiresOn, now, zone)
  if (step === undefined) return
  const dueAt = reminderTime(step, expiresOn, zone).from
  const closesAt = closingTime(expiresOn, zone)
  for (const share of await selectToRemind(db, { galleryId, step, expiresOn, dueAt, closesAt })) {
    if (!isMailAddress(share.email)) continue
    const row = { gallery_id: galleryId, share_id: share.id, step, expires_on: expiresOn, written_at: now }
    if (!(await insertReminder(db, row))) continue
    const { name, email } = share
    const link = `${config.siteUrl}/g/${shareTokenOf({ config }, share)}`
    const lastDay = fullDate(expiresOn)
    // The minute before the midnight at which it closes.
    const lastMoment = `${lastDay}, ${timeLabel(closesAt - 60_000, zone)}`
    const to = { name, email }
    const mail = reminderMail({ letterhead, to, title, lastDay, lastMoment, link, hasDownloads })
    await queueMail(deps, { ...mail, expiresAt: closesAt, about: aboutShare(share) })
  }
}

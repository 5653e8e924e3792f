import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { dateOf } from '~/platform/time'
import type { Offer } from '../availability/model'
import { findOfferOf } from '../availability/operations.server'
import { instantsOf, wallTimeOf } from '../availability/wall-time'
import type { FieldErrors } from '../booking-form'
import type { Booking } from '../reservations/model'
import { dropExpiredHolds, lockCalendar } from '../reservations/occupancies-store.server'
import { writeBooking } from '../reservations/operations.server'
import { selectBooking } from '../reservations/store.server'
import { readSlot } from '../slots/model'
import { dayAndTime } from '../start-labels'
import { type ByHand, manualBookingSchema } from './manual-booking-form'
import type { ByHandFormShown } from './model'
import { isOnceId } from './model'
import { checkStart } from './start-check.server'
import { isOfferedAt, selectByHandChoices } from './store.server'

export interface ByHandDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

/** What the form offers. `start`: an instant from the calendar, such as `2026-12-05T15:30:00Z`; '' without one. */
export async function readByHandForm(
  { db, clock }: Pick<ByHandDeps, 'db' | 'clock'>,
  start: string,
): Promise<ByHandFormShown> {
  const zone = (await readSettings({ db })).studio.timeZone
  const startsAt = readSlot(start)
  const choices = { ...(await selectByHandChoices(db)), once: newId() }
  if (startsAt === undefined) return { ...choices, date: dateOf(clock.now(), zone), time: '', which: '' }
  const [date = '', time = ''] = wallTimeOf(startsAt, zone).split('T')
  const [, second] = instantsOf(date, time, zone)
  const which = second === undefined ? '' : second === startsAt ? 'second' : 'first'
  return { ...choices, date, time, which }
}

/** What can be booked by hand, with what each session asks. */
export const listByHandTypes = async ({ db }: Pick<ByHandDeps, 'db'>): Promise<ByHandFormShown['types']> =>
  (await selectByHandChoices(db)).types

export type BookedByHand =
  /** `repeated`: the same form had arrived before; it made nothing new. */
  | { ok: true; booking: Booking; repeated: boolean }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  /** It breaks what holds for clients; with `anyway` it is done. */
  | { ok: false; reason: 'off-rules'; warnings: string[] }
  /** Somebody has that time. */
  | { ok: false; reason: 'taken'; inTheWay: string }

/**
 * Takes down a booking that was made by telephone or at the door: at any time, in spite of notice, hours and limits
 * once that is said on purpose, never over another booking, a hold or a block. `once` is the form's own id.
 */
export async function bookByHand(
  deps: ByHandDeps,
  { get, once }: { get: (name: string) => string; once: string },
): Promise<BookedByHand> {
  const { db, clock } = deps
  const read = await readWhole(db, get)
  if (!read.ok) return read
  const { offer, byHand } = read
  const check = await checkStart({ db, clock }, { offer, startsAt: byHand.startsAt })
  // Looked for after the check: what is in the way may be what this very form has booked.
  const before = await selectBooking(db, { submissionKey: keyOf(once) })
  if (before) return { ok: true, booking: before, repeated: true }
  if (check.inTheWay !== '') return { ok: false, reason: 'taken', inTheWay: check.inTheWay }
  const warnings = [...(read.isOffered ? [] : [notOffered(offer)]), ...check.warnings]
  if (warnings.length > 0 && !byHand.anyway) return { ok: false, reason: 'off-rules', warnings }
  for (;;) {
    const booked = await store(deps, offer, byHand, { once, miniDayId: check.miniDayId })
    if (booked) return booked
  }
}

async function readWhole(
  db: Db,
  get: (name: string) => string,
): Promise<
  | { ok: true; offer: Offer; byHand: ByHand; isOffered: boolean }
  | Extract<BookedByHand, { reason: 'refused' }>
> {
  const { types, places } = await selectByHandChoices(db)
  const zone = (await readSettings({ db })).studio.timeZone
  const type = types.find(({ id }) => id === get('type'))
  const place = places.find(({ id }) => id === get('place'))
  const asked = { asksAddress: place?.kind === 'client', questions: type?.questions ?? [] }
  const read = parseForm(manualBookingSchema(asked, { types, places, zone }), { get })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!type || !place) throw new Error('A session or location that isn’t there was accepted.')
  const offer = await findOfferOf({ db }, { sessionType: type, place })
  return { ok: true, offer, byHand: read.value, isOffered: await isOfferedAt(db, type.id, place.id) }
}

const notOffered = ({ type, place }: Offer): string =>
  `Clients can’t book ${type.title} at this location: ${place.title}.`

/** @returns undefined when the reference is taken */
async function store(
  { db, clock, config, author }: ByHandDeps,
  offer: Offer,
  byHand: ByHand,
  { once, miniDayId }: { once: string; miniDayId: string | null },
): Promise<BookedByHand | undefined> {
  const settings = await readSettings({ db })
  return await transact(db, async (tx, rollback): Promise<BookedByHand | undefined> => {
    await lockCalendar(tx, offer.resourceId)
    await dropExpiredHolds(tx, offer.resourceNumber, clock.now())
    const submissionKey = keyOf(once)
    const before = await selectBooking(tx, { submissionKey })
    if (before) return { ok: true, booking: before, repeated: true }
    const { startsAt, details, state, isTold, priceCents = offer.type.priceCents } = byHand
    const written = await writeBooking(
      { db: tx, clock, config },
      {
        settings,
        offer,
        startsAt,
        details,
        state,
        isTold,
        priceCents,
        termsVersion: null,
        miniDayId,
        submissionKey: isOnceId(once) ? submissionKey : null,
        by: { kind: 'studio', name: author.name },
      },
    )
    if (!written.ok)
      return written.reason === 'taken'
        ? rollback({ ok: false, reason: 'taken', inTheWay: 'someone who booked a moment earlier' })
        : rollback(undefined)
    const { booking } = written
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'booking-added',
        subject: `Booking ${booking.reference} of ${booking.name}`,
        changes: [{ field: 'Starts', from: '', to: dayAndTime(startsAt, booking.zone) }],
      },
    )
    return { ok: true, booking, repeated: false }
  })
}

const keyOf = (once: string): string => `by-hand ${once}`

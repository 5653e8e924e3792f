import { changePrice, chargeFee, saveInstallments } from '~/domains/billing/operations.server'
import type { Installment } from '~/domains/billing/schedule'
import { withTax } from '~/domains/billing/tax'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { findOfferOf } from '../availability/operations.server'
import type { ClientDetails } from '../booking-form'
import { confirmBooking } from '../requirements/accepting.server'
import { tellOfNew } from '../requirements/operations.server'
import type { Booking } from './model'
import { dropExpiredHolds, lockCalendar } from './occupancies-store.server'
import { writeBooking } from './operations.server'
import { changeAgreedPrice, selectBooking } from './store.server'

interface Deps {
  /** The transaction in which it was agreed on. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** What a client has agreed to pay, without tax that is added. */
export interface AgreedPrice {
  priceCents: number
  depositCents: number
  /** Products that are charged beside the session. */
  products: { title: string; cents: number }[]
  installments: Installment[]
}

export interface AgreedSession extends AgreedPrice {
  sessionTypeId: string
  placeId: string
  /** Milliseconds since 1970. */
  startsAt: number
  travelFeeCents: number
  details: ClientDetails
  /** What only the studio reads; '' for nothing. */
  privateNote: string
}

/** Locks the calendar of a session before anything else is locked. */
export async function lockCalendarOf(
  { db }: Pick<Deps, 'db'>,
  { sessionTypeId, placeId }: Pick<AgreedSession, 'sessionTypeId' | 'placeId'>,
): Promise<void> {
  const offer = await findOfferOf({ db }, { sessionType: { id: sessionTypeId }, place: { id: placeId } })
  await lockCalendar(db, offer.resourceId)
}

export type BookedAsAgreed = { ok: true; booking: Booking } | { ok: false; reason: 'taken' }

/**
 * Books a session that the studio proposed and its client signed for, as confirmed. Rules about notice and hours
 * don't apply, but the time must be free. Unless ok, the transaction must be rolled back.
 */
export async function bookAgreed(deps: Deps, agreed: AgreedSession): Promise<BookedAsAgreed> {
  const { db, clock } = deps
  const { sessionTypeId, placeId, startsAt, details, priceCents, depositCents, travelFeeCents, privateNote } =
    agreed
  const offer = await findOfferOf({ db }, { sessionType: { id: sessionTypeId }, place: { id: placeId } })
  await lockCalendar(db, offer.resourceId)
  await dropExpiredHolds(db, offer.resourceNumber, clock.now())
  const settings = await readSettings({ db })
  for (let turn = 0; turn < REFERENCES; turn++) {
    const written = await writeBooking(deps, {
      settings,
      offer: {
        ...offer,
        type: { ...offer.type, depositCents, priceUnit: '' },
        place: { ...offer.place, travelFeeCents },
      },
      ...{ startsAt, details, privateNote, priceCents, wanted: 'confirmed', notifies: false },
      ...{ miniDayId: null, termsVersion: null, submissionKey: null },
      by: { kind: 'client', name: details.name },
    })
    if (written.ok) {
      await chargeProducts(deps, written.booking.id, agreed)
      // The emails name what was charged.
      await tellOfNew(deps, written.booking)
      return written
    }
    // Nothing is written when the reference is taken.
    if (written.reason === 'taken') return { ok: false, reason: 'taken' }
  }
  throw new Error('Every new reference was taken.')
}

const REFERENCES = 10

/** Gives a booking the price that its client signed for, and confirms it. */
export async function agreeOnPrice(
  deps: Deps,
  bookingId: string,
  agreed: AgreedPrice,
): Promise<BookedAsAgreed> {
  const { db, clock } = deps
  const before = await selectBooking(db, { id: bookingId })
  if (!before || (before.state !== 'requested' && before.state !== 'confirmed'))
    return { ok: false, reason: 'taken' }
  const { priceCents, depositCents } = agreed
  await changeAgreedPrice(db, bookingId, { priceCents, depositCents })
  await changePrice({ db, clock }, bookingId, priceCents, taxRulesOf(await readSettings({ db })))
  await chargeProducts(deps, bookingId, agreed)
  if (before.state === 'requested') {
    const by = { kind: 'client', name: before.name } as const
    const confirmed = await confirmBooking({ ...deps, by }, before, '', { atOnce: true })
    if (!confirmed.ok) return { ok: false, reason: 'taken' }
  }
  const booking = await selectBooking(db, { id: bookingId })
  if (!booking) throw new Error('A booking that was just changed is missing.')
  return { ok: true, booking }
}

async function chargeProducts(
  { db, clock }: Deps,
  bookingId: string,
  { products, installments }: AgreedPrice,
): Promise<void> {
  const rules = taxRulesOf(await readSettings({ db }))
  for (const { title, cents } of products) {
    const { amountCents, tax } = withTax('other', cents, rules)
    if (amountCents === 0) continue
    const charge = { bookingId, kind: 'other', title, amountCents, tax, endsWithBooking: true } as const
    await chargeFee({ db }, { ...charge, at: clock.now() })
  }
  await saveInstallments({ db }, bookingId, () => installments)
}

import { pino } from 'pino'
import { expect } from 'vitest'
import { readLedger } from '~/domains/billing/operations.server'
import { bookingView } from '~/domains/booking/client/booking-view'
import { cancelClientBooking, rescheduleClientBooking } from '~/domains/booking/client/changes.server'
import { readBookingStory } from '~/domains/booking/client/operations.server'
import { decideBooking } from '~/domains/booking/manage/edits.server'
import { readBookingForStudio } from '~/domains/booking/manage/operations.server'
import { balanceOf } from '~/domains/booking/payments/balance'
import { addFee, recordPayment, voidPayment, waiveFee } from '~/domains/booking/payments/operations.server'
import type { Booking } from '~/domains/booking/reservations/model'
import { selectBooking } from '~/domains/booking/reservations/store.server'
import { fixedClock } from '~/platform/clock'
import type { StripeSettings } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from './factories'
import { queuedMail } from './outbox'
import { putTestSettings } from './settings'

/** Saturday at 10:30 in New York. */
export const SESSION = Date.parse('2026-12-05T15:30:00Z')
export const HOUR = 3_600_000
export const config = {
  siteUrl: 'https://studio.example.com',
  secret: 'a secret of tests',
  rateLimitScale: 100,
  stripe: undefined as StripeSettings | undefined,
  smtpUrl: undefined as string | undefined,
}
export const author = { uid: 'u1', name: 'Dorian Ellis' }
export const FEE = 3_500
export const POLICY = {
  freeReschedules: 1,
  rescheduleHours: 48,
  rescheduleFeeCents: FEE,
  depositRefundDays: 14,
}

export async function open(db: Db, given: Partial<Row<'bookings'>> = {}, now = '2026-11-20T15:00:00Z') {
  await putTestSettings(db)
  const place = await makePlace(db, { slug: 'studio', is_default: 1 })
  const type = await makeSessionType(db, { slug: 'portrait', increment_minutes: 30, places: [place] })
  await makeSchedule(db)
  const clock = fixedClock(now)
  const log = pino({ level: 'silent' })
  const deps = { db, clock, config, author, log, clientAddress: '192.0.2.1' }
  const book = async (more: Partial<Row<'bookings'>> = {}) => {
    const row = {
      ...{ session_type_id: type.id, place_id: place.id, session_date: SESSION, zone: 'America/New_York' },
      ...{ name: 'Ann Lee', email: 'ann@example.com', policy: JSON.stringify(POLICY), ...given, ...more },
    }
    return studioViewOf(deps, (await makeBooking(db, row)).id)
  }
  return { deps, book }
}

export interface Deps {
  db: Db
  clock: ReturnType<typeof fixedClock>
  config: typeof config
  author: typeof author
}

/** Actions of a client and the studio on one booking. */
export function studioViewOf(deps: Deps, id: string) {
  const read = async () => {
    const booking = await selectBooking(deps.db, { id })
    if (!booking) throw new Error('The booking is gone.')
    return booking
  }
  const story = async () => {
    const [booking, story] = [await read(), await readBookingStory(deps, await read())]
    return bookingView(booking, { ...story, now: deps.clock.now(), sendsMail: true })
  }
  return {
    id,
    read,
    view: story,
    studioView: async () => (await readBookingForStudio(deps, id)) ?? expect.fail('no booking'),
    balance: async () => balanceOf(await read(), await readLedger(deps, id)),
    /** @param seen the booking that the page showed when the form was sent */
    reschedule: async (startsAt: number, agreedFeeCents = FEE, seen?: Booking) => {
      const booking = seen ?? (await read())
      return await rescheduleClientBooking(deps, booking, {
        version: booking.version,
        startsAt,
        agreedFeeCents,
      })
    },
    cancel: async (agreedKept = true) => {
      const booking = await read()
      return await cancelClientBooking(deps, booking, { version: booking.version, words: '', agreedKept })
    },
    decide: async (decision: 'confirm' | 'decline' | 'cancel' | 'done', deposit = '') =>
      await decideBooking(deps, { id, version: (await read()).version }, decision, '', deposit),
    /** @param owed what a refund is taken off, or `STILL_OWED` */
    pay: (payment: string, amount: string, owed = '') => {
      const fields: Record<string, string> = {
        payment,
        amount,
        owed,
        receivedOn: '2026-11-20',
        method: 'cash',
      }
      return recordPayment(deps, { bookingId: id, once: newId(), get: (name) => fields[name] ?? '' })
    },
    void: (paymentId: string, reason = 'Typed twice') =>
      voidPayment(deps, { bookingId: id, paymentId, reason }),
    waive: (feeId: string, reason = 'A storm') => waiveFee(deps, { bookingId: id, feeId, reason }),
    add: (title: string, amount: string, isExtra = '') =>
      addFee(deps, { bookingId: id, once: newId(), title, amount, isExtra }),
    fees: () =>
      deps.db.selectFrom('booking_fees').selectAll().where('booking_id', '=', id).orderBy('id').execute(),
  }
}

export const mailTexts = async (db: Db) =>
  (await queuedMail(db)).map(({ text }) => text.replaceAll(/\s+/g, ' '))

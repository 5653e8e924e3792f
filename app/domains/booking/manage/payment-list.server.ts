import { sql } from 'kysely'
import { EMPTY_LEDGER, type Ledger } from '~/domains/billing/model'
import {
  dueBefore,
  openOf,
  paidOf,
  readInstallmentsOf,
  readLedgers,
} from '~/domains/billing/operations.server'
import { nextDue } from '~/domains/billing/schedule'
import { readSettings } from '~/domains/content/operations.server'
import { decimalMoney } from '~/platform/amounts'
import type { Clock } from '~/platform/clock'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { Db } from '~/platform/db/database.server'
import { currencyCode } from '~/platform/money'
import { dateOf, fullDate, startOfDate } from '~/platform/time'
import { amountLabel, balanceLabel, balanceOf } from '../payments/balance'
import { bookingDues } from '../payments/schedule.server'
import type { Booking } from '../reservations/model'
import { type BookingCursor, readBookingCursor, STATE_LABELS, writeBookingCursor } from './model'
import type { PaymentFilter, PaymentLine } from './payment-list'
import { type ListedQuery, selectListed } from './store.server'

const PAGE_SIZE = 50
const EXPORTED_AT_ONCE = 400

interface Deps {
  db: Db
  clock: Clock
}

/** A page of the bookings with money that is open, overdue or paid. Nothing is due before a booking is confirmed. */
export async function listPayments(
  deps: Deps,
  filter: PaymentFilter,
  after: string | null,
): Promise<{ lines: PaymentLine[]; next: string | null }> {
  const query = await queryOf(deps, filter)
  const found = await selectListed(deps.db, {
    ...query,
    after: readBookingCursor(after),
    limit: PAGE_SIZE + 1,
  })
  const bookings = found.slice(0, PAGE_SIZE)
  const moneyFor = await readMoney(deps.db, bookings)
  const last = bookings.at(-1)
  return {
    lines: bookings.map((booking) => lineOf(booking, moneyFor(booking))),
    next: found.length > PAGE_SIZE && last ? writeBookingCursor(cursorOf(last)) : null,
  }
}

/** The same as a CSV file, one page at a time. */
export async function* exportPayments(deps: Deps, filter: PaymentFilter): AsyncGenerator<string> {
  const query = await queryOf(deps, filter)
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title))
  for (let after: BookingCursor | null = null; ; ) {
    const bookings: Booking[] = await selectListed(deps.db, { ...query, after, limit: EXPORTED_AT_ONCE })
    const moneyFor = await readMoney(deps.db, bookings)
    for (const booking of bookings)
      yield csvLine(COLUMNS.map(([, value]) => value(booking, moneyFor(booking))))
    const last = bookings.at(-1)
    if (!last || bookings.length < EXPORTED_AT_ONCE) return
    after = cursorOf(last)
  }
}

async function queryOf(
  { db, clock }: Deps,
  { view, search }: PaymentFilter,
): Promise<Omit<ListedQuery, 'after' | 'limit'>> {
  const zone = (await readSettings({ db })).studio.timeZone
  const today = dateOf(clock.now(), zone)
  const isOverdue = dueBefore('b.id', today, sql<boolean>`b.session_date < ${startOfDate(today, zone)}`)
  return {
    ...{ resourceId: 'default', from: null, type: null, place: null, search },
    direction: view === 'paid' ? 'desc' : 'asc',
    until: null,
    states: ['confirmed', 'done', 'no-show', 'canceled', 'declined'],
    money: {
      open: [openOf('b.id'), sql<boolean>`not (${isOverdue})`],
      overdue: [isOverdue],
      paid: [paidOf('b.id')],
    }[view],
  }
}

/** What is owed and paid, and when it's due. */
interface Money {
  ledger: Ledger
  /** YYYY-MM-DD: the day of the earliest payment that is open, or of the last one. */
  dueOn: string
}

async function readMoney(db: Db, bookings: Booking[]): Promise<(booking: Booking) => Money> {
  const ids = bookings.map(({ id }) => id)
  const [ledgers, installments] = [await readLedgers({ db }, ids), await readInstallmentsOf({ db }, ids)]
  return (booking) => {
    const ledger = ledgers.get(booking.id) ?? EMPTY_LEDGER
    const dues = bookingDues(booking, ledger, installments.get(booking.id) ?? [])
    return {
      ledger,
      dueOn: (nextDue(dues) ?? dues.at(-1))?.dueOn ?? dateOf(booking.sessionDate, booking.zone),
    }
  }
}

const cursorOf = ({ sessionDate, id }: Booking): BookingCursor => ({ at: sessionDate, id })

function lineOf(booking: Booking, { ledger, dueOn }: Money): PaymentLine {
  const balance = balanceOf(booking, ledger)
  const open = balance.open ?? balance.feesOpen
  return {
    id: booking.id,
    name: booking.name,
    title: `${booking.sessionType.title}, ${booking.reference}`,
    due: fullDate(dueOn),
    open: open > 0 ? amountLabel(open) : '',
    balance: balanceLabel(balance),
  }
}

/** Amounts in the currency of their row. */
const COLUMNS: [title: string, value: (booking: Booking, money: Money) => string][] = [
  ['Reference', ({ reference }) => reference],
  ['Status', ({ state }) => STATE_LABELS[state]],
  ['Client', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Session', ({ sessionType }) => sessionType.title],
  ['Due', (_, { dueOn }) => dueOn],
  [
    'Currency',
    (_, { ledger }) => ledger.charges[0]?.currency ?? ledger.payments[0]?.currency ?? currencyCode(),
  ],
  ['Received', (booking, { ledger }) => decimalMoney(balanceOf(booking, ledger).received)],
  ['Refunded', (booking, { ledger }) => decimalMoney(balanceOf(booking, ledger).refunded)],
  [
    'Open',
    (booking, { ledger }) => {
      const { open, feesOpen } = balanceOf(booking, ledger)
      return decimalMoney(open ?? feesOpen)
    },
  ],
  ['Overpaid', (booking, { ledger }) => decimalMoney(balanceOf(booking, ledger).over)],
]

import { type SqlBool, sql } from 'kysely'
import { EMPTY_LEDGER, type Ledger } from '~/domains/billing/model'
import {
  dueBefore,
  isInUse,
  openLedgers,
  paidOf,
  readInstallmentsOf,
  readLedgers,
  receivedByMonth,
} from '~/domains/billing/operations.server'
import { nextDue } from '~/domains/billing/schedule'
import { readZone } from '~/domains/content/operations.server'
import { decimalMoney } from '~/platform/amounts'
import type { Clock } from '~/platform/clock'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { Currency } from '~/platform/currencies'
import type { Db } from '~/platform/db/database.server'
import { currencyCode, exactMoney, money } from '~/platform/money'
import { addDays, dateOf, fullDate } from '~/platform/time'
import { balanceLabel, balanceOf } from '../payments/balance'
import { bookingDues } from '../payments/schedule.server'
import type { Booking } from '../reservations/model'
import { readBookingCursor, readDueCursor, STATE_LABELS, writeBookingCursor, writeDueCursor } from './model'
import type { PaymentFilter, PaymentLine } from './payment-list'
import { selectDue, selectListed } from './store.server'

const PAGE_SIZE = 50
const EXPORTED_AT_ONCE = 400

interface Deps {
  db: Db
  clock: Clock
}

/** The ids of bookings that have a document with the number that is searched for. */
interface Numbered {
  numbered?: readonly string[]
}

/**
 * A page of the bookings with money that is open, overdue or paid: the next due first, or the latest session. Nothing
 * is due before a booking is confirmed.
 */
export async function listPayments(
  deps: Deps,
  filter: PaymentFilter & Numbered,
  after: string | null,
): Promise<{ lines: PaymentLine[]; next: string | null }> {
  const page = await readPage(deps, filter, after, PAGE_SIZE)
  return { lines: page.rows.map(({ booking, ...money }) => lineOf(booking, money)), next: page.next }
}

/** The same as a CSV file, one page at a time. */
export async function* exportPayments(deps: Deps, filter: PaymentFilter & Numbered): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title))
  let after: string | null = null
  do {
    const page: Page = await readPage(deps, filter, after, EXPORTED_AT_ONCE)
    for (const { booking, ...money } of page.rows)
      yield csvLine(COLUMNS.map(([, value]) => value(booking, money)))
    after = page.next
  } while (after !== null)
}

interface PaymentSums {
  /** '' for nothing. */
  overdue: string
  /** Due today or in the six days after it. */
  soon: string
  /** Less refunds. */
  received: string
}

/** What is due and was received this month, in the studio's zone; null: neither was there ever any. */
export async function readPaymentSums({ db, clock }: Deps): Promise<PaymentSums | null> {
  const today = dateOf(clock.now(), await readZone({ db }))
  const isBilled = sql<SqlBool>`b.state in (${sql.join(BILLED)})`
  const month = today.slice(0, 7)
  const [due, received, hasMoney] = await Promise.all([
    dueBefore({ db }, [today, addDays(today, 7)], isBilled),
    receivedByMonth({ db }, { from: `${month}-01`, until: `${month}-31` }),
    isInUse({ db }, isBilled),
  ])
  if (!hasMoney) return null
  const overdue = due.map(({ currency, byFirst }) => ({ currency, cents: byFirst }))
  return {
    overdue: overdue.some(({ cents }) => cents > 0) ? sumLabel(overdue) : '',
    soon: sumLabel(due.map(({ currency, byFirst, byLast }) => ({ currency, cents: byLast - byFirst }))),
    received: sumLabel(received),
  }
}

/** "$1,250"; with other currencies "$1,250 + €80" */
const sumLabel = (sums: { currency: string; cents: number }[]): string =>
  sums
    .filter(({ cents }) => cents !== 0)
    .map(({ currency, cents }) => money(cents, currency as Currency))
    .join(' + ') || money(0)

/** The bookings whose money is listed. */
const BILLED = ['confirmed', 'done', 'no-show', 'canceled', 'declined'] as const

interface Page {
  rows: ({ booking: Booking } & Money)[]
  next: string | null
}

async function readPage(
  { db, clock }: Deps,
  { view, search, numbered: found }: PaymentFilter & Numbered,
  after: string | null,
  size: number,
): Promise<Page> {
  const limit = size + 1
  if (view === 'paid') {
    const listed = await selectListed(db, {
      ...{
        resourceId: 'default',
        from: null,
        until: null,
        type: null,
        place: null,
        search,
        limit,
        ...(found ? { found } : {}),
      },
      ...{ direction: 'desc', states: BILLED, money: [paidOf('b.id')], after: readBookingCursor(after) },
    })
    const rows = await withMoney(db, listed.slice(0, size))
    const last = listed.length > size ? rows.at(-1)?.booking : undefined
    return { rows, next: last ? writeBookingCursor({ at: last.sessionDate, id: last.id }) : null }
  }
  const today = dateOf(clock.now(), await readZone({ db }))
  const due = await selectDue(db, {
    ledgers: openLedgers(db),
    ...(view === 'overdue' ? { before: today } : { from: today }),
    ...{ states: BILLED, search, after: readDueCursor(after), limit, ...(found ? { found } : {}) },
  })
  const shown = due.slice(0, size)
  const last = due.length > size ? shown.at(-1) : undefined
  return {
    rows: await withMoney(
      db,
      shown.map(({ booking }) => booking),
    ),
    next: last ? writeDueCursor({ dueOn: last.dueOn, id: last.booking.id }) : null,
  }
}

/** What is owed and paid, and when it's due. */
interface Money {
  ledger: Ledger
  /** YYYY-MM-DD: the day of the earliest payment that is open, or of the last one. */
  dueOn: string
  /** What is open of that payment, in minor units; null: nothing that is known. */
  dueCents: number | null
}

async function withMoney(db: Db, bookings: Booking[]): Promise<Page['rows']> {
  const ids = bookings.map(({ id }) => id)
  const [ledgers, installments] = [await readLedgers({ db }, ids), await readInstallmentsOf({ db }, ids)]
  return bookings.map((booking) => {
    const ledger = ledgers.get(booking.id) ?? EMPTY_LEDGER
    const dues = bookingDues(booking, ledger, installments.get(booking.id) ?? [])
    const next = nextDue(dues)
    return {
      ...{ booking, ledger, dueCents: next?.openCents ?? null },
      dueOn: (next ?? dues.at(-1))?.dueOn ?? dateOf(booking.sessionDate, booking.zone),
    }
  })
}

function lineOf(booking: Booking, { ledger, dueOn, dueCents }: Money): PaymentLine {
  const balance = balanceOf(booking, ledger)
  const open = balance.open ?? balance.feesOpen
  return {
    id: booking.id,
    name: booking.name,
    title: `${booking.sessionType.title}, ${booking.reference}`,
    due:
      dueCents === null || dueCents === open ? fullDate(dueOn) : `${money(dueCents)} on ${fullDate(dueOn)}`,
    open: open > 0 ? exactMoney(open) : '',
    balance: balanceLabel(balance),
  }
}

/** Amounts in the currency of their row. */
const COLUMNS: [title: string, value: (booking: Booking, money: Money) => string][] = [
  ['Booking number', ({ reference }) => reference],
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

import { EMPTY_LEDGER } from '~/domains/billing/model'
import { depositBelow, openFeeOf, overpaidOf, readLedgers } from '~/domains/billing/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import type { HistoryQuery } from '~/domains/people/model'
import { decimalMoney } from '~/platform/amounts'
import type { Clock } from '~/platform/clock'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { Db } from '~/platform/db/database.server'
import { addressLine } from '~/platform/mail/email-branding'
import { money } from '~/platform/money'
import { endOfDate, momentLabel, startOfDate } from '~/platform/time'
import { wallTimeOf } from '../availability/wall-time'
import { placeOf } from '../external-calendars/session-entry'
import { type Balance, balanceOf, priceLabel } from '../payments/balance'
import { isHeld } from '../requirements/model'
import type { Booking, BookingEvent, BookingState } from '../reservations/model'
import { slotOf } from '../slots/model'
import { startLabels } from '../start-labels'
import { agoLabel, eventCopy } from './history'
import {
  type BookingCursor,
  type BookingFilter,
  type BookingLine,
  readBookingCursor,
  STATE_LABELS,
  writeBookingCursor,
} from './model'
import {
  countFeesDue,
  eventsOfQuery,
  type ListedQuery,
  selectFilterChoices,
  selectListed,
} from './store.server'

const PAGE_SIZE = 50
const EXPORTED_AT_ONCE = 400

interface Deps {
  db: Db
  clock: Clock
}

/** A row of the list with what's due as text: "deposit due", "$35 fee due". */
export type ListedLine = BookingLine & { due: string[] }

export interface BookingPage {
  lines: ListedLine[]
  /** Cursor of the next page; null: this is the last. */
  next: string | null
  choices: Record<'types' | 'places', { id: string; title: string }[]>
}

/** A page of the bookings that match a filter. */
export async function listBookings(
  deps: Deps,
  filter: BookingFilter,
  after: string | null,
): Promise<BookingPage> {
  const { db, clock } = deps
  const query = await queryOf(deps, filter)
  const found = await selectListed(db, { ...query, after: readBookingCursor(after), limit: PAGE_SIZE + 1 })
  const bookings = found.slice(0, PAGE_SIZE)
  const balanceFor = await readBalances(db, bookings)
  const last = bookings.at(-1)
  return {
    lines: bookings.map((booking) => ({
      ...lineOf(booking, clock.now()),
      due: dueWords(balanceFor(booking)),
    })),
    next: found.length > PAGE_SIZE && last ? writeBookingCursor(cursorOf(last)) : null,
    choices: await selectFilterChoices(db),
  }
}

/** Every session type and location, published or not. */
export const listFilterChoices = ({ db }: { db: Db }): Promise<BookingPage['choices']> =>
  selectFilterChoices(db)

/** The same bookings as a CSV file, one page at a time, so that memory use stays small. */
export async function* exportBookings(deps: Deps, filter: BookingFilter): AsyncGenerator<string> {
  const query = await queryOf(deps, filter)
  const studioAddress = addressLine((await readSettings(deps)).studio.address)
  yield BYTE_ORDER_MARK + csvLine(CSV_TITLES)
  let after: BookingCursor | null = null
  for (;;) {
    const bookings: Booking[] = await selectListed(deps.db, { ...query, after, limit: EXPORTED_AT_ONCE })
    const balanceFor = await readBalances(deps.db, bookings)
    if (bookings.length > 0)
      yield bookings
        .map((booking) => csvLine(csvCells(booking, { balance: balanceFor(booking), studioAddress })))
        .join('')
    const last = bookings.at(-1)
    if (!last || bookings.length < EXPORTED_AT_ONCE) return
    after = cursorOf(last)
  }
}

/** @returns a function that gives the balance of one of these bookings */
async function readBalances(db: Db, bookings: Booking[]): Promise<(booking: Booking) => Balance> {
  const ledgers = await readLedgers(
    { db },
    bookings.map(({ id }) => id),
  )
  return (booking) => balanceOf(booking, ledgers.get(booking.id) ?? EMPTY_LEDGER)
}

const dueWords = ({ depositOpen, feesOpen, feesLasting }: Balance): string[] => [
  ...(depositOpen > 0 ? ['deposit due'] : []),
  ...(feesOpen > feesLasting ? [`${priceLabel(feesOpen - feesLasting)} in extras due`] : []),
  ...(feesLasting > 0 ? [`${priceLabel(feesLasting)} fee due`] : []),
]

/** Changes of a person's bookings, or of what is owed and paid for them, newest first. */
export async function bookingChangesOf({ db }: { db: Db }, query: HistoryQuery, what: 'booking' | 'money') {
  const rows = await eventsOfQuery(db, query, { money: MONEY, isMoney: what === 'money' }).execute()
  return rows.map(({ id, bookingId, reference, zone, at, ...row }) => {
    const event = { id, at, kind: row.kind as BookingEvent['kind'], detail: JSON.parse(row.detail) }
    const by = { kind: row.by_kind, name: row.by_name }
    return {
      ...{ id, bookingId, reference, at },
      text: eventCopy({ ...event, by }, (moment) => momentLabel(moment, zone)),
    }
  })
}

const MONEY: readonly BookingEvent['kind'][] = [
  ...(['payment-recorded', 'payment-voided', 'paid-online', 'refunded-online'] as const),
  ...(['fee-added', 'fee-waived', 'schedule-changed'] as const),
  ...(['card-saved', 'card-declined', 'card-removed'] as const),
]

/** Number of bookings with an open fee. Counts up to COUNT_MAX. */
export const countOpenFees = ({ db }: { db: Db }): Promise<number> => countFeesDue(db, openFeeOf('b.id'))

export interface OwedRefund extends Pick<BookingLine, 'id' | 'name' | 'title' | 'day'> {
  amount: string
  /** "Canceled" or "Declined". */
  status: string
}

/** Canceled and declined bookings of which the studio has more than it keeps, the latest session first. */
export async function listOwedRefunds({ db, clock }: Deps, limit: number): Promise<OwedRefund[]> {
  const bookings = await selectListed(db, {
    ...ANY,
    ...{ states: ['canceled', 'declined'], direction: 'desc', search: '', limit },
    money: [overpaidOf('b.id')],
  })
  const balanceFor = await readBalances(db, bookings)
  return bookings.map((booking) => {
    const { id, name, title, day } = lineOf(booking, clock.now())
    const amount = money(balanceFor(booking).over)
    return { id, name, title, day, amount, status: STATE_LABELS[booking.state] }
  })
}

/** Requests waiting for the studio, the nearest session first. */
export async function listRequests(deps: Deps, limit: number): Promise<BookingLine[]> {
  return await listSome(deps, {
    ...{ states: ['requested'], isUnanswered: true, direction: 'asc', search: '', limit },
  })
}

/** Finds bookings by reference, name, email or phone; newest session first. */
export async function findBookings(deps: Deps, words: string, limit: number): Promise<BookingLine[]> {
  if (words.trim() === '') return []
  return await listSome(deps, { states: [], direction: 'desc', search: words, limit })
}

async function listSome(
  { db, clock }: Deps,
  part: Pick<ListedQuery, 'states' | 'isUnanswered' | 'direction' | 'search' | 'limit'>,
): Promise<BookingLine[]> {
  const found = await selectListed(db, { ...ANY, ...part })
  return found.map((booking) => lineOf(booking, clock.now()))
}

const ANY = {
  ...{ resourceId: 'default', from: null, until: null, type: null, place: null, money: [], after: null },
} satisfies Partial<ListedQuery>

const cursorOf = ({ sessionDate, id }: Booking): BookingCursor => ({ at: sessionDate, id })

async function queryOf(
  { db, clock }: Deps,
  filter: BookingFilter,
): Promise<Omit<ListedQuery, 'after' | 'limit'>> {
  const zone = await readZone({ db })
  const isUpcoming = filter.order === 'upcoming'
  const from = filter.from ? startOfDate(filter.from, zone) : null
  return {
    resourceId: 'default',
    direction: isUpcoming ? 'asc' : 'desc',
    from: isUpcoming ? Math.max(from ?? 0, clock.now()) : from,
    until: filter.until ? endOfDate(filter.until, zone) : null,
    states: statesOf(filter),
    type: filter.type,
    place: filter.place,
    money: [
      ...(filter.isDepositDue ? [depositBelow('b.id', 'b.deposit_cents')] : []),
      ...(filter.isFeeDue ? [openFeeOf('b.id')] : []),
    ],
    search: filter.search,
  }
}

/** A deposit can only be due for a pending or confirmed booking. */
function statesOf({ state, isDepositDue }: BookingFilter): BookingState[] {
  if (state) return [state]
  return isDepositDue ? ['requested', 'confirmed'] : []
}

function lineOf(booking: Booking, now: number): BookingLine {
  const { id, reference, state, name, email, zone, sessionDate, sessionEnd, createdAt } = booking
  const when = startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone)
  return {
    id,
    reference,
    state,
    isHeld: isHeld(booking),
    name,
    email,
    title: booking.sessionType.title,
    place: booking.place.title,
    day: when.fullDay,
    times: when.range,
    asked: agoLabel(createdAt, now) ?? momentLabel(createdAt, zone),
    createdAt,
  }
}

/** What a CSV row needs besides its booking. */
interface RowContext {
  balance: Balance
  studioAddress: string
}

/** Wall times include their zone; instants are in UTC, amounts in the studio's currency. */
const COLUMNS: [title: string, value: (booking: Booking, context: RowContext) => string][] = [
  ['Booking number', ({ reference }) => reference],
  ['Status', ({ state }) => STATE_LABELS[state]],
  ['Starts', ({ sessionDate, zone }) => wallTimeOf(sessionDate, zone).replace('T', ' ')],
  ['Ends', ({ sessionEnd, zone }) => wallTimeOf(sessionEnd, zone).replace('T', ' ')],
  ['Time zone', ({ zone }) => zone],
  ['Starts (UTC)', ({ sessionDate }) => slotOf(sessionDate)],
  ['Ends (UTC)', ({ sessionEnd }) => slotOf(sessionEnd)],
  ['Session', ({ sessionType }) => sessionType.title],
  ['Location', ({ place }) => place.title],
  ['Address', (booking, { studioAddress }) => placeOf(booking, { address: studioAddress }).address],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['People', ({ partySize }) => String(partySize)],
  ['Price', ({ priceCents }) => amount(priceCents)],
  ['Price per', ({ priceUnit }) => priceUnit],
  ['Travel', ({ travelFeeCents }) => amount(travelFeeCents)],
  ['Tax', (_, { balance }) => amount(balance.tax?.cents ?? 0)],
  ['Credited', (_, { balance }) => amount(balance.credited)],
  ['Deposit', ({ depositCents }) => amount(depositCents)],
  ['Extras', (_, { balance }) => amount(balance.extras)],
  ['Fees', (_, { balance }) => amount(balance.fees - balance.extras - balance.tips)],
  ['Tips', (_, { balance }) => amount(balance.tips)],
  ['Deposit received', (_, { balance }) => amount(balance.deposit)],
  ['Total received', (_, { balance }) => amount(balance.kept)],
  ['Balance due', (_, { balance }) => (balance.open === null ? '' : amount(balance.open))],
  ['Extras due', (_, { balance }) => amount(balance.feesOpen - balance.feesLasting)],
  ['Fees due', (_, { balance }) => amount(balance.feesLasting)],
  ['Client’s notes', ({ notes }) => notes],
  ['Answers', ({ answers }) => answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n')],
  ['Requested (UTC)', ({ createdAt }) => new Date(createdAt).toISOString()],
]

export const CSV_TITLES: string[] = COLUMNS.map(([title]) => title)

export const csvCells = (booking: Booking, context: RowContext): string[] =>
  COLUMNS.map(([, value]) => value(booking, context))

const amount = decimalMoney

import { wallTimeOf } from '../../availability/wall-time'
import { placeOf } from '../../external-calendars/session-entry'
import type { Balance } from '../../fees/balance'
import type { Booking } from '../../reservations/model'
import { slotOf } from '../../slot'
import { STATE_LABELS } from '../model'

/** What a line says beside its booking: its balance, and where the studio is. */
interface Told {
  balance: Balance
  studioAddress: string
}

/** Wall times stand beside their zone and the instant in UTC; amounts are in dollars. */
const COLUMNS: [title: string, value: (booking: Booking, told: Told) => string][] = [
  ['Reference', ({ reference }) => reference],
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
  ['Deposit', ({ depositCents }) => amount(depositCents)],
  ['Fees', (_, { balance }) => amount(balance.fees)],
  ['Deposit received', (_, { balance }) => amount(balance.deposit)],
  ['Total received', (_, { balance }) => amount(balance.kept)],
  ['Balance due', (_, { balance }) => (balance.open === null ? '' : amount(balance.open))],
  ['Fees due', (_, { balance }) => amount(balance.feesOpen)],
  ['Client’s notes', ({ notes }) => notes],
  ['Answers', ({ answers }) => answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n')],
  ['Requested (UTC)', ({ createdAt }) => new Date(createdAt).toISOString()],
]

export const CSV_TITLES: string[] = COLUMNS.map(([title]) => title)

export const csvCells = (booking: Booking, told: Told): string[] =>
  COLUMNS.map(([, value]) => value(booking, told))

const amount = (cents: number): string => (cents / 100).toFixed(2)

import { wallTimeOf } from '../../availability/wall-time'
import type { Booking } from '../../bookings/model'
import { slotOf } from '../../slot'
import { STATE_LABELS } from '../model'

/** Wall times stand beside their zone and the instant in UTC; amounts are in dollars. */
const COLUMNS: [
  title: string,
  value: (booking: Booking, received: { deposit: number; kept: number }) => string,
][] = [
  ['Reference', ({ reference }) => reference],
  ['State', ({ state }) => STATE_LABELS[state]],
  ['Begins', ({ sessionDate, zone }) => wallTimeOf(sessionDate, zone).replace('T', ' ')],
  ['Ends', ({ sessionEnd, zone }) => wallTimeOf(sessionEnd, zone).replace('T', ' ')],
  ['Time zone', ({ zone }) => zone],
  ['Begins (UTC)', ({ sessionDate }) => slotOf(sessionDate)],
  ['Ends (UTC)', ({ sessionEnd }) => slotOf(sessionEnd)],
  ['Session', ({ sessionType }) => sessionType.title],
  ['Place', ({ place }) => place.title],
  ['Address', ({ place, address }) => (place.kind === 'client' ? address : place.address)],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['People', ({ partySize }) => String(partySize)],
  ['Price', ({ priceCents }) => amount(priceCents)],
  ['Price is each', ({ priceUnit }) => priceUnit],
  ['Travel', ({ travelFeeCents }) => amount(travelFeeCents)],
  ['Deposit', ({ depositCents }) => amount(depositCents)],
  ['Deposit received', (_, { deposit }) => amount(deposit)],
  ['Received in all', (_, { kept }) => amount(kept)],
  ['Client’s notes', ({ notes }) => notes],
  ['Answers', ({ answers }) => answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n')],
  ['Asked (UTC)', ({ createdAt }) => new Date(createdAt).toISOString()],
]

export const CSV_TITLES: string[] = COLUMNS.map(([title]) => title)

export const csvCells = (booking: Booking, received: { deposit: number; kept: number }): string[] =>
  COLUMNS.map(([, value]) => value(booking, received))

const amount = (cents: number): string => (cents / 100).toFixed(2)

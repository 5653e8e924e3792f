import type { Author } from '~/domains/audit/model'
import { isFee, type Ledger } from '~/domains/billing/model'
import { readInstallments, readLedger, withLedgerLocked } from '~/domains/billing/operations.server'
import { type Installment, sumsByDay } from '~/domains/billing/schedule'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { dateOf, fullDate } from '~/platform/time'
import { bookingDues, plannedInstallments } from '../payments/schedule.server'
import type { Booking, BookingEvent } from '../reservations/model'
import { insertEvent } from '../reservations/store.server'
import { type SavedCard, selectCard, selectSavedCard, updateCard } from './card-store.server'
import { cardName, type LaterPart, partsWords, type ShownCard } from './cards'
import { DETACH_CARD } from './model'
import type { PaymentProvider } from './provider'
import { selectPaymentsOf } from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** The payments that follow the next one, whose days and amounts are known. Empty: none, or one isn't known. */
export async function readLaterParts(
  { db, clock }: Deps,
  booking: Booking,
  ledger: Ledger,
): Promise<LaterPart[]> {
  const agreed = await readInstallments({ db }, booking.id)
  const installments = agreed.length > 0 ? agreed : await plannedInstallments({ db, clock }, booking, ledger)
  const open = bookingDues(booking, ledger, installments).filter(({ openCents }) => openCents !== 0)
  if (open.some(({ openCents }) => openCents === null)) return []
  const [next, ...later] = sumsByDay(open)
  const today = dateOf(clock.now(), booking.zone)
  return next && later.every(({ dueOn }) => dueOn > today) ? later : []
}

/**
 * What a saved card will be charged: parts that are due after the client agreed, up to what they agreed to in all.
 * Fees and extras that came later are beyond it, also when something they agreed to was paid in another way. No due
 * date is tried twice.
 */
export async function planCharges(
  { db }: { db: Db },
  booking: Booking,
  card: SavedCard,
  given: { ledger: Ledger; installments: readonly Installment[] },
): Promise<LaterPart[]> {
  const tried = (await selectPaymentsOf(db, booking.id)).filter(({ due_on }) => due_on !== null)
  const charged = tried
    .filter(({ card_id, state }) => card_id === card.id && COUNTED.has(state))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const agreedOn = dateOf(card.agreed_at, booking.zone)
  const later = sumsByDay(bookingDues(booking, given.ledger, given.installments)).filter(
    ({ dueOn }) => dueOn > agreedOn && !tried.some(({ due_on }) => due_on === dueOn),
  )
  const open = later.reduce((sum, { cents }) => sum + cents, 0)
  let left = Math.max(0, Math.min(card.limit_cents - charged, open - openSince(card.agreed_at, given.ledger)))
  return later.flatMap(({ dueOn, cents: due }) => {
    const cents = Math.min(due, left)
    left -= cents
    return cents > 0 ? [{ dueOn, cents }] : []
  })
}

/** What is open of fees and extras that were added after an instant. */
const openSince = (instant: number, { charges }: Ledger): number =>
  charges
    .filter(isFee)
    .filter(({ chargedAt, voided }) => voided === null && chargedAt > instant)
    .reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0)

/** States in which a payment has, or may have, taken the client's money. */
const COUNTED: ReadonlySet<string> = new Set(['created', 'open', 'processing', 'mismatched', 'paid'])

/** The saved card of a booking, and what it will be charged; undefined: none. */
export async function readCharges(
  { db }: { db: Db },
  booking: Booking,
): Promise<{ card: SavedCard; parts: LaterPart[] } | undefined> {
  const card = await selectSavedCard(db, booking.id)
  if (!card) return undefined
  const given = {
    ledger: await readLedger({ db }, booking.id),
    installments: await readInstallments({ db }, booking.id),
  }
  return { card, parts: await planCharges({ db }, booking, card, given) }
}

/** The same as text. */
export async function readCard({ db }: { db: Db }, booking: Booking): Promise<ShownCard | undefined> {
  const found = await readCharges({ db }, booking)
  return (
    found && {
      name: cardName(found.card),
      charges: partsWords(found.parts),
      words: found.card.words,
      agreed: fullDate(dateOf(found.card.agreed_at, booking.zone)),
    }
  )
}

/** The client stops the use of their card. The provider forgets it in a job. */
export const removeClientCard = (deps: Deps, { id, name }: Pick<Booking, 'id' | 'name'>): Promise<boolean> =>
  removeCard(deps, id, { kind: 'client', name })

/** @returns false if the booking has no saved card */
export async function removeCardByStudio(
  deps: Deps & { author: Author },
  bookingId: string,
): Promise<boolean> {
  return await removeCard(deps, bookingId, { kind: 'studio', name: deps.author.name })
}

const removeCard = ({ db, clock }: Deps, bookingId: string, by: BookingEvent['by']): Promise<boolean> =>
  transact(db, async (tx) => {
    await withLedgerLocked({ db: tx }, bookingId)
    const card = await selectSavedCard(tx, bookingId)
    if (card) await endCard({ db: tx, clock }, card, by)
    return card !== undefined
  })

/** Ends the use of a card in the caller's transaction, which has locked the booking's money. */
export async function endCard(
  { db, clock }: { db: Tx; clock: Clock },
  card: SavedCard,
  by: BookingEvent['by'],
): Promise<void> {
  const at = clock.now()
  await updateCard(db, card.id, { state: 'removing', removed_at: at, removed_by: by.kind })
  await insertEvent(db, card.booking_id, {
    ...{ kind: 'card-removed', at, by, detail: { card: cardName(card) } },
  })
  await enqueue({ db, clock }, { kind: DETACH_CARD, payload: { card: card.id } })
}

/** Asks the provider to forget a card. Safe to repeat. */
export async function detachCard(
  { db, provider }: { db: Db; provider: PaymentProvider },
  { card: id }: { card: string },
): Promise<void> {
  const card = await selectCard(db, id)
  if (card?.state !== 'removing') return
  if (card.method_id !== null) await provider.detachCard(card.method_id)
  await updateCard(db, id, { state: 'removed' })
}

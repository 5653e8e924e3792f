import { expect } from 'vitest'
import { saveInstallments } from '~/domains/billing/operations.server'
import { chargeSavedCards } from '~/domains/booking/online/card-charges.server'
import { readOnline } from '~/domains/booking/online/checkout.server'
import { selectBooking } from '~/domains/booking/reservations/store.server'
import { type Db, transact } from '~/platform/db/database.server'
import { queuedMail } from './outbox'
import { begin } from './paying'

export const FIRST = '2026-11-27'
export const SECOND = '2026-12-01'

/** A confirmed booking of $285: $75 due at once, $100 on November 27, and the rest on December 1. */
export async function due(db: Db) {
  const at = await begin(db)
  const { deps, stripe } = at
  const confirm = async (nth = 0) => {
    const booking = await at.confirmed(nth)
    await transact(db, (tx) =>
      saveInstallments({ db: tx }, booking.id, () => [
        { dueOn: '2026-11-20', daysBefore: null, amountCents: 7_500 },
        { dueOn: FIRST, daysBefore: null, amountCents: 10_000 },
        { dueOn: SECOND, daysBefore: null, amountCents: null },
      ]),
    )
    return booking
  }
  const read = async (id: string) => (await selectBooking(db, { id })) ?? expect.fail('no booking')
  const consentOf = async (id: string) => (await readOnline(deps, await read(id)))?.consent ?? ''
  const deliverAll = async () => {
    for (const event of stripe.events.splice(0)) await at.deliver(event)
    await at.work()
  }
  /** The client pays the deposit and lets the studio charge the card later. */
  const save = async (nth = 0) => {
    const booking = await confirm(nth)
    await at.start(booking.id, 'next', '', await consentOf(booking.id))
    stripe.pay(stripe.latest())
    await deliverAll()
    return booking
  }
  /** The hourly job, on two instances at once. @param isSent whether the mail server accepts emails */
  const pass = async (day: string, { isSent = true } = {}) => {
    deps.clock.set(Date.parse(`${day}T15:00:00Z`))
    await Promise.all([chargeSavedCards(deps), chargeSavedCards(deps)])
    if (isSent) await db.updateTable('outbox').set({ state: 'sent' }).where('state', '=', 'queued').execute()
    await at.work({ together: true })
  }
  const charges = () => [...stripe.intents.values()].filter(({ metadata }) => metadata.part !== undefined)
  const emails = async (kind: string) =>
    (await queuedMail(db))
      .filter((mail) => mail.kind === kind)
      .map(({ text }) => text.replaceAll(/\s+/g, ' '))
  /** Nothing is reminded of on the day of a booking. */
  const bookEarlier = () =>
    db
      .updateTable('bookings')
      .set({ created_at: Date.parse('2026-11-01') })
      .execute()
  const cards = () => db.selectFrom('saved_cards').selectAll().orderBy('id').execute()
  return { ...at, confirm, read, consentOf, deliverAll, save, pass, charges, emails, cards, bookEarlier }
}

import type { Db, Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { money } from '~/platform/money'
import { longDate } from '~/platform/time'
import {
  insertLateFee,
  type LateFeeTerms,
  replaceTerms,
  selectCharged,
  selectLateBookings,
  selectTerms,
} from './late-fee-store.server'
import type { LateFee, PlannedLateFee } from './late-fees'
import { chargeFee } from './operations.server'

/** Keeps what a signed contract says about late payments, in the transaction that completes it. */
export const agreeOnLateFee = (
  { db }: { db: Tx },
  contract: { contractId: string; bookingId: string; title: string; at: number },
  fee: LateFee | null,
): Promise<void> => replaceTerms(db, contract, fee)

/** The late fee in a booking's signed contract; undefined: there is none. */
export const readLateFeeTerms = ({ db }: { db: Db }, bookingId: string): Promise<LateFeeTerms | undefined> =>
  selectTerms(db, bookingId)

/** The ids of bookings with a late fee in their contract and something that was due before a day. */
export const lateBookings = ({ db }: { db: Db }, day: string): Promise<string[]> =>
  selectLateBookings(db, day)

/** The due dates of a booking for which a late fee was charged, with the charges. */
export const chargedLateFees = ({ db }: { db: Db }, bookingId: string) => selectCharged(db, bookingId)

/**
 * Charges a late fee, after locking the booking's ledger. The database refuses a second one for a due date.
 * @returns the charge's title
 */
export async function chargeLateFee(
  { db }: { db: Tx },
  bookingId: string,
  { dueOn, openCents, amountCents }: PlannedLateFee,
  at: number,
): Promise<string> {
  const id = newId()
  const title = `Late fee for ${money(openCents)} due ${longDate(dueOn)}`
  await chargeFee({ db }, { id, bookingId, kind: 'other', title, amountCents, at })
  await insertLateFee(db, { booking_id: bookingId, due_on: dueOn, charge_id: id })
  return title
}

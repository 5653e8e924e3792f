import { recordAction } from '~/domains/audit/operations.server'
import { planLateFees } from '~/domains/billing/late-fees'
import {
  chargedLateFees,
  chargeLateFee,
  lateBookings,
  readLateFeeTerms,
} from '~/domains/billing/late-fees.server'
import { readInstallments, readLedger, withLedgerLocked } from '~/domains/billing/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { transact } from '~/platform/db/database.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { money } from '~/platform/money'
import { dateOf } from '~/platform/time'
import { readOnline } from '../online/checkout.server'
import { insertEvent, selectBooking } from '../reservations/store.server'
import { REMINDED, selectStart } from './reminder-store.server'
import type { PaymentReminderDeps } from './reminders.server'
import { bookingDues } from './schedule.server'

export const CHARGE_LATE_FEES = 'charge-late-fees'

const EVERY = { everyMs: 3_600_000 }

type Deps = PaymentReminderDeps

export const scheduleLateFees = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: CHARGE_LATE_FEES }, EVERY)

/**
 * Charges what signed contracts say about payments that are late. Safe to repeat, and to run on several instances at
 * once: the database has each due date once.
 */
export async function chargeLateFees(deps: Deps): Promise<void> {
  await scheduleLateFees(deps)
  const timeZone = await readZone(deps)
  for (const id of await lateBookings(deps, dateOf(deps.clock.now(), timeZone))) await chargeLate(deps, id)
}

/** Charges the late fees of a booking, under the lock of its money. */
async function chargeLate(deps: Deps, id: string): Promise<void> {
  const { clock } = deps
  await transact(deps.db, async (db) => {
    await withLedgerLocked({ db }, id)
    const booking = await selectBooking(db, { id })
    const terms = await readLateFeeTerms({ db }, id)
    if (!booking || !terms || !REMINDED.some((state) => state === booking.state)) return
    // A payment that is on its way was made in time, for all we know.
    const online = await readOnline({ ...deps, db }, booking)
    if (online && online.processing > 0) return
    const charged = await chargedLateFees({ db }, id)
    const ledger = await readLedger({ db }, id)
    const earlier = new Set(charged.map(({ chargeId }) => chargeId))
    const without = { ...ledger, charges: ledger.charges.filter((charge) => !earlier.has(charge.id)) }
    const restored = await selectStart(db)
    const since = Math.max(terms.agreedAt, restored ?? 0)
    const planned = planLateFees(terms, bookingDues(booking, without, await readInstallments({ db }, id)), {
      today: dateOf(clock.now(), booking.zone),
      agreedOn: dateOf(since, booking.zone),
      charged: new Set(charged.map(({ dueOn }) => dueOn)),
    })
    for (const fee of planned) {
      const at = clock.now()
      const title = await chargeLateFee({ db }, id, fee, at)
      await insertEvent(db, id, {
        ...{ kind: 'fee-added', at, by: { kind: 'program', name: '' } },
        detail: { fee: title, amountCents: fee.amountCents, contract: terms.contract },
      })
      await recordAction(
        { db, clock, author: NOBODY },
        {
          ...{ action: 'fee-added', subject: `Booking ${booking.reference} of ${booking.name}` },
          changes: [{ field: title, from: '', to: `${money(fee.amountCents)}, by “${terms.contract}”` }],
        },
      )
    }
  })
}

/** Author of what the program does. */
const NOBODY = { uid: '', name: '' }

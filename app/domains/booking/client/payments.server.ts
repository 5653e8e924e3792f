import { EMPTY_LEDGER } from '~/domains/billing/model'
import { readInstallmentsOf, readLedgers } from '~/domains/billing/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { readOnline } from '../online/checkout.server'
import { selectBookingsOf } from '../reservations/store.server'
import { sessionLabel } from './booking-list'
import { type ClientPayments, clientPayments } from './booking-view'

/** What a client owes for one booking. */
export interface OwnPayment extends ClientPayments {
  reference: string
  what: string
  when: string
}

/**
 * What is owed for each booking of an email address, and the ids of all of them.
 * @param email in lower case
 */
export async function listClientPayments(
  deps: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret' | 'stripe' | 'smtpUrl'> },
  email: string,
): Promise<{ owed: OwnPayment[]; bookingIds: string[] }> {
  const { db, clock } = deps
  const bookings = await selectBookingsOf(db, email)
  const bookingIds = bookings.map(({ id }) => id)
  const [ledgers, installments, { payments }] = await Promise.all([
    readLedgers({ db }, bookingIds),
    readInstallmentsOf({ db }, bookingIds),
    readSettings({ db }),
  ])
  const owed = await Promise.all(
    bookings.map(async (booking) => {
      const story = {
        ...{ ledger: ledgers.get(booking.id) ?? EMPTY_LEDGER, now: clock.now() },
        ...{ installments: installments.get(booking.id) ?? [], instructions: payments.instructions },
      }
      // Only what is owed can be paid or on its way.
      if (!clientPayments(booking, { ...story, online: undefined })) return []
      const shown = clientPayments(booking, { ...story, online: await readOnline(deps, booking) })
      const { reference, sessionType } = booking
      return shown ? [{ ...shown, reference, what: sessionType.title, when: sessionLabel(booking) }] : []
    }),
  )
  return { owed: owed.flat(), bookingIds }
}

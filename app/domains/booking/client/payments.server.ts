import { EMPTY_LEDGER } from '~/domains/billing/model'
import {
  readInstallments,
  readInstallmentsOf,
  readLedger,
  readLedgers,
} from '~/domains/billing/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { readOnline } from '../online/checkout.server'
import { payButtons } from '../online/model'
import { askToPay } from '../payments/balance'
import { selectBooking, selectBookingsOf } from '../reservations/store.server'
import { sessionLabel } from './booking-list'
import { type ClientPayments, clientPayments, processingWords } from './booking-view'

/** What a client owes for one booking. */
export interface OwnPayment extends ClientPayments {
  reference: string
  what: string
  when: string
}

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'stripe' | 'smtpUrl'>
}

/** How a booking can be paid, for readers of its invoices, who may be others than its client. */
export interface WaysToPay extends Pick<ClientPayments, 'dues' | 'payable' | 'processing'> {
  /** Everything that can be paid online, in minor units. */
  payableCents: number
  /** How to pay in another way. */
  otherwise: string
}

/** @returns undefined: there is no such booking */
export async function readWaysToPay(deps: Deps, bookingId: string): Promise<WaysToPay | undefined> {
  const { db, clock } = deps
  const booking = await selectBooking(db, { id: bookingId })
  if (!booking) return undefined
  const [ledger, installments, { payments }, online, sendsMail] = await Promise.all([
    readLedger({ db }, bookingId),
    readInstallments({ db }, bookingId),
    readSettings({ db }),
    readOnline(deps, booking),
    canSendMail(deps),
  ])
  const { instructions } = payments
  const now = clock.now()
  const [payable, processing] = [online?.payable, processingWords(online)]
  return {
    dues: clientPayments(booking, { ledger, installments, instructions, online, now })?.dues ?? [],
    payable: payable ? payButtons(payable) : [],
    payableCents: payable?.all ?? 0,
    processing,
    otherwise:
      instructions || (payable || processing ? '' : askToPay(sendsMail ? 'one of our emails' : null)),
  }
}

/**
 * What is owed for each booking of an email address, and the ids of all of them.
 * @param email in lower case
 */
export async function listClientPayments(
  deps: Deps,
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

import { readWaysToPay, type WaysToPay } from '~/domains/booking/client/payments.server'
import { type Started, startPayment } from '~/domains/booking/online/checkout.server'
import type { SentPart } from '~/domains/booking/online/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Logger } from '~/platform/logging.server'
import { money } from '~/platform/money'
import { readStanding } from './reading.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'stripe' | 'smtpUrl'>
}

/** How what is left of an invoice can be paid. */
export interface InvoicePayments extends Omit<WaysToPay, 'payableCents'> {
  /** What its booking owes beside it, as a sentence; '': nothing that can be paid online. */
  beside: string
}

/** @returns null: nothing is left of it, or it isn't an invoice */
export async function readInvoicePayments(
  deps: Deps,
  invoice: { id: string; bookingId: string },
): Promise<InvoicePayments | null> {
  const { openCents } = await readStanding(deps, invoice)
  const ways = openCents > 0 ? await readWaysToPay(deps, invoice.bookingId) : undefined
  if (!ways) return null
  const { payableCents, ...rest } = ways
  const besideCents = payableCents - openCents
  return {
    ...rest,
    beside:
      besideCents > 0
        ? `${money(besideCents)} more is due for your booking, which isn’t on this invoice. Payments count toward what’s due first.`
        : '',
  }
}

/** Starts the payment of an invoice's booking, as from the booking's page. */
export async function payInvoice(
  deps: Deps & { log: Logger },
  invoice: { id: string; bookingId: string },
  part: SentPart,
  urls: { paidUrl: string; backUrl: string },
): Promise<Started> {
  const { openCents } = await readStanding(deps, invoice)
  if (openCents <= 0) return { ok: false, reason: 'nothing-due' }
  return await startPayment(deps, invoice.bookingId, { ...part, tip: '', ownTip: '' }, urls)
}

import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { chargeSavedCards, sendCharge } from './card-charges.server'
import { detachCard } from './cards.server'
import { reconcilePayments } from './events.server'
import {
  CHARGE_CARD,
  CHARGE_CARDS,
  chargePayload,
  DETACH_CARD,
  detachPayload,
  END_CHECKOUT,
  endPayload,
  RECONCILE_PAYMENTS,
  reconcilePayload,
  refundPayload,
  SEND_REFUND,
  SETTLE_PAYMENT,
  settlePayload,
} from './model'
import { providerOf } from './provider-of.server'
import { endCheckout, sendRefund, settlePayment } from './settle.server'

export interface OnlineJobDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'stripe' | 'siteUrl' | 'secret' | 'smtpUrl'>
}

/** An event is taken once. This many attempts, most of them an hour apart, outlast the days of an outage at the provider. */
const SETTLE_ATTEMPTS = 100

/** Without a provider there are none, and those that are queued wait until its keys are set again. */
export function onlineJobs({ db, clock, config }: OnlineJobDeps): JobHandlers {
  const provider = providerOf(config)
  if (!provider) return {}
  const deps = { db, clock, config, provider }
  return {
    [SETTLE_PAYMENT]: jobHandler(settlePayload, (payload) => settlePayment(deps, payload), {
      maxAttempts: SETTLE_ATTEMPTS,
    }),
    [END_CHECKOUT]: jobHandler(endPayload, (payload) => endCheckout(deps, payload)),
    [SEND_REFUND]: jobHandler(refundPayload, (payload) => sendRefund(deps, payload)),
    [CHARGE_CARD]: jobHandler(chargePayload, (payload) => sendCharge(deps, payload)),
    [CHARGE_CARDS]: jobHandler(reconcilePayload, () => chargeSavedCards(deps)),
    [DETACH_CARD]: jobHandler(detachPayload, (payload) => detachCard(deps, payload)),
    [RECONCILE_PAYMENTS]: jobHandler(reconcilePayload, (_, { log }) => reconcilePayments({ ...deps, log })),
  }
}

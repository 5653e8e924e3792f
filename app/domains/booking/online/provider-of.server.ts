import type { Config } from '~/platform/config.server'
import type { PaymentProvider } from './provider'
import { stripeProvider } from './stripe.server'

/** The provider of online payments; undefined: none is set up. */
export const providerOf = ({ stripe }: Pick<Config, 'stripe'>): PaymentProvider | undefined =>
  stripe && stripeProvider(stripe)

import type { Domain } from '~/platform/domain.server'
import { findSubscription, subscribe, unsubscribe } from './operations.server'

export const newsletter: Domain = {
  operations: {
    findSubscription,
    subscribe,
    unsubscribe,
  },
}

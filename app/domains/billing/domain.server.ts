import type { Domain } from '~/platform/domain.server'

/** The bookings that owe and pay call its operations, in their own transactions. */
export const billing: Domain = { operations: {} }

import { z } from 'zod'

export const FORGET_OLD = 'forget-old-records'
export const forgetPayload = z.object({})
/** How often one looks, in ms. */
export const FORGET_EVERY_MS = 86_400_000

/** How long the terms let messages and requests be kept, in years. */
export const KEPT_YEARS = 2

/** How long tax law wants invoices kept, in years after the one in which the session was. */
export const INVOICE_YEARS = 7

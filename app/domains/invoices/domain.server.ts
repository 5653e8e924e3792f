import type { Domain } from '~/platform/domain.server'
import { creditInvoice, creditPart } from './credits.server'
import { emailInvoice, replaceInvoiceLink } from './emailing.server'
import { followInvoiceLink, openInvoice } from './links.server'
import { issueInvoice, issueReceipt } from './operations.server'
import { payInvoice, readInvoicePayments } from './paying.server'
import { renderDocument } from './pdf.server'
import { exportInvoices, readPeriod, readTotals, zipInvoices } from './period.server'
import {
  bookingsByNumber,
  listClientDocuments,
  listInvoices,
  readInvoice,
  readInvoiceRoom,
  readStanding,
} from './reading.server'

export const invoices: Domain = {
  operations: {
    bookingsByNumber,
    creditInvoice,
    creditPart,
    emailInvoice,
    exportInvoices,
    followInvoiceLink,
    issueInvoice,
    issueReceipt,
    listClientDocuments,
    listInvoices,
    openInvoice,
    payInvoice,
    readInvoice,
    readInvoicePayments,
    readInvoiceRoom,
    readPeriod,
    readStanding,
    readTotals,
    renderDocument,
    replaceInvoiceLink,
    zipInvoices,
  },
}

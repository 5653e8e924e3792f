import { z } from 'zod'
import { deleteOldEntries, oldestEntryAt } from '~/domains/audit/operations.server'
import {
  deleteExpiredBookings,
  deleteOldWaitlist,
  deleteUnbilledBookings,
} from '~/domains/booking/retention.server'
import { deleteOldContactMessages } from '~/domains/contact-messages/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { deleteExpiredInvoices } from '~/domains/invoices/retention.server'
import { deleteOldImports } from '~/domains/newsletter/imports/operations.server'
import { forgetOldRecipients } from '~/domains/newsletter/operations.server'
import {
  deleteOldEmailFiles,
  deleteOldEmails,
  retireExpiredEmails,
} from '~/domains/outbox/sent-emails.server'
import { deleteUnsignedProposals } from '~/domains/proposals/retention.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import type { Logger } from '~/platform/logging.server'
import { dateOf, startOfDate, startOfYear } from '~/platform/time'
import { deleteOldDoNotSell } from './operations.server'

export const DELETE_OLD = 'delete-old-records'
export const retentionPayload = z.object({})
/** Interval in milliseconds. */
export const RETENTION_EVERY_MS = 86_400_000

/** Number of years for which the terms allow messages and requests to be kept. */
export const KEPT_YEARS = 2

/** Number of years for which tax law requires invoices, after the year of the session. */
export const INVOICE_YEARS = 7

export interface RetentionDeps {
  db: Db
  clock: Clock
  log: Logger
  config: Pick<Config, 'dataDir'>
}

/** How long the lines of an import that wasn't applied are kept. */
const UNAPPLIED_MS = 7 * 86_400_000

/** Rows per transaction, so that other transactions don't wait long. */
const AT_ONCE = 200

/**
 * Deletes what the terms promise not to keep. After two years: messages, proposals that no one signed, waitlist
 * entries, bookings that didn't take place, do-not-sell requests, copies of emails, the addresses to which
 * newsletters were sent, and the activity log. After a week: newsletter imports that weren't applied. Other bookings
 * once their invoices may be deleted. Expired unsent emails lose their links immediately.
 */
export async function deleteOldRecords(deps: RetentionDeps): Promise<void> {
  const { db, clock, log, config } = deps
  await setNextRetention(deps)
  const timeZone = await readZone({ db })
  const today = Temporal.PlainDate.from(dateOf(clock.now(), timeZone))
  const before = startOfDate(today.subtract({ years: KEPT_YEARS }).toString(), timeZone)
  const invoicesBefore = startOfYear(today.year - INVOICE_YEARS, timeZone)
  const gone = {
    proposals: await all((limit) => deleteUnsignedProposals({ db }, before, limit)),
    messages: await all((limit) => deleteOldContactMessages({ db }, before, limit)),
    waiting: await all((limit) => deleteOldWaitlist({ db }, { before, today: today.toString() }, limit)),
    fruitless: await all((limit) => deleteUnbilledBookings({ db, clock }, before, limit)),
    bookings: await all((limit) => deleteExpiredBookings({ db, clock }, invoicesBefore, limit)),
    invoices: await all((limit) => deleteExpiredInvoices({ db }, invoicesBefore, limit)),
    doNotSell: await all((limit) => deleteOldDoNotSell({ db }, before, limit)),
    imports: await all((limit) => deleteOldImports({ db }, clock.now() - UNAPPLIED_MS, limit)),
    recipients: await all((limit) => forgetOldRecipients({ db }, before, limit)),
    activity: await deleteOldActivity({ db, clock }, timeZone, today),
    expiredEmails: await all((limit) => retireExpiredEmails({ db, config }, clock.now(), limit)),
    emails: await all((limit) => deleteOldEmails({ db }, before, limit)),
    mailFiles: await deleteOldEmailFiles({ config }, before),
  }
  if (Object.values(gone).some((count) => count > 0)) log.info(gone, 'old records are deleted')
}

/** Entries per deletion. Each deletion adds an entry. */
const ENTRIES_AT_ONCE = 5_000

/** Deletes one month of the log at a time, so that it doesn't fill with entries about deletions. */
async function deleteOldActivity(
  deps: Pick<RetentionDeps, 'db' | 'clock'>,
  timeZone: string,
  today: Temporal.PlainDate,
): Promise<number> {
  const due = today.subtract({ years: KEPT_YEARS })
  const oldest = await oldestEntryAt(deps)
  if (oldest === undefined || oldest >= startOfDate(due.toString(), timeZone)) return 0
  const before = startOfDate(due.add({ months: 1 }).toString(), timeZone)
  return await all((limit) => deleteOldEntries(deps, before, limit), ENTRIES_AT_ONCE)
}

async function all(remove: (limit: number) => Promise<number>, atOnce = AT_ONCE): Promise<number> {
  let count = 0
  for (;;) {
    const gone = await remove(atOnce)
    count += gone
    if (gone < atOnce) return count
  }
}

/** Queues the next run, once a day even if the server restarts. */
export const setNextRetention = (deps: Pick<RetentionDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: DELETE_OLD }, { everyMs: RETENTION_EVERY_MS })

export const privacyJobs = (deps: RetentionDeps): JobHandlers => ({
  [DELETE_OLD]: jobHandler(retentionPayload, () => deleteOldRecords(deps)),
})

import type { ImapFlowOptions } from 'imapflow'
import { z } from 'zod'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { takeReply } from '~/domains/contact-messages/thread/incoming.server'
import { readSettings } from '~/domains/content/operations.server'
import { mailServerSchema } from '~/domains/outbox/mail-server-form'
import { addresseeOf } from '~/domains/outbox/sent-emails.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { choice, must } from '~/platform/fields'
import { type FieldErrors, type FieldValues, parseForm } from '~/platform/forms'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { openToken } from '~/platform/sealed-token.server'
import { seal, unseal } from '~/platform/sealing.server'
import { momentLabel } from '~/platform/time'
import { SENT_TO } from '../campaigns/sender.server'
import { subscriptionOf, suppress } from '../operations.server'
import { type ImapServer, type MailboxRead, type MailboxReader, readMailbox } from './imap.server'
import { MAILBOX_ENCRYPTIONS, READ_BOUNCES, type ShownMailbox } from './model'
import { readReport } from './report.server'
import {
  deleteMailbox,
  replaceMailbox,
  selectMailbox,
  selectRecipientKey,
  updateMailbox,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'siteUrl'>
  /** Options for tests. */
  imap?: Partial<ImapFlowOptions>
}

const LOCKED = 'The saved password was encrypted with another secret. Enter it again.'

/** The saved mailbox, without its password. */
export async function readBounceMailbox({ db, config }: Omit<Deps, 'clock'>): Promise<ShownMailbox | null> {
  const row = await selectMailbox(db)
  if (!row) return null
  const { studio } = await readSettings({ db })
  return {
    ...{ host: row.host, port: row.port, encryption: row.encryption, username: row.username },
    version: row.saved_at,
    isLocked: unseal(config.secret, 'bounceMailbox', row.password) === undefined,
    readAt: row.read_at === null ? null : momentLabel(row.read_at, studio.timeZone),
    failure: row.failure,
  }
}

/** Whether replies to this site's emails are read. */
export async function readsReplies({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const row = await selectMailbox(db)
  return row !== undefined && row.failure === null
}

export type MailboxSaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'changed-since' }
  /** The server didn't let us read it, so it wasn't saved. */
  | { ok: false; reason: 'failed'; sentence: string }

const mailboxSchema = () =>
  z.object({
    ...mailServerSchema().shape,
    encryption: choice(MAILBOX_ENCRYPTIONS),
    username: mailServerSchema().shape.username.check(
      must((typed) => typed !== '', 'Enter the user name of the mailbox.'),
    ),
  })

/**
 * Saves the mailbox once it could be opened. Reports that arrived before aren't read. A blank password keeps the
 * stored one, for the same server and user name only.
 * @param version of the mailbox that it replaces; 0: none
 */
export async function saveBounceMailbox(
  deps: Deps & { author: Author },
  { sent, version }: { sent: FieldValues; version: number },
): Promise<MailboxSaved> {
  const { db, clock, config, author } = deps
  const read = parseForm(mailboxSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const password = await passwordOf(deps, read.value)
  if (password === undefined)
    return {
      ...{ ok: false, reason: 'refused' },
      errors: { password: 'Enter the password. It isn’t sent to another server or for another user name.' },
    }
  const server: ImapServer = { ...read.value, password }
  const opened = await readMailbox(server, null, deps.imap)
  if (!opened.ok) return { ok: false, reason: 'failed', sentence: opened.sentence }
  return await transact(db, async (tx): Promise<MailboxSaved> => {
    const row = {
      ...{ ...server, password: seal(config.secret, 'bounceMailbox', password) },
      ...{ uid_validity: opened.mark.uidValidity, last_uid: opened.mark.lastUid },
      ...{ saved_at: Math.max(clock.now(), version + 1), read_at: clock.now(), failure: null },
    }
    if (!(await replaceMailbox(tx, row, version))) return { ok: false, reason: 'changed-since' }
    await recordAction(
      { db: tx, clock, author },
      { action: 'settings-changed', subject: `Bounce mailbox ${server.host}` },
    )
    return { ok: true }
  })
}

/** @returns undefined when a password is needed, and neither typed nor stored for this server and user name */
async function passwordOf(
  { db, config }: Deps,
  typed: Pick<ImapServer, 'host' | 'username' | 'password'>,
): Promise<string | undefined> {
  if (typed.password !== '') return typed.password
  const stored = await selectMailbox(db)
  if (stored?.host !== typed.host || stored.username !== typed.username) return undefined
  return unseal(config.secret, 'bounceMailbox', stored.password)
}

/** Bounces are no longer read. Addresses that bounced stay suppressed. @returns whether it was this version */
export async function removeBounceMailbox(
  { db, clock, author }: Pick<Deps, 'db' | 'clock'> & { author: Author },
  version: number,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const host = await deleteMailbox(tx, version)
    if (host === undefined) return false
    await recordAction(
      { db: tx, clock, author },
      { action: 'settings-changed', subject: `Bounce mailbox ${host} removed` },
    )
    return true
  })
}

const EVERY_MS = 600_000

export const setNextBounces = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: READ_BOUNCES }, { everyMs: EVERY_MS })

/** Reads the mailbox as a recurring job. */
export async function readBouncesInTurn(deps: Deps): Promise<void> {
  await setNextBounces(deps)
  await readBounces(deps)
}

/**
 * Suppresses the subscribers whose address a report names, and adds clients' replies to the threads of their
 * messages. Safe to repeat. The mark is stored last, so a message is read again after a crash.
 * @returns undefined without a mailbox
 */
export async function readBounces(deps: Deps): Promise<MailboxRead | undefined> {
  const { db, clock, config } = deps
  const row = await selectMailbox(db)
  if (!row) return undefined
  const host = new URL(config.siteUrl).hostname
  const password = unseal(config.secret, 'bounceMailbox', row.password)
  const mark = { uidValidity: row.uid_validity, lastUid: row.last_uid }
  const reader: MailboxReader = {
    onReport: async (source) => {
      for (const report of await readReport(source, { host, wasSentTo: (id, to) => wasSentTo(deps, id, to) }))
        if (await subscriptionOf({ db }, report.email)) await suppress({ db, clock }, report)
    },
    onReply: (ids, download) => takeReply({ db, clock }, ids, download),
  }
  const read: MailboxRead =
    password === undefined
      ? { ok: false, sentence: LOCKED }
      : await readMailbox({ ...row, password }, { mark, reader }, deps.imap)
  const change = read.ok
    ? { uid_validity: read.mark.uidValidity, last_uid: read.mark.lastUid, failure: null }
    : { failure: read.sentence }
  await updateMailbox(db, row.saved_at, { ...change, read_at: clock.now() })
  return read
}

/** @param id sealed for a newsletter’s recipient, and the email’s own for any other */
async function wasSentTo({ db, config }: Omit<Deps, 'clock'>, id: string, email: string): Promise<boolean> {
  const sent = openToken(config.secret, SENT_TO, id)
  const to = sent
    ? await selectRecipientKey(db, { campaign: sent.id, number: sent.version })
    : await addresseeOf({ db }, id)
  return to?.toLowerCase() === email.toLowerCase()
}

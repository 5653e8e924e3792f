import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { type FieldErrors, type FieldValues, parseForm } from '~/platform/forms'
import { createMailer, serverMailer, smtpMailer } from '~/platform/mail/mailer.server'
import type { Delivery, FailedDelivery, Mailer } from '~/platform/mail/message'
import { seal, unseal } from '~/platform/sealing.server'
import { type MailServer, mailServerUrl, type ShownMailServer } from './mail-server'
import { mailServerSchema } from './mail-server-form'
import { deleteMailServer, replaceMailServer, selectMailServer } from './mail-server-store.server'
import { type Sender, sendingAs, writeMailbox } from './mailbox'
import { sendTest, type TestedBusiness, type TestMailDeps } from './test-email.server'

export interface MailServerDeps {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'secret'>
}

/**
 * The SMTP URL of the operator's mail server, else of the one saved in the Studio.
 * @returns undefined if there is none, or if its password was encrypted with another secret
 */
export async function readMailServerUrl({ db, config }: MailServerDeps): Promise<string | undefined> {
  if (config.smtpUrl) return config.smtpUrl
  const stored = await selectMailServer(db)
  if (!stored) return undefined
  const password = unseal(config.secret, 'mailServer', stored.password)
  return password === undefined ? undefined : mailServerUrl({ ...stored, password })
}

/** Whether the site can send email. Without a mail server, texts must not say that an email was sent. */
export const canSendMail = async (deps: MailServerDeps): Promise<boolean> =>
  (await readMailServerUrl(deps)) !== undefined

/** The server that was saved in the Studio, without its password. */
export async function readMailServer({ db, config }: MailServerDeps): Promise<ShownMailServer | null> {
  const stored = await selectMailServer(db)
  if (!stored) return null
  const { host, port, encryption, username, password, saved_at: version } = stored
  const isLocked = unseal(config.secret, 'mailServer', password) === undefined
  return { host, port, encryption, username, version, isLocked }
}

/** The sender and the mail server. */
export async function readSendingFacts(
  deps: MailServerDeps & { config: Pick<Config, 'mailFrom'> },
  sender: Sender,
): Promise<{ label: string; value: string }[]> {
  const url = await readMailServerUrl(deps)
  return [
    { label: 'From', value: writeMailbox(sendingAs(deps.config, sender).from) },
    { label: 'Replies go to', value: writeMailbox(sender.replyTo) },
    {
      label: 'Mail server',
      // The URL contains a password, its host doesn't.
      value: url ? new URL(url).host : 'No mail server yet: emails are written to files',
    },
  ]
}

/** Sends through the current server, which may change between emails. */
export function openMailer(
  deps: MailServerDeps & { config: Pick<Config, 'dataDir'> },
  onStop: (close: () => Promise<void>) => void,
): Mailer {
  const mailer = createMailer(deps.config, () => readMailServerUrl(deps))
  onStop(async () => mailer.close())
  return mailer
}

/** The current mail server, for emails that are never written to files. */
export const openServer = (deps: MailServerDeps, options: { connections?: number } = {}) =>
  serverMailer(() => readMailServerUrl(deps), options)

/** Sends a test through the current server, or writes it to a file if there is none. */
export async function sendTestMail(
  deps: MailServerDeps & TestMailDeps & { config: Pick<Config, 'dataDir'> },
  test: TestedBusiness,
): Promise<Delivery> {
  return await sendTest(
    deps,
    test,
    createMailer(deps.config, () => readMailServerUrl(deps)),
  )
}

type ChangeDeps = MailServerDeps & {
  clock: Clock
  config: Pick<Config, 'smtpUrl' | 'secret' | 'mailFrom' | 'siteUrl'>
  author: Author
}

export type MailServerSaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'changed-since' }
  /** The server didn't accept the test email, so it wasn't saved. */
  | { ok: false; reason: 'failed'; sentence: string }

const PASSWORD_NEEDED = 'Enter the password. It isn’t sent to another server or for another user name.'

/**
 * Saves the mail server once it has accepted a test email, so that a saved server is one that works. A blank
 * password keeps the stored one, for the same server and user name only.
 * @param version of the server that it replaces; 0: none
 */
export async function saveMailServer(
  deps: ChangeDeps,
  { sent, version, test }: { sent: FieldValues; version: number; test: TestedBusiness },
): Promise<MailServerSaved> {
  const { db, clock, config, author } = deps
  const read = parseForm(mailServerSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const password = await passwordOf(deps, read.value)
  if (password === undefined) return { ok: false, reason: 'refused', errors: { password: PASSWORD_NEEDED } }
  const server: MailServer = { ...read.value, password }
  const tested = await sendTest(deps, test, withinTime(smtpMailer(mailServerUrl(server))))
  if (!tested.ok) return { ok: false, reason: 'failed', sentence: sentenceOf(tested) }
  return await transact(db, async (tx): Promise<MailServerSaved> => {
    // A version that always grows, even with two saves in one millisecond.
    const saved_at = Math.max(clock.now(), version + 1)
    const row = { ...server, password: seal(config.secret, 'mailServer', password), saved_at }
    if (!(await replaceMailServer(tx, row, version))) return { ok: false, reason: 'changed-since' }
    await recordAction({ db: tx, clock, author }, { action: 'mail-server-changed', subject: server.host })
    return { ok: true }
  })
}

/**
 * The server's own words. Where no mail server answers, the sentence is always the same: it says nothing about what else
 * is in the network, such as an open port.
 */
function sentenceOf({ detail, isReached }: FailedDelivery): string {
  if (isReached) return `The server didn’t accept a test email. It said: ${detail}`
  if (/certificate/i.test(detail)) return `We can’t trust the server’s certificate: ${detail}.`
  return 'No mail server answered there. Check the server, the port, and the encryption.'
}

/** An owner waits no longer than this for the answer to a test. */
const TEST_LIMIT_MS = 10_000

function withinTime(mailer: Mailer): Mailer {
  return {
    send: async (mail, fileName) => {
      const limit = Promise.withResolvers<Delivery>()
      const detail = 'It didn’t finish answering within 10 seconds.'
      const timer = setTimeout(
        () => limit.resolve({ ok: false, reason: 'temporary', detail, isReached: false }),
        TEST_LIMIT_MS,
      )
      try {
        return await Promise.race([mailer.send(mail, fileName), limit.promise])
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => mailer.close(),
  }
}

/** @returns undefined when a password is needed, and neither typed nor stored for this server and user name */
async function passwordOf({ db, config }: ChangeDeps, typed: MailServer): Promise<string | undefined> {
  if (typed.username === '' || typed.password !== '') return typed.password
  const stored = await selectMailServer(db)
  if (stored?.host !== typed.host || stored.username !== typed.username) return undefined
  return unseal(config.secret, 'mailServer', stored.password)
}

/** Emails wait again, unless the operator has set a server. @returns whether there was one */
export async function removeMailServer({ db, clock, author }: Omit<ChangeDeps, 'config'>): Promise<boolean> {
  return await transact(db, async (tx) => {
    const host = await deleteMailServer(tx)
    if (host === undefined) return false
    await recordAction({ db: tx, clock, author }, { action: 'mail-server-removed', subject: host })
    return true
  })
}

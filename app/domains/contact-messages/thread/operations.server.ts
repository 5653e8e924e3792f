import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { lastMailAbout, messageIdsAbout } from '~/domains/outbox/sent-emails.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { type FieldErrors, type FieldValues, parseForm } from '~/platform/forms'
import { withLinksRemoved } from '~/platform/http/special-paths'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { fillIn } from '~/platform/template-fields'
import { isId } from '~/platform/text'
import { momentLabel } from '~/platform/time'
import { replyEmail } from '../emails.server'
import { type ReceivedContactMessage, replySubjectOf } from '../model'
import { findContactMessage, markContactMessage } from '../operations.server'
import { templateValues } from '../templates/fields'
import { listTemplates, readTemplate } from '../templates/operations.server'
import {
  aboutMessage,
  aboutReply,
  REPLY_FIELDS,
  REPLY_KIND,
  type ReplyDraft,
  replySchema,
  type ThreadEntry,
} from './model'
import { insertReply, type ReplyRow, selectReplies } from './store.server'

/** The emails below a message, oldest first. */
export async function readThread({ db }: { db: Db }, id: string): Promise<ThreadEntry[]> {
  const replies = await selectReplies(db, id)
  const ours = replies.filter(isOurs).map((reply) => aboutReply(reply.id))
  const emails = await lastMailAbout({ db }, REPLY_KIND, ours)
  const timeZone = await readZone({ db })
  return replies.map((reply) => ({
    ...{ id: reply.id, author: reply.author, subject: reply.subject, text: reply.text },
    when: momentLabel(reply.at, timeZone),
    mail: isOurs(reply) ? (emails.get(aboutReply(reply.id)) ?? 'unknown') : null,
  }))
}

const isOurs = ({ received_id }: Pick<ReplyRow, 'received_id'>): boolean => received_id === null

/**
 * What the reply form begins with: the filled-in template, or only a subject.
 * @param template id of the chosen one; '' for none
 */
export async function draftReply(
  { db }: { db: Db },
  id: string,
  template: string,
): Promise<ReplyDraft | undefined> {
  const message = await findContactMessage({ db }, id)
  if (!message) return undefined
  const { studio } = await readSettings({ db })
  const chosen = template === '' ? undefined : await readTemplate({ db }, template)
  const values = templateValues(message, studio.name)
  const subject = fillIn(chosen?.values.subject ?? '', values)
  const text = fillIn(chosen?.values.message ?? '', values)
  return {
    once: newId(),
    template: chosen ? template : null,
    templates: (await listTemplates({ db })).map(({ id, name }) => ({ id, name })),
    subject: chosen ? subject.text : replySubjectOf(message),
    message: text.text,
    missing: [...new Set([...subject.missing, ...text.missing])],
  }
}

interface ReplyDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
  author: Author
}

export type ReplySent =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'no-server' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }

/**
 * Queues a reply, which becomes part of the thread, and marks the message as answered. Fields in braces are
 * filled in. `once` is the form's id, so that a form sent twice sends one email.
 */
export async function sendReply(
  deps: ReplyDeps,
  id: string,
  { once, sent }: { once: string; sent: FieldValues },
): Promise<ReplySent> {
  const { db, clock, config, author } = deps
  const read = parseForm(replySchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const message = isId(once) ? await findContactMessage({ db }, id) : undefined
  if (!message) return { ok: false, reason: 'missing' }
  const { studio } = await readSettings({ db })
  const filled = fillAll(read.value, message, studio.name)
  if (!filled.ok) return filled
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  const { subject, message: text } = filled
  const mail = replyEmail(emailBrandingOf(studio, config.siteUrl), message, {
    ...{ subject, text, about: aboutReply(once) },
    thread: await messageIdsOf(db, message.id),
  })
  return await transact(db, async (tx): Promise<ReplySent> => {
    const reply = {
      ...{ id: once, contact_message_id: message.id, received_id: null, author: author.name },
      ...{ subject, text: withLinksRemoved(text), at: clock.now() },
    }
    if (!(await insertReply(tx, reply))) return { ok: true }
    await queueMail({ db: tx, clock, config }, mail)
    await recordAction(
      { db: tx, clock, author },
      { action: 'client-emailed', subject: `“${subject}”, message from ${message.name}` },
    )
    if (message.stage === 'waiting') await markContactMessage({ db: tx, clock, author }, id, 'answered')
    return { ok: true }
  })
}

function fillAll(
  typed: Record<(typeof REPLY_FIELDS)[number], string>,
  message: ReceivedContactMessage,
  studioName: string,
): { ok: true; subject: string; message: string } | Extract<ReplySent, { reason: 'refused' }> {
  const values = templateValues(message, studioName)
  const [subject, text] = REPLY_FIELDS.map((name) => fillIn(typed[name], values)) as [Filled, Filled]
  const errors: FieldErrors = {}
  for (const [name, { missing }] of [['subject', subject] as const, ['message', text] as const])
    if (missing.length > 0) errors[name] = `Fill in or remove ${missing.join(', ')}.`
  return Object.keys(errors).length > 0
    ? { ok: false, reason: 'refused', errors }
    : { ok: true, subject: subject.text, message: text.text }
}

type Filled = ReturnType<typeof fillIn>

/** Message-IDs of the emails to and from the client so far, oldest first. */
async function messageIdsOf(db: Db, id: string): Promise<string[]> {
  const replies = await selectReplies(db, id)
  const ours = await messageIdsAbout({ db }, [
    aboutMessage(id),
    ...replies.filter(isOurs).map((reply) => aboutReply(reply.id)),
  ])
  const confirmed = ours.get(aboutMessage(id))
  const written = replies.map((reply) => reply.received_id ?? ours.get(aboutReply(reply.id)))
  return [confirmed, ...written].flatMap((each) => (each?.startsWith('<') ? [each] : []))
}

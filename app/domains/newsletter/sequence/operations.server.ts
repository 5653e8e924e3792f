import { z } from 'zod'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { RowAdded, RowRemoved, RowSaved } from '~/domains/content/rows/outcome'
import { readRow } from '~/domains/content/rows/row-form'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { FieldValues, ParsedForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { renderMail } from '~/platform/mail/render.server'
import { postalAddress } from '../document/address.server'
import { addressFinding } from '../document/check.server'
import { fieldProblems } from '../model'
import { writtenMail } from './emails.server'
import { MOST_STEPS, SEND_SEQUENCE, type Step, sequenceFields, WELCOME, type WrittenEmail } from './model'
import {
  countStepSends,
  deleteStep,
  insertStep,
  recordStepSend,
  selectDue,
  selectStep,
  selectSteps,
  selectStepsThatAreOn,
  updateStep,
} from './store.server'

/** What a new subscriber gets unless an owner has changed it; the text of R36 without its link. */
const defaultWelcome = ({ name, siteUrl }: { name: string; siteUrl: string }) => ({
  subject: `You’re on the list at ${name}`,
  text: `Thank you for subscribing.

You’ll hear from us when there’s something worth printing: new work, open dates, and seasonal sessions before they fill up. We don’t share your email with anyone.

Until then, see our newest photos: ${siteUrl}/gallery`,
})

/** The steps in their order, without the welcome email. @returns `sent`: how many people got it */
export async function listSequence({ db }: { db: Db }): Promise<{
  isWelcomeChanged: boolean
  /** Why new subscribers get our welcome email instead of the owner's; '': they get the owner's, or there is none. */
  welcomeProblem: string
  /** Why the emails aren't complete; '': they are. */
  addressProblem: string
  steps: (Step & { sent: number })[]
}> {
  const [rows, counts] = [await selectSteps(db), await countStepSends(db)]
  const address = addressFinding(await postalAddress({ db }))
  const welcome = rows.find(({ id, is_on }) => id === WELCOME && is_on === 1)
  return {
    isWelcomeChanged: welcome !== undefined,
    welcomeProblem: welcome ? problemOf(welcome) : '',
    addressProblem: address.state === 'refused' ? address.sentence : '',
    steps: rows
      .filter(({ id }) => id !== WELCOME)
      .map((row) => ({ ...stepOf(row), sent: counts.get(row.id) ?? 0 })),
  }
}

const stepOf = (row: Awaited<ReturnType<typeof selectSteps>>[number]): Step => ({
  ...{ id: row.id, subject: row.subject, text: row.text, version: row.version },
  ...{ delayDays: row.delay_days, isOn: row.is_on === 1, problem: problemOf(row) },
})

const problemOf = ({ subject, text }: WrittenEmail): string =>
  [...fieldProblems(subject), ...fieldProblems(text)][0] ?? ''

/** The welcome email as an owner has written it; undefined: ours, also while theirs has a problem. */
export const readWelcome = async ({ db }: { db: Db }): Promise<Step | undefined> => {
  const row = await selectStep(db, WELCOME)
  return row?.is_on === 1 && problemOf(row) === '' ? stepOf(row) : undefined
}

/**
 * @returns `isOurs`: the welcome email has our text. `former`: the owner's, which was replaced by ours. Version 0:
 * no owner has written one
 */
export async function readStep(
  { db, config }: { db: Db; config: Pick<Config, 'siteUrl'> },
  id: string,
): Promise<(Step & { isOurs: boolean; former?: WrittenEmail }) | undefined> {
  const row = await selectStep(db, id)
  if (row && (id !== WELCOME || row.is_on === 1)) return { ...stepOf(row), isOurs: false }
  if (id !== WELCOME) return undefined
  const { studio } = await readSettings({ db })
  const written = defaultWelcome({ name: studio.name, siteUrl: config.siteUrl })
  const ours = { ...written, id, delayDays: 0, isOn: true, problem: '', isOurs: true }
  if (!row) return { ...ours, version: 0 }
  return { ...ours, version: row.version, former: { subject: row.subject, text: row.text } }
}

export async function addStep(
  { db, clock, author }: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ id: string }>> {
  const read = readWritten('', sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const id = newId()
  return await transact(db, async (tx): Promise<RowAdded<{ id: string }>> => {
    if ((await selectSteps(tx)).length > MOST_STEPS) return { ok: false, reason: 'full' }
    await insertStep(tx, { id, delay_days: 1, is_on: 1, ...read.value, since: clock.now() })
    const subject = subjectOf(read.value.subject)
    await recordAction({ db: tx, clock, author }, { action: 'content-added', subject })
    return { ok: true, id }
  })
}

/** Saves a step or the welcome email. @param change.version 0: the welcome email is ours until now */
export async function saveStep(
  { db, clock, author }: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const read = readWritten(id, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { subject } = read.value
  return await transact(db, async (tx): Promise<RowSaved> => {
    const isNew = id === WELCOME && version === 0
    const isSaved = isNew
      ? await insertStep(tx, { id, ...read.value, delay_days: 0, is_on: 1, since: clock.now() })
      : await updateStep(tx, { id, version }, id === WELCOME ? { ...read.value, is_on: 1 } : read.value)
    if (!isSaved) return { ok: false, reason: (await selectStep(tx, id)) ? 'changed-since' : 'missing' }
    await recordAction({ db: tx, clock, author }, { action: 'content-changed', subject: subjectOf(subject) })
    return { ok: true }
  })
}

const welcomeSchema = z.object({
  subject: z.string().min(1).max(150),
  text: z.string().min(1).max(10_000),
})
const stepSchema = welcomeSchema.extend({
  delayDays: z.number().int().min(1).max(365),
  isOn: z.boolean(),
})

/** The columns of the form. */
function readWritten(id: string, sent: FieldValues) {
  if (id === WELCOME) return refuseUnknownFields(readRow(sequenceFields(id), welcomeSchema, sent), sent)
  const read = refuseUnknownFields(readRow(sequenceFields(id), stepSchema, sent), sent)
  if (!read.ok) return read
  const { delayDays, isOn, ...written } = read.value
  return { ok: true as const, value: { ...written, delay_days: delayDays, is_on: isOn ? 1 : 0 } }
}

function refuseUnknownFields<Value>(read: ParsedForm<Value>, sent: FieldValues): ParsedForm<Value> {
  const errors: FieldValues = read.ok ? {} : { ...read.errors }
  for (const name of ['subject', 'text']) {
    const [problem] = fieldProblems(sent[name] ?? '')
    if (problem !== undefined) errors[name] ??= problem
  }
  return read.ok && Object.keys(errors).length === 0 ? read : { ok: false, errors, values: sent }
}

/** Deletes a step. The welcome email is ours again, and the owner's text is kept. */
export async function removeStep(
  { db, clock, author }: WriteDeps,
  id: string,
  version: number,
): Promise<RowRemoved> {
  return await transact(db, async (tx): Promise<RowRemoved> => {
    const row = await selectStep(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    const isDone =
      id === WELCOME
        ? await updateStep(tx, { id, version }, { is_on: 0 })
        : await deleteStep(tx, { id, version })
    if (!isDone) return { ok: false, reason: 'changed-since' }
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-removed', subject: subjectOf(row.subject) },
    )
    return { ok: true }
  })
}

/** New subscribers get the owner's former welcome email again. */
export async function restoreWelcome({ db, clock, author }: WriteDeps, version: number): Promise<RowRemoved> {
  return await transact(db, async (tx): Promise<RowRemoved> => {
    const row = await selectStep(tx, WELCOME)
    if (!row) return { ok: false, reason: 'missing' }
    if (!(await updateStep(tx, { id: WELCOME, version }, { is_on: 1 })))
      return { ok: false, reason: 'changed-since' }
    const subject = subjectOf(row.subject)
    await recordAction({ db: tx, clock, author }, { action: 'content-changed', subject })
    return { ok: true }
  })
}

const subjectOf = (subject: string) => `Newsletter email “${subject}”`

/** The HTML of a step as a subscriber without a name gets it. @param sent the form's values; absent: as saved */
export async function previewStep(
  { db, config }: { db: Db; config: Pick<Config, 'siteUrl'> },
  id: string,
  sent?: FieldValues,
): Promise<{ ok: true; html: string } | { ok: false; reason: 'missing' } | NotRead> {
  const read = sent && readWritten(id, sent)
  if (read && !read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const written = read?.value ?? (await readStep({ db, config }, id))
  if (!written) return { ok: false, reason: 'missing' }
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  const { body } = writtenMail(branding, { email: 'subscriber@example.com' }, written, {
    kind: 'newsletter-test',
  })
  return { ok: true, html: renderMail(body).html }
}

interface NotRead {
  ok: false
  reason: 'refused'
  errors: FieldValues
}

/** Queues the email for the signed-in person, as a subscriber without a name gets it. */
export async function testStep(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'> },
  id: string,
  to: string,
): Promise<boolean> {
  const step = await readStep({ db, config }, id)
  if (!step) return false
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  const { pace: _, ...mail } = writtenMail(branding, { email: to }, step, { kind: 'newsletter-test' })
  const subject = `[Test] ${mail.subject}`
  await transact(db, (tx) => queueMail({ db: tx, clock, config }, { ...mail, subject }))
  return true
}

const DAY_MS = 86_400_000
const EVERY_MS = 3_600_000
/** A step that couldn't be sent in time is sent up to this late, for example after the server was off. */
const LATEST_DAYS = 7
const AT_ONCE = 100

export const setNextSequence = (deps: { db: Db; clock: Clock }): Promise<void> =>
  enqueueNext(deps, { kind: SEND_SEQUENCE }, { everyMs: EVERY_MS })

/**
 * Queues each step for the subscribers who are due, once per person: the key of `newsletter_step_sends` decides,
 * in the transaction that queues the email. People who unsubscribed, or whose address is suppressed, get none.
 */
export async function sendSequence(deps: {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}): Promise<void> {
  await setNextSequence(deps)
  const { db, clock, config } = deps
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  for (const row of await selectStepsThatAreOn(db)) {
    const step = stepOf(row)
    if (step.problem !== '') continue
    const until = clock.now() - step.delayDays * DAY_MS
    const from = Math.max(row.since - 1, until - LATEST_DAYS * DAY_MS)
    const mailFor = (person: { email: string; name: string; token: string }) =>
      writtenMail(branding, person, step, { kind: 'newsletter-sequence', about: aboutSequence(person.email) })
    for (let isDone = false; !isDone; ) {
      isDone = await transact(db, async (tx) => {
        const due = await selectDue(tx, { step: step.id, from, until, limit: AT_ONCE })
        for (const person of due) {
          const send = { step_id: step.id, subscriber_id: person.id, at: clock.now() }
          if (await recordStepSend(tx, send)) await queueMail({ db: tx, clock, config }, mailFor(person))
        }
        return due.length < AT_ONCE
      })
    }
  }
}

/** Emails of a sequence that wait for a mail server aren't sent once the person has unsubscribed. */
export const aboutSequence = (email: string): string => `newsletter ${email.toLowerCase()}`

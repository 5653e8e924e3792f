import { z } from 'zod'
import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { type MailServerDeps, openServer } from '~/domains/outbox/mail-server.server'
import { sendingAs } from '~/domains/outbox/mailbox'
import { isAnyProcessing } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { date, timeFor } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { isJobWaiting } from '~/platform/jobs/queue.server'
import { enqueueAt } from '~/platform/jobs/recurring.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import type { Delivery } from '~/platform/mail/message'
import { asCleanLine } from '~/platform/text'
import { instantOf } from '~/platform/time'
import { insertLinks, selectLinks } from '../clicks/store.server'
import { postalAddress } from '../document/address.server'
import { checkNewsletter, checkText, type Finding } from '../document/check.server'
import {
  forAnyone,
  type NewsletterInput,
  personalize,
  type Reader,
  type Rendered,
  renderNewsletter,
} from '../document/emails.server'
import { readNewsletterParts } from '../document/parts.server'
import { readNewsletter } from '../document/schema'
import { recipientsOf } from '../segments/recipients.server'
import { segmentSchema } from '../segments/segment'
import { type CampaignNotSaved, changedSince, readSent, type SentCampaign } from './drafts.server'
import { SEND_CAMPAIGN, START_CAMPAIGN, subjectOf } from './model'
import { insertRecipients, skipQueued } from './recipients-store.server'
import { firstNameOf, queueSending } from './sender.server'
import { type CampaignRow, lockCampaign, selectCampaign, selectPending, updateCampaign } from './store.server'

interface RenderDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

interface Prepared {
  input: NewsletterInput
  rendered: Rendered
  /** Its parts, blank where the owner hasn't entered one. */
  address: string[]
  /** Links whose clicks are counted, as full URLs, each once; none if clicks aren't counted. */
  counted: string[]
}

/** A newsletter rendered once for all recipients. @returns undefined if its text can't be read */
async function prepare({ db, clock, config }: RenderDeps, row: CampaignRow): Promise<Prepared | undefined> {
  const read = readNewsletter(row.document)
  if (!read.ok) return undefined
  const { studio, newsletter } = await readSettings({ db })
  const counted: string[] = []
  const countedLink = (href: string) => {
    const known = counted.indexOf(href)
    return known === -1 ? counted.push(href) : known + 1
  }
  const input: NewsletterInput = {
    ...{ document: read.document, subject: row.subject, preheader: row.preheader },
    branding: emailBrandingOf(studio, config.siteUrl),
    parts: await readNewsletterParts({ db, clock }, read.document),
    archiveUrl: row.in_archive === 1 ? archiveUrl(config, row.id) : null,
    ...(newsletter.countsClicks ? { countedLink } : {}),
  }
  return { input, rendered: renderNewsletter(input), address: await postalAddress({ db }), counted }
}

/** The public copy of a sent newsletter. */
export const archiveUrl = ({ siteUrl }: Pick<Config, 'siteUrl'>, id: string): string =>
  `${siteUrl}/newsletter/archive/${id}`

/** An example reader, whose clicks aren't counted. @param links by number, from 1 */
const exampleReader = (links: readonly string[]): Reader => ({
  ...{ unsubscribe: '#', preferences: '#', firstName: 'Ann', counting: 'counted' },
  link: (number) => links[number - 1] ?? '#',
})

/**
 * The HTML of a newsletter as it is or was sent, for one example reader.
 * @param sent the form of a draft; without it, as it is stored
 * @returns `isFinished`: no photo is left out that is still processing
 */
export async function previewCampaign(
  deps: RenderDeps,
  id: string,
  sent?: SentCampaign,
): Promise<{ ok: true; html: string; isFinished: boolean } | CampaignNotSaved> {
  const row = await selectCampaign(deps.db, id)
  if (!row) return { ok: false, reason: 'missing' }
  if (row.rendered !== '') {
    const reader = exampleReader(await selectLinks(deps.db, id))
    return { ok: true, html: personalize(JSON.parse(row.rendered), reader).html, isFinished: true }
  }
  const read = sent && readSent(sent)
  if (read && !read.ok) return read
  const prepared = await prepare(deps, { ...row, ...read?.columns })
  if (!prepared) return { ok: false, reason: 'missing' }
  const { html } = personalize(prepared.rendered, exampleReader(prepared.counted))
  const isFinished = !(await isAnyProcessing(deps, prepared.input.parts.photos.values()))
  return { ok: true, html, isFinished }
}

/** The HTML of a sent newsletter for its public page, without names or links of recipients. Nothing is counted. */
export async function readArchived(
  { db, config }: Pick<RenderDeps, 'db' | 'config'>,
  id: string,
): Promise<string | undefined> {
  const row = await selectCampaign(db, id)
  if (row?.in_archive !== 1 || row.rendered === '') return undefined
  const signUp = `${config.siteUrl}/newsletter`
  const { link } = exampleReader(await selectLinks(db, id))
  const anyone = { unsubscribe: signUp, preferences: signUp, firstName: '', counting: null, link }
  return forAnyone(personalize(JSON.parse(row.rendered), anyone).html, signUp)
}

/** What to fix before sending. Asks other sites whether links work. */
export async function checkCampaign(deps: RenderDeps, id: string): Promise<Finding[] | undefined> {
  const row = await selectCampaign(deps.db, id)
  const prepared = row && (await prepare(deps, row))
  return prepared && (await checkNewsletter(prepared))
}

/** Sends a newsletter to one address outside the campaign, and waits for the mail server's answer. */
export async function sendTestCampaign(
  deps: RenderDeps & MailServerDeps & { config: Pick<Config, 'mailFrom'>; author: Author },
  id: string,
  to: string,
): Promise<Delivery | 'missing' | 'no-server'> {
  const { db, clock, config, author } = deps
  const row = await selectCampaign(db, id)
  const prepared = row && (await prepare(deps, row))
  if (!row || !prepared) return 'missing'
  const server = openServer(deps)
  try {
    const mailer = await server.open()
    if (!mailer) return 'no-server'
    const sender = sendingAs(config, senderOf(await readSettings({ db })))
    const example = exampleReader(prepared.counted)
    const reader: Reader = { ...example, firstName: firstNameOf(author.name), counting: 'test' }
    const { subject, html, text } = personalize(prepared.rendered, reader)
    const delivery = await mailer.send({
      messageId: `<${newId()}@${new URL(config.siteUrl).hostname}>`,
      date: new Date(clock.now()),
      from: { name: asCleanLine(sender.from.name), address: sender.from.email },
      to: { name: asCleanLine(author.name), address: to },
      replyTo: { name: asCleanLine(sender.replyTo.name), address: sender.replyTo.email },
      ...{ subject: `[Test] ${subject}`, html, text, headers: {} },
    })
    await recordAction(
      { db, clock, author },
      { action: 'test-email-sent', subject: `Test newsletter to ${to}` },
    )
    return delivery
  } finally {
    server.close()
  }
}

export type SendRefused =
  | CampaignNotSaved
  | { ok: false; reason: 'findings'; findings: Finding[] }
  | { ok: false; reason: 'no-recipients' }

/** Queues all recipients of a draft now. @param seen the version that the owner knows */
export async function sendCampaign(
  deps: RenderDeps & WriteDeps,
  id: string,
  seen: string,
): Promise<{ ok: true } | SendRefused> {
  const { clock, author } = deps
  return await begin(deps, id, async (tx, row) => {
    if (String(row.revision) !== seen) return changedSince(row, await readZone({ db: tx }))
    const sent = { action: 'newsletter-sent' as const, subject: `Newsletter “${subjectOf(row)}”` }
    await recordAction({ db: tx, clock, author }, sent)
    return undefined
  })
}

/**
 * Renders a draft or scheduled newsletter, then queues its recipients in one transaction.
 * @param allow called in the transaction; a refusal ends it
 */
async function begin(
  deps: RenderDeps,
  id: string,
  allow: (tx: Tx, row: CampaignRow) => Promise<SendRefused | undefined>,
): Promise<{ ok: true } | SendRefused> {
  const { db, clock } = deps
  const draft = await selectCampaign(db, id)
  if (!draft) return { ok: false, reason: 'missing' }
  const prepared = await prepare(deps, draft)
  const findings = prepared ? checkText(prepared).filter(({ state }) => state === 'refused') : []
  if (!prepared || findings.length > 0) return { ok: false, reason: 'findings', findings }
  const zone = await readZone({ db })
  return await transact(db, async (tx, rollback): Promise<{ ok: true } | SendRefused> => {
    const row = await lockCampaign(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.state !== 'draft' && row.state !== 'scheduled') return { ok: false, reason: 'sent' }
    if (row.revision !== draft.revision) return changedSince(row, zone)
    const refused = await allow(tx, row)
    if (refused) return refused
    const now = clock.now()
    const segment = segmentSchema.parse(JSON.parse(row.segment))
    const { everyone } = await recipientsOf({ db: tx, clock }, segment)
    if ((await insertRecipients(tx, id, everyone, now)) === 0)
      return rollback({ ok: false, reason: 'no-recipients' })
    await insertLinks(tx, id, prepared.counted)
    const sending = { state: 'sending' as const, begun_at: now, rendered: JSON.stringify(prepared.rendered) }
    await updateCampaign(tx, id, { ...sending, trouble: '', revision: row.revision + 1 })
    await queueSending({ db: tx, clock }, id)
    return { ok: true }
  })
}

/**
 * Schedules a draft, or a scheduled newsletter for another time. Its recipients are those of that time.
 * @param given date and time in the studio's zone, and the version that the owner knows
 */
export async function scheduleCampaign(
  deps: RenderDeps & WriteDeps,
  id: string,
  { seen, ...typed }: { date: string; time: string; seen: string },
): Promise<{ ok: true } | SendRefused> {
  const { db, clock, author } = deps
  const zone = await readZone({ db })
  const read = parseForm(whenSchema(), typed)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const at = instantOf(read.value.date, read.value.time, zone)
  if (at <= clock.now())
    return { ok: false, reason: 'refused', errors: { date: 'Choose a time in the future.' } }
  const draft = await selectCampaign(db, id)
  const prepared = draft && (await prepare(deps, draft))
  if (!draft || !prepared) return { ok: false, reason: 'missing' }
  const findings = checkText(prepared).filter(({ state }) => state === 'refused')
  if (findings.length > 0) return { ok: false, reason: 'findings', findings }
  return await transact(db, async (tx): Promise<{ ok: true } | SendRefused> => {
    const row = await lockCampaign(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.state !== 'draft' && row.state !== 'scheduled') return { ok: false, reason: 'sent' }
    if (String(row.revision) !== seen) return changedSince(row, zone)
    await updateCampaign(tx, id, {
      ...{ state: 'scheduled', scheduled_at: at, trouble: '', revision: row.revision + 1 },
    })
    await queueStart({ db: tx, clock }, id, at)
    await recordAction(
      { db: tx, clock, author },
      { action: 'newsletter-scheduled', subject: `Newsletter “${subjectOf(row)}”` },
    )
    return { ok: true }
  })
}

const whenSchema = () =>
  z.object({ date: date({ label: 'Send on', from: '2000-01-01', until: '2100-12-31' }), time: timeFor('At') })

const queueStart = (deps: { db: Db; clock: Clock }, campaign: string, at: number): Promise<void> =>
  enqueueAt(deps, { kind: START_CAMPAIGN, about: { id: campaign, payload: { campaign } } }, at)

/** Starts a scheduled newsletter whose time has come. One that can't be sent becomes a draft with the reason. */
export async function startCampaign(deps: RenderDeps, id: string): Promise<void> {
  const { db, clock } = deps
  const isDue = ({ state, scheduled_at: at }: CampaignRow) =>
    state === 'scheduled' && at !== null && at <= clock.now()
  const row = await selectCampaign(db, id)
  if (!row || !isDue(row)) return
  const begun = await begin(deps, id, async (_, locked) =>
    isDue(locked) ? undefined : { ok: false, reason: 'sent' },
  )
  if (begun.ok || begun.reason === 'sent' || begun.reason === 'missing') return
  // Someone saved it just now.
  if (begun.reason === 'changed-since') return await startCampaign(deps, id)
  const trouble =
    begun.reason === 'findings'
      ? begun.findings.map(({ sentence }) => sentence).join(' ') || 'Its text can’t be read.'
      : 'No one is subscribed among its recipients.'
  await transact(db, async (tx) => {
    const locked = await lockCampaign(tx, id)
    if (locked && isDue(locked)) await updateCampaign(tx, id, { state: 'draft', scheduled_at: null, trouble })
  })
}

/** What an owner does with a newsletter that is scheduled or being sent. */
export const CAMPAIGN_STEPS = ['unschedule', 'pause', 'resume', 'stop'] as const
export type CampaignStep = (typeof CAMPAIGN_STEPS)[number]

/** Idempotent. @returns not ok if the newsletter is in another state by now */
export async function changeCampaign(
  { db, clock, author }: WriteDeps,
  id: string,
  step: CampaignStep,
): Promise<{ ok: boolean }> {
  return await transact(db, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!row || !FROM[step].includes(row.state)) return { ok: false }
    const now = clock.now()
    switch (step) {
      case 'unschedule':
        await updateCampaign(tx, id, { state: 'draft', scheduled_at: null, revision: row.revision + 1 })
        break
      case 'pause':
        await updateCampaign(tx, id, { state: 'paused' })
        break
      case 'resume':
        await updateCampaign(tx, id, { state: 'sending', trouble: '', paced_until: 0 })
        await queueSending({ db: tx, clock }, id)
        break
      case 'stop':
        await skipQueued(tx, id, now, 'Sending was stopped.')
        await updateCampaign(tx, id, { state: 'stopped', ended_at: now, trouble: '' })
    }
    const subject = `Newsletter “${subjectOf(row)}”`
    const changes = [{ field: 'Status', from: row.state, to: TO[step] }]
    await recordAction({ db: tx, clock, author }, { action: 'newsletter-changed', subject, changes })
    return { ok: true }
  })
}

const FROM: Record<CampaignStep, readonly CampaignRow['state'][]> = {
  unschedule: ['scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  stop: ['sending', 'paused'],
}
const TO = { unschedule: 'draft', pause: 'paused', resume: 'sending', stop: 'stopped' } as const

/**
 * At the start of the program: pauses newsletters that were being sent and have no job, and unschedules scheduled
 * ones, since the database was restored or imported, and they may have been sent after its copy was made.
 */
export async function pauseRestored({ db }: { db: Db }): Promise<void> {
  const isQueued = {
    sending: await isJobWaiting(db, SEND_CAMPAIGN),
    scheduled: await isJobWaiting(db, START_CAMPAIGN),
  }
  for (const { id, state } of await selectPending(db)) {
    if (isQueued[state]) continue
    await transact(db, (tx) =>
      updateCampaign(tx, id, {
        ...{ trouble: RESTORED, scheduled_at: null },
        state: state === 'sending' ? 'paused' : 'draft',
      }),
    )
  }
}

const RESTORED =
  'This newsletter comes from a copy of the database. Parts of it may have been sent since the copy was made.'

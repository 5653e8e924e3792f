import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readManualBookingForm } from '~/domains/booking/manage/manual-booking.server'
import { findBooking } from '~/domains/booking/reservations/facts.server'
import { findContactMessage, proposeToContactMessage } from '~/domains/contact-messages/operations.server'
import { findService, readSettings } from '~/domains/content/operations.server'
import { readRow } from '~/domains/content/rows/row-form'
import { endPrepared } from '~/domains/contracts/prepared.server'
import { listContractTemplates } from '~/domains/contracts/templates/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import { readPerson } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldErrors, FieldValues } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { sealToken } from '~/platform/sealed-token.server'
import { addDays, dateOf, endOfDate, longDate } from '~/platform/time'
import { MOST_PACKAGES, OPEN_DAYS } from './choice'
import { aboutProposal, proposalToSign, proposalWithdrawn } from './emails.server'
import { draftSchema, type Offered, type ProposalDraft, refuseDraft, TITLE_MAX } from './model'
import { assemble, draftOf } from './offer.server'
import { BLANK_DRAFT, type FormChoices, proposalForm } from './proposal-form'
import { isOpenState, stateOf } from './state'
import {
  deleteProposal,
  insertProposal,
  insertVersion,
  lockProposal,
  type ProposalRow,
  selectProposal,
  selectVersions,
  updateDraft,
  updateProposal,
  updateVersion,
  type VersionRow,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
  author: Author
}

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'author'>

/** What a proposal starts with: ids, and the address of a service; '' for none. */
export interface StartedFrom {
  booking: string
  message: string
  client: string
  service: string
  /** Another proposal. */
  proposal: string
}

/** Makes a draft. */
export async function startProposal(
  { db, clock, author }: WriteDeps,
  from: StartedFrom,
): Promise<{ ok: true; id: string } | { ok: false; reason: 'missing' }> {
  const started = await startOf({ db, clock }, from)
  if (!started) return { ok: false, reason: 'missing' }
  const { draft, bookingId, messageId } = started
  const id = newId()
  await transact(db, async (tx) => {
    await insertProposal(tx, {
      ...{ id, booking_id: bookingId, contact_message_id: messageId, document: JSON.stringify(draft) },
      ...{ email_key: draft.email.toLowerCase(), created_at: clock.now() },
    })
    await recordAction({ db: tx, clock, author }, { action: 'proposal-drafted', subject: subjectOf(draft) })
  })
  return { ok: true, id }
}

async function startOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  from: StartedFrom,
): Promise<{ draft: ProposalDraft; bookingId: string | null; messageId: string | null } | undefined> {
  const { db } = deps
  const copied = from.proposal === '' ? undefined : await selectProposal(db, from.proposal)
  const service = from.service === '' ? undefined : await findService({ db }, from.service)
  const booking = from.booking === '' ? undefined : await findBooking({ db }, from.booking)
  const message = from.message === '' ? undefined : await findContactMessage({ db }, from.message)
  const person = from.client === '' ? undefined : await readPerson({ db }, from.client)
  const isFound =
    (from.proposal === '' || copied) &&
    (from.service === '' || service) &&
    (from.booking === '' || booking) &&
    (from.message === '' || message) &&
    (from.client === '' || person?.ok)
  if (!isFound) return undefined
  const draft: ProposalDraft = copied ? { ...draftOf(copied), expiresOn: '' } : { ...BLANK_DRAFT }
  if (service) {
    draft.title = service.title
    draft.packages = service.packages
      .slice(0, MOST_PACKAGES)
      .map(({ title, summary, points, priceCents }) => ({
        ...{ title, priceCents },
        text: [summary, ...points.map((point) => `• ${point}`)].filter((part) => part !== '').join('\n'),
      }))
    if (draft.packages.length === 0)
      draft.packages = [{ title: service.title, text: service.summary, priceCents: service.fromPriceCents }]
  }
  if (person?.ok) {
    const { name, phone, addresses } = person.person
    Object.assign(draft, { name, phone, email: addresses[0]?.email ?? '' })
  }
  if (message) {
    const { inquiry } = await readManualBookingForm(deps, '', message.id)
    const { name, email, phone, eventDate = '' } = message
    Object.assign(draft, { name, email, phone, date: eventDate })
    draft.sessionType = inquiry?.given.type ?? ''
    draft.place = inquiry?.given.place ?? ''
    draft.address = inquiry?.given.address ?? ''
    if (!service && !copied) draft.title = (message.shootKind || message.subject).slice(0, TITLE_MAX)
  }
  if (booking) {
    const { name, email, phone, sessionType, priceCents, depositCents } = booking
    Object.assign(draft, { name, email, phone })
    if (!service && !copied) {
      draft.title = sessionType.title
      draft.packages = [{ title: sessionType.title, text: '', priceCents }]
      draft.depositCents = depositCents > 0 ? depositCents : null
    }
  }
  return { draft, bookingId: booking?.id ?? null, messageId: message?.id ?? null }
}

/** What can be chosen in the form of a proposal. */
export async function readFormChoices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { booking_id }: Pick<ProposalRow, 'booking_id'>,
): Promise<FormChoices> {
  const { types, places } = await readManualBookingForm({ db, clock }, '')
  return { types, places, templates: await listContractTemplates({ db }), hasBooking: booking_id !== null }
}

export type ProposalSaved =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }

/** Saves the draft of the next version. What was sent stays as it is. */
export async function saveProposal(
  deps: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<ProposalSaved> {
  const { db } = deps
  const before = await selectProposal(db, id)
  if (!before) return { ok: false, reason: 'missing' }
  const former = draftOf(before)
  // For a booking, the form has neither the client nor the session.
  const kept = before.booking_id === null ? {} : keptOf(former)
  const form = proposalForm(await readFormChoices(deps, before))
  const read = readRow(form, partOf(before.booking_id !== null), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const draft = draftSchema.parse({ ...kept, ...read.value })
  const errors = refuseDraft(draft)
  if (Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  return await transact(db, async (tx): Promise<ProposalSaved> => {
    if (!(await lockProposal(tx, id))) return { ok: false, reason: 'missing' }
    const changed = { document: JSON.stringify(draft), email_key: draft.email.toLowerCase() }
    return (await updateDraft(tx, { id, version }, changed))
      ? { ok: true }
      : { ok: false, reason: 'changed-since' }
  })
}

const OF_BOOKING = {
  name: true,
  email: true,
  phone: true,
  sessionType: true,
  place: true,
  date: true,
  time: true,
  address: true,
} as const

const partOf = (hasBooking: boolean) => (hasBooking ? draftSchema.omit(OF_BOOKING) : draftSchema)

const keptOf = (draft: ProposalDraft): Partial<ProposalDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => Object.hasOwn(OF_BOOKING, name)))

export type ProposalRemoved = { ok: true } | { ok: false; reason: 'missing' | 'changed-since' }

/** Deletes a proposal that was never sent. */
export const removeProposal = (
  { db, clock, author }: WriteDeps,
  id: string,
  version: number,
): Promise<ProposalRemoved> =>
  transact(db, async (tx): Promise<ProposalRemoved> => {
    const proposal = await lockProposal(tx, id)
    if (!proposal || (await selectVersions(tx, id)).length > 0) return { ok: false, reason: 'missing' }
    if (!(await deleteProposal(tx, { id, version }))) return { ok: false, reason: 'changed-since' }
    const subject = subjectOf(draftOf(proposal))
    await recordAction({ db: tx, clock, author }, { action: 'proposal-removed', subject })
    return { ok: true }
  })

export type ProposalSent =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' | 'no-server' | 'signed' }
  | { ok: false; reason: 'not-ready'; problems: string[] }

/** Freezes the draft as a version and emails the client the link, which shows the newest version. */
export async function sendProposal(deps: Deps, id: string, version: number): Promise<ProposalSent> {
  const { db, clock, config, author } = deps
  const proposal = await selectProposal(db, id)
  if (!proposal) return { ok: false, reason: 'missing' }
  const { offered, problems } = await assemble(deps, proposal, author.name)
  if (!offered || problems.length > 0) return { ok: false, reason: 'not-ready', problems }
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  const now = clock.now()
  const draft = draftOf(proposal)
  const lastDay = draft.expiresOn || addDays(dateOf(now, studio.timeZone), OPEN_DAYS)
  return await transact(db, async (tx): Promise<ProposalSent> => {
    const locked = await lockProposal(tx, id)
    if (!locked) return { ok: false, reason: 'missing' }
    if (!(await updateDraft(tx, { id, version }, proposal))) return { ok: false, reason: 'changed-since' }
    const [before] = await selectVersions(tx, id)
    if (before?.signed_at != null) return { ok: false, reason: 'signed' }
    if (before?.ended_as === null) await endVersion({ db: tx, clock }, locked, before, 'replaced')
    const sent = newVersion(id, { offered, number: (before?.number ?? 0) + 1, now })
    sent.expires_at = endOfDate(lastDay, studio.timeZone)
    await insertVersion(tx, sent)
    await queueMail(
      { db: tx, clock, config },
      proposalToSign(branding, offered.client, {
        ...{ id, title: offered.title, number: sent.number, token: linkToken(deps, locked) },
        ...{ until: longDate(lastDay), expiresAt: sent.expires_at },
      }),
    )
    await recordAction({ db: tx, clock, author }, { action: 'proposal-sent', subject: subjectOf(draft) })
    if (locked.contact_message_id !== null)
      await proposeToContactMessage({ db: tx, clock, author }, locked.contact_message_id)
    return { ok: true }
  })
}

const newVersion = (
  proposalId: string,
  { offered, number, now }: { offered: Offered; number: number; now: number },
): VersionRow => ({
  ...{ id: newId(), proposal_id: proposalId, number, document: JSON.stringify(offered) },
  ...{ sent_at: now, expires_at: now, ended_at: null, ended_as: null, viewed_at: null },
  ...{ choice: null, chosen_at: null, contract_version_id: null, signed_at: null, snapshot: null },
  reminded_at: null,
})

/** Purpose of the tokens in emailed links. */
export const READING = 'read a proposal'

export const linkToken = (
  { config }: { config: Pick<Config, 'secret'> },
  { id, link_version }: Pick<ProposalRow, 'id' | 'link_version'>,
): string => sealToken(config.secret, READING, { id, version: link_version })

async function endVersion(
  { db, clock }: { db: Tx; clock: Clock },
  { id, contract_id }: ProposalRow,
  version: VersionRow,
  as: 'replaced' | 'withdrawn',
): Promise<void> {
  await updateVersion(db, version.id, { ended_at: clock.now(), ended_as: as })
  await outdateMail({ db, clock }, aboutProposal(id))
  if (contract_id !== null) await endPrepared({ db, clock }, contract_id)
}

export type Withdrawn = { ok: true } | { ok: false; reason: 'missing' | 'not-possible' }

/** Ends a proposal that isn't signed, and tells the client. */
export async function withdrawProposal(deps: Deps, id: string, number: number): Promise<Withdrawn> {
  const { db, clock, config, author } = deps
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  return await transact(db, async (tx): Promise<Withdrawn> => {
    const proposal = await lockProposal(tx, id)
    const [latest] = proposal ? await selectVersions(tx, id) : []
    if (!proposal || !latest) return { ok: false, reason: 'missing' }
    if (latest.number !== number || !isOpenState(stateOf(latest, clock.now())))
      return { ok: false, reason: 'not-possible' }
    await endVersion({ db: tx, clock }, proposal, latest, 'withdrawn')
    const { client, title } = JSON.parse(latest.document) as Offered
    await queueMail({ db: tx, clock, config }, proposalWithdrawn(branding, client, title))
    const subject = subjectOf({ name: client.name, title })
    await recordAction({ db: tx, clock, author }, { action: 'proposal-withdrawn', subject })
    return { ok: true }
  })
}

/** Replaces the client's link and emails the new one. */
export async function replaceProposalLink(deps: Deps, id: string): Promise<Withdrawn> {
  const { db, clock, config, author } = deps
  if (!(await canSendMail(deps))) return { ok: false, reason: 'not-possible' }
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  return await transact(db, async (tx): Promise<Withdrawn> => {
    const proposal = await lockProposal(tx, id)
    const [latest] = proposal ? await selectVersions(tx, id) : []
    if (!proposal || !latest) return { ok: false, reason: 'missing' }
    if (!isOpenState(stateOf(latest, clock.now()))) return { ok: false, reason: 'not-possible' }
    const link_version = proposal.link_version + 1
    await updateProposal(tx, id, { link_version })
    await outdateMail({ db: tx, clock }, aboutProposal(id))
    const { client, title } = JSON.parse(latest.document) as Offered
    await queueMail(
      { db: tx, clock, config },
      proposalToSign(branding, client, {
        ...{ id, title, number: latest.number, token: linkToken(deps, { id, link_version }) },
        until: longDate(dateOf(latest.expires_at - 1, studio.timeZone)),
        expiresAt: latest.expires_at,
      }),
    )
    const subject = subjectOf({ name: client.name, title })
    await recordAction({ db: tx, clock, author }, { action: 'proposal-link-replaced', subject })
    return { ok: true }
  })
}

/** Its name in the activity log. */
export const subjectOf = ({ title, name }: Pick<ProposalDraft, 'title' | 'name'>): string =>
  `Proposal “${title || 'Untitled'}”, ${name || 'no client yet'}`

import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readBookingFacts, wasCalledOff } from '~/domains/booking/reservations/facts.server'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { outdateMail, queueMail, queueMails } from '~/domains/outbox/operations.server'
import { readPerson } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldErrors, type FieldValues, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { type EmailBranding, emailBrandingOf } from '~/platform/mail/email-branding'
import { sealToken } from '~/platform/sealed-token.server'
import { dateOf, endOfDate, longDate } from '~/platform/time'
import { fillDraft } from './draft.server'
import { draftSchema } from './draft-form'
import { aboutVersion, signMail, withdrawnMail } from './emails.server'
import { record } from './log.server'
import { type DraftSigner, draftValues, type SentDetail, SIGNING_DAYS, signersOf } from './model'
import {
  type ContractRow,
  deleteDraft,
  insertContract,
  insertSigners,
  insertVersion,
  lockContract,
  type SignerRow,
  selectContract,
  selectSigners,
  selectVersions,
  updateDraft,
  updateSigner,
  updateVersion,
  type VersionRow,
} from './store.server'
import { readContractTemplate, refuseText } from './templates/operations.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
  author: Author
}

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'author'>

export type ContractStarted = { ok: true; id: string } | { ok: false; reason: 'missing' }

/**
 * Makes a draft from a template, for a booking or a person.
 * @param from ids; `template` '' for an empty text, `booking` and `client` '' for none
 */
export async function startContract(
  { db, clock, author }: WriteDeps,
  from: { template: string; booking: string; client: string },
): Promise<ContractStarted> {
  const template = from.template === '' ? undefined : await readContractTemplate({ db }, from.template)
  const booking = from.booking === '' ? undefined : await readBookingFacts({ db }, from.booking)
  const person = from.client === '' ? undefined : await readPerson({ db }, from.client)
  const isFound =
    (from.template === '' || template) &&
    (from.booking === '' || booking) &&
    (from.client === '' || person?.ok)
  if (!isFound) return { ok: false, reason: 'missing' }
  const { studio } = await readSettings({ db })
  const known = person?.ok ? person.person : undefined
  const client = booking?.client ?? { name: known?.name ?? '', email: known?.addresses[0]?.email ?? '' }
  const signers: DraftSigner[] = [
    { role: 'client', name: client.name, email: client.email },
    { role: 'studio', name: author.name, email: studio.email },
  ]
  const id = newId()
  const title = template?.name ?? 'Contract'
  await transact(db, async (tx) => {
    await insertContract(tx, {
      ...{ id, booking_id: booking?.id ?? null, title, body: template?.values.body ?? '' },
      ...{ signers: JSON.stringify(signers), created_at: clock.now() },
      late_fee: template?.lateFee ? JSON.stringify(template.lateFee) : null,
    })
    const subject = contractSubject({ title, signers: JSON.stringify(signers) })
    await recordAction({ db: tx, clock, author }, { action: 'contract-drafted', subject })
  })
  return { ok: true, id }
}

export type ContractSaved =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }

/** Saves the draft of the next version. What was sent stays as it is. */
export async function saveContract(
  { db }: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<ContractSaved> {
  const read = parseForm(draftSchema(), sent)
  const errors = read.ok ? {} : { ...read.errors }
  const refused = refuseText(sent.body ?? '')
  if (refused !== undefined) errors.body ??= refused
  if (!read.ok || errors.body !== undefined) return { ok: false, reason: 'refused', errors }
  const { title, body } = read.value
  return await transact(db, async (tx): Promise<ContractSaved> => {
    if (!(await lockContract(tx, id))) return { ok: false, reason: 'missing' }
    const signers = JSON.stringify(signersOf(read.value))
    return (await updateDraft(tx, { id, version }, { title, body, signers }))
      ? { ok: true }
      : { ok: false, reason: 'changed-since' }
  })
}

/** Deletes a contract that was never sent. */
export const removeDraft = (
  { db, clock, author }: WriteDeps,
  id: string,
  version: number,
): Promise<{ ok: true } | { ok: false; reason: 'missing' | 'changed-since' }> =>
  transact(db, async (tx) => {
    const contract = await lockContract(tx, id)
    if (!contract) return { ok: false, reason: 'missing' }
    if (!(await deleteDraft(tx, { id, version }))) return { ok: false, reason: 'changed-since' }
    const subject = contractSubject(contract)
    await recordAction({ db: tx, clock, author }, { action: 'contract-removed', subject })
    return { ok: true }
  })

export type ContractSent =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' | 'no-server' | 'no-signers' | 'too-long' }
  | { ok: false; reason: 'missing-values'; missing: string[] }

/**
 * Freezes the draft as a version and emails its first signer. A version before it can no longer be signed; if
 * everyone has signed it, it stays as it is.
 */
export async function sendContract(deps: Deps, id: string, version: number): Promise<ContractSent> {
  const { db, clock, config, author } = deps
  const contract = await selectContract(db, id)
  if (!contract) return { ok: false, reason: 'missing' }
  const filled = await fillDraft({ db, clock }, contract)
  if (filled.missing.length > 0) return { ok: false, reason: 'missing-values', missing: filled.missing }
  if (filled.isTooLong) return { ok: false, reason: 'too-long' }
  if (!draftSchema().safeParse(draftValues(contract.title, contract.body, filled.signers)).success)
    return { ok: false, reason: 'no-signers' }
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  const now = clock.now()
  const expiresAt = endOfDate(dateOf(now + SIGNING_DAYS * 86_400_000, studio.timeZone), studio.timeZone)
  return await transact(db, async (tx): Promise<ContractSent> => {
    let locked = await lockContract(tx, id)
    if (!locked) return { ok: false, reason: 'missing' }
    if (!(await updateDraft(tx, { id, version }, contract))) return { ok: false, reason: 'changed-since' }
    const [before] = await selectVersions(tx, id)
    if (before && isOpen(before)) locked = await endVersion({ db: tx, clock }, locked, before, 'replaced')
    const sent: VersionRow = {
      ...{ id: newId(), contract_id: id, number: (before?.number ?? 0) + 1 },
      ...{ title: filled.title, text: filled.text, sha256: filled.sha256 },
      ...{ sent_at: now, expires_at: expiresAt, ended_at: null, ended_as: null },
      ...{ completed_at: null, pdf: null, pdf_sha256: null, reminded_at: null },
    }
    await insertVersion(tx, sent)
    const rows = signerRows(sent.id, filled.signers)
    await insertSigners(tx, rows)
    const detail: SentDetail = {
      ...{ version: sent.number, title: sent.title, text: sent.text, sha256: sent.sha256 },
      signers: rows.map(({ id: signer, role, name, email }) => ({ id: signer, role, name, email })),
      ...(filled.lateFee && { lateFee: filled.lateFee }),
    }
    locked = await record({ db: tx, clock }, locked, { kind: 'sent', detail })
    await askNext({ ...deps, db: tx, branding, timeZone: studio.timeZone }, locked, sent, rows)
    const subject = contractSubject(contract)
    const changes = [{ field: 'SHA-256', from: '', to: sent.sha256 }]
    await recordAction({ db: tx, clock, author }, { action: 'contract-sent', subject, changes })
    return { ok: true }
  })
}

export const signerRows = (versionId: string, signers: readonly DraftSigner[]): SignerRow[] =>
  signers.map(({ role, name, email }, position) => ({
    ...{ id: newId(), version_id: versionId, position, role, name, email },
    ...{ email_key: email.toLowerCase(), link_version: 1, asked_at: null, viewed_at: null },
    ...{ signed_at: null, code_hash: null, code_expires_at: null, code_tries: 0 },
  }))

interface AskDeps extends Pick<Deps, 'clock' | 'config'> {
  db: Tx
  branding: EmailBranding
  timeZone: string
}

/** Emails the first of these signers who hasn't signed. @returns the contract with the new end of its log */
export async function askNext(
  deps: AskDeps,
  contract: ContractRow,
  version: VersionRow,
  signers: readonly SignerRow[],
): Promise<ContractRow> {
  const { db, clock, config, branding, timeZone } = deps
  const next = signers.find(({ signed_at }) => signed_at === null)
  if (!next) return contract
  await updateSigner(db, next.id, { asked_at: clock.now() })
  await queueMail(
    { db, clock, config },
    signMail(branding, next, {
      ...{ versionId: version.id, title: version.title, number: version.number },
      ...{ token: signingToken(deps, next), expiresAt: version.expires_at },
      until: longDate(dateOf(version.expires_at - 1, timeZone)),
    }),
  )
  const detail = { version: version.number, signer: next.id, name: next.name, email: next.email }
  return await record({ db, clock }, contract, { kind: 'asked', detail })
}

/** Purpose of the tokens in emailed links. */
export const SIGNING = 'sign a contract'

export const signingToken = (
  { config }: { config: Pick<Config, 'secret'> },
  { id, link_version }: Pick<SignerRow, 'id' | 'link_version'>,
): string => sealToken(config.secret, SIGNING, { id, version: link_version })

/** Whether a version can still be signed, apart from its last day. */
export const isOpen = ({ ended_at, completed_at }: Pick<VersionRow, 'ended_at' | 'completed_at'>): boolean =>
  ended_at === null && completed_at === null

/** Whether the contract's booking was declined or canceled after this version was sent. */
export async function isCalledOff(
  db: Db,
  { contract_id, sent_at }: Pick<VersionRow, 'contract_id' | 'sent_at'>,
): Promise<boolean> {
  const contract = await selectContract(db, contract_id)
  return await wasCalledOff({ db }, contract?.booking_id ?? null, sent_at)
}

export async function endVersion(
  { db, clock }: { db: Tx; clock: Clock },
  contract: ContractRow,
  version: VersionRow,
  as: 'replaced' | 'withdrawn',
): Promise<ContractRow> {
  await updateVersion(db, version.id, { ended_at: clock.now(), ended_as: as })
  await outdateMail({ db, clock }, aboutVersion(version.id))
  return await record({ db, clock }, contract, { kind: as, detail: { version: version.number } })
}

export type Withdrawn = { ok: true } | { ok: false; reason: 'missing' | 'not-possible' }

/** Ends signing, and tells the clients who were asked. A contract that everyone has signed can't be withdrawn. */
export async function withdrawContract(deps: Deps, id: string, number: number): Promise<Withdrawn> {
  const { db, clock, config, author } = deps
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  return await transact(db, async (tx): Promise<Withdrawn> => {
    const contract = await lockContract(tx, id)
    if (!contract) return { ok: false, reason: 'missing' }
    const [latest] = await selectVersions(tx, id)
    if (!latest || latest.number !== number || !isOpen(latest)) return { ok: false, reason: 'not-possible' }
    await endVersion({ db: tx, clock }, contract, latest, 'withdrawn')
    const asked = (await selectSigners(tx, [latest.id])).filter(
      ({ role, asked_at }) => role === 'client' && asked_at !== null,
    )
    const emails = asked.map((signer) => withdrawnMail(branding, signer, latest.title))
    await queueMails({ db: tx, clock, config }, emails)
    const subject = contractSubject(contract)
    await recordAction({ db: tx, clock, author }, { action: 'contract-withdrawn', subject })
    return { ok: true }
  })
}

/** Replaces a signer's link and emails the new one. */
export async function replaceSigningLink(deps: Deps, id: string, signerId: string): Promise<Withdrawn> {
  const { db, clock, config, author } = deps
  if (!(await canSendMail(deps))) return { ok: false, reason: 'not-possible' }
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  return await transact(db, async (tx): Promise<Withdrawn> => {
    const contract = await lockContract(tx, id)
    if (!contract) return { ok: false, reason: 'missing' }
    const [latest] = await selectVersions(tx, id)
    const signers = latest ? await selectSigners(tx, [latest.id]) : []
    const next = signers.find(({ signed_at }) => signed_at === null)
    const isAsked = next?.id === signerId && next.asked_at !== null
    const canSign = latest && isOpen(latest) && latest.expires_at > clock.now()
    if (!isAsked || !canSign || (await isCalledOff(tx, latest))) return { ok: false, reason: 'not-possible' }
    const link_version = next.link_version + 1
    await updateSigner(tx, next.id, { link_version, code_hash: null })
    await outdateMail({ db: tx, clock }, aboutVersion(latest.id))
    const asking = { ...deps, db: tx, branding, timeZone: studio.timeZone }
    await askNext(asking, contract, latest, [{ ...next, link_version }])
    const subject = contractSubject(contract)
    await recordAction({ db: tx, clock, author }, { action: 'contract-link-replaced', subject })
    return { ok: true }
  })
}

/** Its name in the activity log. */
export function contractSubject({ title, signers }: Pick<ContractRow, 'title' | 'signers'>): string {
  const names = (JSON.parse(signers) as DraftSigner[])
    .filter(({ role }) => role === 'client')
    .map(({ name }) => name)
  return `Contract “${title}”, ${names.join(' and ') || 'no client yet'}`
}

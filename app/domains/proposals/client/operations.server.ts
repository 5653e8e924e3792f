import { agreeOnPrice, bookAgreed, lockCalendarOf } from '~/domains/booking/reservations/agreed.server'
import { wasCalledOff } from '~/domains/booking/reservations/facts.server'
import type { Booking } from '~/domains/booking/reservations/model'
import { noteOf } from '~/domains/contact-messages/model'
import { bookContactMessage, findContactMessage } from '~/domains/contact-messages/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import { firstSigning, joinBooking, prepareContract } from '~/domains/contracts/prepared.server'
import type { SignForm } from '~/domains/contracts/signature'
import {
  type CodeMailed,
  mailSigningCode,
  type Origin,
  type Signed,
  signContract,
} from '~/domains/contracts/signing/operations.server'
import { outdateMail } from '~/domains/outbox/operations.server'
import { proveAddress } from '~/domains/people/operations.server'
import type { Actor } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import type { FieldErrors } from '~/platform/forms'
import { readCookie } from '~/platform/http/capability-cookie'
import { takeHit } from '~/platform/rate-limit.server'
import { openToken } from '~/platform/sealed-token.server'
import { readChoice } from '../choice'
import { aboutProposal } from '../emails.server'
import type { Offered, Prepared, Snapshot } from '../model'
import { contractOf, prepare, todayOf } from '../offer.server'
import { linkToken, READING } from '../operations.server'
import { isOpenState, stateOf } from '../state'
import {
  lockProposal,
  type ProposalRow,
  selectProposal,
  selectProposalsAbout,
  selectVersions,
  updateProposal,
  updateVersion,
  type VersionRow,
} from '../store.server'
import { PROPOSAL_COOKIE } from './model'

export interface ClientDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret' | 'rateLimitScale' | 'stripe'>
}

/** A proposal that was sent, with its newest version. */
export interface SentProposal {
  proposal: ProposalRow
  version: VersionRow
  offered: Offered
}

/** The proposal that an emailed link opens; undefined: forged, or replaced by a newer link. */
export async function findProposalByToken(
  { db, config }: Pick<ClientDeps, 'db' | 'config'>,
  token: string,
): Promise<SentProposal | undefined> {
  const opened = openToken(config.secret, READING, token)
  const proposal = opened && (await selectProposal(db, opened.id))
  return proposal?.link_version === opened?.version ? await sentOf(db, proposal) : undefined
}

async function sentOf(db: Db, proposal: ProposalRow | undefined): Promise<SentProposal | undefined> {
  const [version] = proposal ? await selectVersions(db, proposal.id) : []
  return proposal && version && { proposal, version, offered: JSON.parse(version.document) }
}

/** Follows an emailed link. Opening it proves the address, since the link is only in the email. */
export async function followProposalLink(deps: ClientDeps, token: string): Promise<SentProposal | undefined> {
  const sent = await findProposalByToken(deps, token)
  if (sent) await unlessDiskFull(proveAddress(deps, sent.offered.client.email))
  return sent
}

export type ProposalOpened =
  /** `ref`: the id in the URL; null: the cookie identified the proposal. */
  { ok: true; sent: SentProposal; ref: string | null } | { ok: false; reason: 'none' | 'signed-out' }

/** Opens a proposal by the browser's cookie, or by its id if the client is signed in with its address. */
export async function openProposal(
  deps: ClientDeps & { actor: Actor },
  request: Request,
): Promise<ProposalOpened> {
  const { db, config, actor } = deps
  const ref = new URL(request.url).searchParams.get('ref')
  const linked = await findProposalByToken(deps, readCookie(request, config.siteUrl, PROPOSAL_COOKIE))
  if (linked && (ref === null || ref === linked.proposal.id)) return { ok: true, sent: linked, ref: null }
  if (ref === null || !/^[\w-]{36}$/.test(ref)) return { ok: false, reason: 'none' }
  if (actor.kind !== 'person') return { ok: false, reason: 'signed-out' }
  const sent = await sentOf(db, await selectProposal(db, ref))
  const isTheirs = sent?.offered.client.email.toLowerCase() === actor.email.toLowerCase()
  return sent && isTheirs ? { ok: true, sent, ref } : { ok: false, reason: 'none' }
}

/** The token of the open proposal that a booking's client was sent for it; undefined: there is none. */
export async function proposalTokenFor(
  { db, clock, config }: Pick<ClientDeps, 'db' | 'clock' | 'config'>,
  booking: { id: string; email: string },
): Promise<string | undefined> {
  for (const proposal of await selectProposalsAbout(db, { booking: booking.id })) {
    const sent = await sentOf(db, proposal)
    const isTheirs = sent?.offered.client.email.toLowerCase() === booking.email.toLowerCase()
    if (sent && isTheirs && isOpenState(stateOf(sent.version, clock.now())))
      return linkToken({ config }, proposal)
  }
  return undefined
}

/** Choices of one proposal. */
const CHOICES_AN_HOUR = 60

export type Chosen =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  /** It was changed, withdrawn or signed, or it has expired. */
  | { ok: false; reason: 'not-possible' }
  | { ok: false; reason: 'too-many'; retryAt: number }

/**
 * Records what the client chose, and prepares the contract that says it.
 * @param posted the form; `version` names the version that it showed
 */
export async function chooseFromProposal(
  deps: ClientDeps,
  { proposal: { id }, version, offered }: SentProposal,
  posted: { version: string; get: (name: string) => string; names: readonly string[] },
): Promise<Chosen> {
  const { db, clock, config } = deps
  const read = readChoice(offered, posted)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const settings = await readSettings({ db })
  const { timeZone } = settings.studio
  const today = todayOf(settings, clock.now())
  const prepared = prepare(offered, read.choice, { rules: taxRulesOf(settings), today })
  const filled = await contractOf({ db, clock }, offered, prepared)
  return await transact(db, async (tx): Promise<Chosen> => {
    const locked = await lockProposal(tx, id)
    const [latest] = locked ? await selectVersions(tx, id) : []
    const isPossible =
      locked &&
      latest?.id === version.id &&
      posted.version === version.id &&
      isOpenState(stateOf(latest, clock.now()))
    if (!isPossible) return { ok: false, reason: 'not-possible' }
    const limit = { name: 'proposal-choices', network: id, limit: CHOICES_AN_HOUR, windowMs: 3_600_000 }
    const hit = await takeHit({ db: tx, clock, config }, limit)
    if (!hit.ok) return hit
    const made = await prepareContract({ db: tx, clock }, locked.contract_id, { filled, timeZone })
    await updateProposal(tx, id, { contract_id: made.contractId })
    await updateVersion(tx, latest.id, {
      ...{ choice: JSON.stringify(prepared), chosen_at: clock.now() },
      contract_version_id: made.versionId,
    })
    return { ok: true }
  })
}

/** Emails the code with which the client signs. */
export async function mailProposalCode(
  deps: ClientDeps,
  { version }: SentProposal,
  { sent, from }: { sent: SignForm; from: Origin },
): Promise<CodeMailed> {
  const signing = isOpenState(stateOf(version, deps.clock.now()))
    ? await firstSigning(deps, version.contract_version_id ?? '')
    : undefined
  return signing
    ? await mailSigningCode(deps, signing, { sent, from })
    : { ok: false, reason: 'not-possible' }
}

export type ProposalSigned =
  | { ok: true; booking: Booking }
  | Exclude<Signed, { ok: true }>
  /** The studio's taxes or currency are others now, so the client has to choose again. */
  | { ok: false; reason: 'price-changed' }
  | { ok: false; reason: 'time-lost' | 'called-off' }

/**
 * Signs for what was chosen. In one transaction, the choice, the contract and the payments are frozen together, and
 * the booking is made with its charges. If its time is taken, nothing is signed.
 */
export async function signProposal(
  deps: ClientDeps,
  { proposal: { id }, version: { id: seen } }: SentProposal,
  { sent, from }: { sent: SignForm & { sha256: string }; from: Origin },
): Promise<ProposalSigned> {
  const { db, clock } = deps
  return await transact(db, async (tx, rollback): Promise<ProposalSigned> => {
    const proposal = await lockProposal(tx, id)
    const [version] = proposal ? await selectVersions(tx, id) : []
    const isPossible = version?.id === seen && isOpenState(stateOf(version, clock.now()))
    if (!proposal || !isPossible || version.choice === null) return { ok: false, reason: 'not-possible' }
    const offered: Offered = JSON.parse(version.document)
    const prepared: Prepared = JSON.parse(version.choice)
    const settings = await readSettings({ db: tx })
    const today = todayOf(settings, clock.now())
    const rules = taxRulesOf(settings)
    if (!isSamePrice(prepare(offered, prepared.choice, { rules, today }), prepared))
      return { ok: false, reason: 'price-changed' }
    if (offered.session.bookingId === null && offered.session.startsAt <= clock.now())
      return { ok: false, reason: 'time-lost' }
    await lockCalendarOf({ db: tx }, offered.session)
    const { bookingId } = offered.session
    if (await wasCalledOff({ db: tx }, bookingId)) return { ok: false, reason: 'called-off' }
    const signing = await firstSigning({ db: tx }, version.contract_version_id ?? '')
    if (!signing) return { ok: false, reason: 'not-possible' }
    const signed = await signContract({ ...deps, db: tx }, signing, { sent, from })
    if (!signed.ok) return signed
    const asked = proposal.contact_message_id
    const message = asked === null ? undefined : await findContactMessage({ db: tx }, asked)
    const privateNote = message ? noteOf(message) : ''
    const booked = await book({ ...deps, db: tx }, { ...offered, privateNote }, asOf(prepared, today))
    if (!booked.ok) return rollback({ ok: false, reason: 'time-lost' })
    const { booking } = booked
    const contract = { contractId: signing.version.contract_id, versionId: signing.version.id }
    await joinBooking({ db: tx, clock }, contract, booking.id)
    const snapshot: Snapshot = {
      ...{ ...prepared, contractVersionId: contract.versionId, sha256: signing.version.sha256 },
      bookingId: booking.id,
    }
    await updateVersion(tx, version.id, { signed_at: clock.now(), snapshot: JSON.stringify(snapshot) })
    await updateProposal(tx, id, { booking_id: booking.id })
    await outdateMail({ db: tx, clock }, aboutProposal(id))
    if (asked !== null) await bookContactMessage({ db: tx, clock, author: NOBODY }, asked, booking.id)
    return { ok: true, booking }
  })
}

/** Author of what the program does. */
const NOBODY = { uid: '', name: '' }

/** Whether the client would still pay what the contract says. Dates are those of the contract. */
const isSamePrice = (now: Prepared, then: Prepared): boolean =>
  JSON.stringify([now.price, now.depositCents]) === JSON.stringify([then.price, then.depositCents])

/** The payments of a contract that is signed today: none is due before. */
const asOf = (prepared: Prepared, today: string): Prepared => ({
  ...prepared,
  installments: prepared.installments.map((each) => ({
    ...each,
    dueOn: each.dueOn < today ? today : each.dueOn,
  })),
})

async function book(
  deps: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  { client, session, travelFeeCents, privateNote }: Offered & { privateNote: string },
  { price, depositCents, installments }: Prepared,
) {
  const agreed = {
    ...{ priceCents: price.sessionCents, depositCents, installments },
    products: price.lines.flatMap(({ kind, title, quantity, cents }) =>
      kind === 'other' ? [{ title: quantity > 1 ? `${title} × ${quantity}` : title, cents }] : [],
    ),
  }
  if (session.bookingId !== null) return await agreeOnPrice(deps, session.bookingId, agreed)
  const { sessionTypeId, placeId, startsAt, address } = session
  const details = { ...client, partySize: 1, address, notes: '', answers: [] }
  return await bookAgreed(deps, {
    ...{ ...agreed, sessionTypeId, placeId, startsAt, travelFeeCents, details, privateNote },
  })
}

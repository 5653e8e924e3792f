import { randomInt } from 'node:crypto'
import { deviceName } from '~/domains/accounts/device-name'
import { agreeOnLateFee } from '~/domains/billing/late-fees.server'
import { meetRequirement } from '~/domains/booking/requirements/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { recordSignedReleases } from '~/domains/galleries/releases/signed-releases.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { noteContact, proveAddress } from '~/domains/people/operations.server'
import type { Actor } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import type { FieldErrors } from '~/platform/forms'
import { readCookie } from '~/platform/http/capability-cookie'
import { networkPrefix } from '~/platform/http/client-address.server'
import { sha256 } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { takeHit } from '~/platform/rate-limit.server'
import { openToken } from '~/platform/sealed-token.server'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import { codeMail } from '../emails.server'
import { type Place, record, sentIn, signaturesIn } from '../log.server'
import { CODE_MINUTES, CODE_TRIES, CONSENT, type SignedDetail } from '../model'
import { askNext, isCalledOff, SIGNING, signingToken } from '../operations.server'
import { SIGNED_USES } from '../release-words'
import { readSignature, type SignForm } from '../signature'
import {
  type ContractRow,
  lockContract,
  type SignerRow,
  selectContract,
  selectLog,
  selectSigner,
  selectSigners,
  selectVersion,
  updateSigner,
  updateVersion,
  type VersionRow,
} from '../store.server'
import { type Places, placesIn } from '../text'
import { blocksOf } from '../text.server'
import { CONTRACT_COOKIE, MAKE_PDF, type SigningView, type Standing } from './model'

export interface SigningDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret' | 'rateLimitScale'>
}

/** A signer with the version that their link or account opens. */
export interface Signing {
  signer: SignerRow
  version: VersionRow
  signers: SignerRow[]
  /** Its booking was declined or canceled after the version was sent. */
  isCalledOff: boolean
}

export type SigningOpened =
  /** `ref`: the signer's id in the URL; null: the cookie identified them. */
  { ok: true; signing: Signing; ref: string | null } | { ok: false; reason: 'none' | 'signed-out' }

/** The signing that an emailed link opens; undefined: forged, or replaced by a newer link. */
export async function findByToken(
  { db, config }: Pick<SigningDeps, 'db' | 'config'>,
  token: string,
): Promise<Signing | undefined> {
  const opened = openToken(config.secret, SIGNING, token)
  const signer = opened && (await selectSigner(db, opened.id))
  return signer && signer.link_version === opened?.version ? await signingOf(db, signer) : undefined
}

/** Follows an emailed link. Opening it proves the address, since the link is only in the email. */
export async function followSigningLink(deps: SigningDeps, token: string): Promise<Signing | undefined> {
  const signing = await findByToken(deps, token)
  if (signing?.signer.role === 'client') await unlessDiskFull(proveAddress(deps, signing.signer.email))
  return signing
}

/** Opens a contract by the browser's cookie, or by the signer's id if they are signed in with that address. */
export async function openSigning(
  deps: SigningDeps & { actor: Actor },
  request: Request,
): Promise<SigningOpened> {
  const { db, config, actor } = deps
  const ref = new URL(request.url).searchParams.get('ref')
  const linked = await findByToken(deps, readCookie(request, config.siteUrl, CONTRACT_COOKIE))
  if (linked && (ref === null || ref === linked.signer.id)) return { ok: true, signing: linked, ref: null }
  if (ref === null || !/^[\w-]{36}$/.test(ref)) return { ok: false, reason: 'none' }
  if (actor.kind !== 'person') return { ok: false, reason: 'signed-out' }
  const signer = await selectSigner(db, ref)
  const isTheirs = signer?.email_key === actor.email.toLowerCase() && signer.asked_at !== null
  const signing = isTheirs ? await signingOf(db, signer) : undefined
  return signing ? { ok: true, signing, ref } : { ok: false, reason: 'none' }
}

/** The token of a link by which the client of a booking opens what they were asked to sign; undefined: they weren't. */
export async function contractTokenFor(
  { db, config }: Pick<SigningDeps, 'db' | 'config'>,
  booking: { id: string; email: string },
  signerId: string,
): Promise<string | undefined> {
  const signer = await selectSigner(db, signerId)
  if (signer?.role !== 'client' || signer.asked_at === null) return undefined
  const version = await selectVersion(db, signer.version_id)
  const contract = version && (await selectContract(db, version.contract_id))
  const isTheirs = signer.email_key === booking.email.toLowerCase() && contract?.booking_id === booking.id
  return isTheirs ? signingToken({ config }, signer) : undefined
}

/** A signer with their version as it is now. */
export async function signingOf(db: Db, signer: SignerRow): Promise<Signing | undefined> {
  const version = await selectVersion(db, signer.version_id)
  if (!version) return undefined
  const signers = await selectSigners(db, [version.id])
  return { signer, version, signers, isCalledOff: await isCalledOff(db, version) }
}

export function standingOf({ signer, version, signers, isCalledOff }: Signing, now: number): Standing {
  if (version.completed_at !== null) return 'completed'
  if (version.ended_as !== null) return version.ended_as
  if (isCalledOff) return 'called-off'
  if (signer.signed_at !== null) return 'signed'
  if (version.expires_at <= now) return 'expired'
  return signers.find(({ signed_at }) => signed_at === null)?.id === signer.id ? 'to-sign' : 'waiting'
}

/** What a signer's page shows. Logs the first time that it is opened. */
export async function readSigning(deps: SigningDeps, signing: Signing, from: Origin): Promise<SigningView> {
  const { db, clock } = deps
  const { signer, version, signers } = signing
  const standing = standingOf(signing, clock.now())
  if (standing === 'to-sign' && signer.viewed_at === null)
    await unlessDiskFull(noteViewed(deps, signer, from))
  const timeZone = await readZone({ db })
  const blocks = blocksOf(version.text)
  const { code_hash, code_expires_at } = signer
  return {
    ...{ standing, title: version.title, blocks, sha256: version.sha256 },
    signer: {
      ...{ id: signer.id, name: signer.name, email: signer.email },
      isStudio: signer.role === 'studio',
    },
    places: placesOf(signer, version),
    until: longDate(dateOf(version.expires_at - 1, timeZone)),
    hasCode: code_hash !== null && (code_expires_at ?? 0) > clock.now(),
    everyone: signers.map(({ id, name, signed_at }) => ({
      name,
      signed: signed_at === null ? null : momentLabel(signed_at, timeZone),
      isReader: id === signer.id,
    })),
    hasPdf: version.pdf_sha256 !== null,
  }
}

/** Where a request comes from. */
export interface Origin {
  clientAddress: string
  userAgent: string
}

const placeOf = ({ clientAddress, userAgent }: Origin): Place => ({
  network: networkPrefix(clientAddress),
  device: deviceName(userAgent),
})

const noteViewed = ({ db, clock }: SigningDeps, { id }: SignerRow, from: Origin): Promise<void> =>
  transact(db, async (tx) => {
    const locked = await lockSigning(tx, id)
    if (!locked || locked.signer.viewed_at !== null) return
    await updateSigner(tx, id, { viewed_at: clock.now() })
    await record({ db: tx, clock }, locked.contract, {
      kind: 'viewed',
      detail: aboutSigner(locked),
      place: placeOf(from),
    })
  })

/** Locks the contract of a signer, and reads everything again. */
async function lockSigning(tx: Tx, signerId: string) {
  const found = await selectSigner(tx, signerId)
  const unlocked = found && (await selectVersion(tx, found.version_id))
  const contract = unlocked && (await lockContract(tx, unlocked.contract_id))
  const signer = contract && (await selectSigner(tx, signerId))
  const signing = signer && (await signingOf(tx, signer))
  return signing && { ...signing, contract }
}

const aboutSigner = ({ signer, version }: Pick<Signing, 'signer' | 'version'>) => ({
  ...{ version: version.number, signer: signer.id, name: signer.name, email: signer.email },
})

/** What this signer fills in inside the text. Only clients do. */
const placesOf = ({ role }: SignerRow, { text }: VersionRow): Places =>
  placesIn(role === 'client' ? blocksOf(text) : [])

/** Codes for one signer. */
const CODES_AN_HOUR = 5
/** Codes asked for from one network. */
const CODES_OF_NETWORK = 30
const HOUR = 3_600_000

export type CodeMailed =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'not-possible' | 'no-server' }
  | { ok: false; reason: 'too-many'; retryAt: number }

/** Emails a code to the signer, in place of an earlier one, if everything else is filled in. */
export async function mailSigningCode(
  deps: SigningDeps,
  { signer, version }: Signing,
  { sent, from }: { sent: SignForm; from: Origin },
): Promise<CodeMailed> {
  const { db, clock, config } = deps
  const read = readSignature(sent, placesOf(signer, version))
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!(await canSendMail(deps))) return { ok: false, reason: 'no-server' }
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const expiresAt = clock.now() + CODE_MINUTES * 60_000
  return await transact(db, async (tx): Promise<CodeMailed> => {
    const locked = await lockSigning(tx, signer.id)
    if (!locked || standingOf(locked, clock.now()) !== 'to-sign') return { ok: false, reason: 'not-possible' }
    for (const limit of [
      { name: 'contract-codes', network: signer.id, limit: CODES_AN_HOUR, windowMs: HOUR },
      { name: 'contract-codes-asked', network: from.clientAddress, limit: CODES_OF_NETWORK, windowMs: HOUR },
    ]) {
      const hit = await takeHit({ db: tx, clock, config }, limit)
      if (!hit.ok) return hit
    }
    await updateSigner(tx, signer.id, {
      code_hash: hashOfCode(signer, code),
      ...{ code_expires_at: expiresAt, code_tries: 0 },
    })
    await queueMail(
      { db: tx, clock, config },
      codeMail(branding, signer, { title: locked.version.title, code, expiresAt }),
    )
    await record({ db: tx, clock }, locked.contract, {
      kind: 'code-sent',
      detail: aboutSigner(locked),
      place: placeOf(from),
    })
    return { ok: true }
  })
}

const CODE_DIGITS = 8

/** A signer signs one version, so their id binds the code to both. */
const hashOfCode = ({ id }: Pick<SignerRow, 'id'>, code: string): string => sha256(`${id} ${code}`)

export type Signed =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'not-possible' }

/**
 * Records a signature, and asks the next signer. The last one completes the contract: its PDF is made by a job.
 * @param sent `sha256` of the text that the signer saw
 */
export async function signContract(
  deps: SigningDeps,
  { signer, version }: Signing,
  { sent, from }: { sent: SignForm & { sha256: string }; from: Origin },
): Promise<Signed> {
  const { db, clock, config } = deps
  const read = readSignature(sent, placesOf(signer, version))
  const errors: FieldErrors = read.ok ? {} : { ...read.errors }
  const code = sent.code.replace(/\s/g, '')
  if (!/^\d{8}$/.test(code)) errors.code = 'Enter the 8 digits of the code that we emailed you.'
  if (!read.ok || errors.code !== undefined) return { ok: false, reason: 'refused', errors }
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  const place = placeOf(from)
  return await transact(db, async (tx): Promise<Signed> => {
    const locked = await lockSigning(tx, signer.id)
    const isPossible =
      locked && standingOf(locked, clock.now()) === 'to-sign' && sent.sha256 === locked.version.sha256
    if (!isPossible) return { ok: false, reason: 'not-possible' }
    const wrong = await checkCode({ db: tx, clock }, locked, code, place)
    if (wrong !== undefined) return { ok: false, reason: 'refused', errors: { code: wrong } }
    const now = clock.now()
    await updateSigner(tx, signer.id, { signed_at: now, code_hash: null })
    const detail: SignedDetail = {
      ...{ version: locked.version.number, signer: signer.id, position: signer.position, role: signer.role },
      ...{ name: signer.name, email: signer.email, sha256: locked.version.sha256, consent: CONSENT },
      ...{ initials: read.initials, ...(read.release && { release: read.release }) },
      signature: read.signature,
    }
    if (signer.role === 'client')
      await noteContact({ db: tx, clock }, { email: signer.email, name: signer.name, phone: '' })
    const contract = await record({ db: tx, clock }, locked.contract, { kind: 'signed', detail, place })
    const open = locked.signers.filter(({ id, signed_at }) => id !== signer.id && signed_at === null)
    if (contract.booking_id !== null && open.every(({ role }) => role === 'studio'))
      await meetRequirement(
        { db: tx, clock, config },
        contract.booking_id,
        { kind: 'contract', contractId: contract.id },
        { kind: 'client', name: signer.name },
      )
    if (open.length > 0) {
      const asking = { db: tx, clock, config, branding, timeZone: studio.timeZone }
      await askNext(asking, contract, locked.version, open)
    } else {
      await updateVersion(tx, version.id, { completed_at: now })
      await landReleases({ db: tx, clock }, contract, locked.version)
      await landLateFee({ db: tx, clock }, contract, locked.version)
      await enqueue({ db: tx, clock }, { kind: MAKE_PDF, payload: { version: version.id } })
    }
    return { ok: true }
  })
}

/** Records in the register what the clients chose about the model release. */
async function landReleases(
  { db, clock }: { db: Tx; clock: Clock },
  { id: contractId }: ContractRow,
  { number, title }: VersionRow,
): Promise<void> {
  const choices = signaturesIn(await selectLog(db, contractId), number).flatMap(
    ({ detail: { signer, name, email, release }, at }) =>
      release ? [{ signerId: signer, name, email, agrees: release === 'yes', at }] : [],
  )
  await recordSignedReleases({ db, clock, author: NOBODY }, { contractId, title, uses: SIGNED_USES, choices })
}

/** Keeps what the contract says about late payments for its booking. */
async function landLateFee(
  { db, clock }: { db: Tx; clock: Clock },
  { id: contractId, booking_id: bookingId }: ContractRow,
  { number, title }: VersionRow,
): Promise<void> {
  if (bookingId === null) return
  const { lateFee = null } = sentIn(await selectLog(db, contractId), number)
  await agreeOnLateFee({ db }, { contractId, bookingId, title, at: clock.now() }, lateFee)
}

/** Author of what the program does. */
const NOBODY = { uid: '', name: '' }

/** @returns the sentence that refuses the code; undefined: it is right */
async function checkCode(
  { db, clock }: { db: Tx; clock: Clock },
  locked: NonNullable<Awaited<ReturnType<typeof lockSigning>>>,
  code: string,
  place: Place,
): Promise<string | undefined> {
  const { signer, contract } = locked
  if (signer.code_hash === null) return 'Ask for a code first.'
  if ((signer.code_expires_at ?? 0) <= clock.now()) return 'This code has expired. Ask for a new one.'
  if (signer.code_hash === hashOfCode(signer, code)) return undefined
  const tries = signer.code_tries + 1
  const isOver = tries >= CODE_TRIES
  await updateSigner(db, signer.id, { code_tries: tries, ...(isOver && { code_hash: null }) })
  await record({ db, clock }, contract, { kind: 'code-wrong', detail: aboutSigner(locked), place })
  return isOver
    ? 'That was the wrong code too often. Ask for a new one.'
    : 'That isn’t the code in our latest email. Check it and try again.'
}

import { readBookingFacts } from '~/domains/booking/reservations/facts.server'
import { readZone } from '~/domains/content/operations.server'
import { usesLine } from '~/domains/galleries/releases/model'
import { signedReleasesOf } from '~/domains/galleries/releases/signed-releases.server'
import type { HistoryQuery } from '~/domains/people/model'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { reminderLine, reminderTime } from '~/platform/last-day-reminders'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import { fillDraft } from './draft.server'
import { isIntact, signaturesIn } from './log.server'
import {
  type ContractLine,
  type ContractState,
  type DraftSigner,
  draftValues,
  type LogKind,
  type PendingRelease,
  type SignedChoice,
  type StudioContract,
  type StudioVersion,
} from './model'
import { isCalledOff, isOpen } from './operations.server'
import { SIGNED_USES } from './release-words'
import {
  type ContractRow,
  type LogRow,
  type SignerRow,
  selectContract,
  selectContracts,
  selectContractsOfBooking,
  selectLog,
  selectSigners,
  selectSignersOf,
  selectVersionLines,
  selectVersions,
  selectVersionTexts,
  type VersionLine,
} from './store.server'
import { blocksOf } from './text.server'

interface Deps {
  db: Db
  clock: Clock
}

/** The state of a contract, which is that of its newest version. */
export function stateOf(
  version: VersionLine | undefined,
  signers: readonly SignerRow[],
  now: number,
): ContractState {
  if (!version) return 'draft'
  if (version.completed_at !== null) return 'completed'
  if (version.ended_as === 'withdrawn') return 'withdrawn'
  if (version.expires_at <= now) return 'expired'
  if (signers.some(({ signed_at }) => signed_at !== null)) return 'signing'
  return signers.some(({ viewed_at }) => viewed_at !== null) ? 'viewed' : 'sent'
}

/** A contract with everything that the Studio shows; undefined: there is none. */
export async function readContract({ db, clock }: Deps, id: string): Promise<StudioContract | undefined> {
  const contract = await selectContract(db, id)
  if (!contract) return undefined
  const [versions, log] = [await selectVersions(db, id), await selectLog(db, id)]
  const [latest, ...earlier] = versions
  const signers = latest ? await selectSigners(db, [latest.id]) : []
  const timeZone = await readZone({ db })
  const filled = await fillDraft({ db, clock }, contract)
  const now = clock.now()
  const booking =
    contract.booking_id === null ? undefined : await readBookingFacts({ db }, contract.booking_id)
  const { missingCharacters } = await import('~/platform/pdf/fonts.server')
  const hasBeenCalledOff = latest !== undefined && (await isCalledOff(db, latest))
  const state = stateOf(latest, signers, now)
  const isPending = state === 'signing' && !hasBeenCalledOff
  const isChanged = !latest || latest.text !== filled.text || !areSame(signers, filled.signers)
  return {
    ...{ id, version: contract.version, title: contract.title, state },
    booking: booking && { id: booking.id, label: `${booking.sessionType}, ${booking.date}` },
    values: draftValues(contract.title, contract.body, filled.signers),
    draft: filled.isTooLong ? [] : blocksOf(filled.text),
    missing: filled.missing,
    isTooLong: filled.isTooLong,
    unprintable: missingCharacters(filled.text),
    isChanged,
    sent: latest && {
      ...shownVersion(latest, signers, { now, timeZone, isCalledOff: hasBeenCalledOff }),
      reminder: reminderLine(
        {
          ...{ at: reminderTime(latest, timeZone), writtenAt: latest.reminded_at },
          isOff: contract.reminder_off === 1,
        },
        (at) => momentLabel(at, timeZone),
      ),
      text: blocksOf(latest.text),
      releases: (await readReleases({ db }, id, signaturesIn(log, latest.number))).map((release) => ({
        ...release,
        isPending,
      })),
    },
    former: earlier
      .filter(({ completed_at }) => completed_at !== null)
      .map(({ number, completed_at, pdf_sha256 }) => ({
        ...{ number, hasPdf: pdf_sha256 !== null },
        signed: momentLabel(completed_at ?? 0, timeZone),
      })),
    log: log.map((row) => shownEntry(row, timeZone)),
    isIntact: await isIntact({ db }, contract),
  }
}

async function readReleases(
  { db }: { db: Db },
  contractId: string,
  signatures: ReturnType<typeof signaturesIn>,
): Promise<Omit<SignedChoice, 'isPending'>[]> {
  const asked = signatures.flatMap(({ detail }) =>
    detail.release ? [{ ...detail, choice: detail.release }] : [],
  )
  const found = asked.length > 0 ? await signedReleasesOf({ db }, contractId) : []
  return asked.map(({ signer, name, email, choice }) => {
    const release = found.find(({ signerId }) => signerId === signer)
    return { name, email, choice, release: release ?? null }
  })
}

const areSame = (signers: readonly SignerRow[], draft: readonly DraftSigner[]): boolean =>
  signers.length === draft.length &&
  signers.every(({ name, email }, at) => name === draft[at]?.name && email === draft[at]?.email)

function shownVersion(
  version: VersionLine,
  signers: readonly SignerRow[],
  { now, timeZone, isCalledOff }: { now: number; timeZone: string; isCalledOff: boolean },
): Omit<StudioVersion, 'text' | 'releases' | 'reminder'> {
  const canSign = isOpen(version) && version.expires_at > now && !isCalledOff
  const next = signers.find(({ signed_at }) => signed_at === null)
  return {
    ...{ number: version.number, sha256: version.sha256, pdfSha256: version.pdf_sha256 },
    sent: momentLabel(version.sent_at, timeZone),
    until: longDate(dateOf(version.expires_at - 1, timeZone)),
    isOpen: isOpen(version),
    isCalledOff: isCalledOff && isOpen(version),
    signers: signers.map((signer) => ({
      ...{ id: signer.id, name: signer.name, email: signer.email, role: signer.role },
      state: signerState(signer, timeZone),
      canRenew: canSign && signer.id === next?.id,
    })),
  }
}

function signerState({ asked_at, viewed_at, signed_at }: SignerRow, timeZone: string): string {
  if (signed_at !== null) return `Signed ${momentLabel(signed_at, timeZone)}`
  if (viewed_at !== null) return `Viewed ${momentLabel(viewed_at, timeZone)}`
  return asked_at === null ? 'Signs after the ones above' : `Asked ${momentLabel(asked_at, timeZone)}`
}

const WHAT: Record<LogKind, string> = {
  sent: 'Sent to be signed',
  asked: 'Link emailed to',
  viewed: 'Opened by',
  'code-sent': 'Code emailed to',
  'code-wrong': 'Wrong code entered for',
  signed: 'Signed by',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced by a new version',
  completed: 'Signed PDF made',
}

/** "Version 1: Signed by Ann Lee" */
export function describeEntry({ kind, detail }: Pick<LogRow, 'kind' | 'detail'>): string {
  const { name, version } = JSON.parse(detail) as { name?: string; version: number }
  return `Version ${version}: ${WHAT[kind]}${name === undefined ? '' : ` ${name}`}`
}

const shownEntry = (row: LogRow, timeZone: string) => ({
  ...{ seq: row.seq, when: momentLabel(row.at, timeZone), what: describeEntry(row) },
  place: [row.device, row.network].filter(Boolean).join(', '),
})

const PAGE_SIZE = 50

/** Contracts, newest first, page by page. */
export async function listContracts(
  deps: Deps,
  { before }: { before: string | null },
): Promise<{ contracts: ContractLine[]; next: string | null }> {
  const rows = await selectContracts(deps.db, { before, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  const next = rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null
  return { contracts: await linesOf(deps, page), next }
}

export const listContractsOfBooking = async (deps: Deps, bookingId: string): Promise<ContractLine[]> =>
  await linesOf(deps, await selectContractsOfBooking(deps.db, bookingId))

async function linesOf({ db, clock }: Deps, contracts: ContractRow[]): Promise<ContractLine[]> {
  const timeZone = await readZone({ db })
  const versions = await selectVersionLines(
    db,
    contracts.map(({ id }) => id),
  )
  const latest = new Map(versions.toReversed().map((version) => [version.contract_id, version]))
  const signers = Map.groupBy(
    await selectSigners(
      db,
      [...latest.values()].map(({ id }) => id),
    ),
    ({ version_id }) => version_id,
  )
  return contracts.map((contract) => {
    const version = latest.get(contract.id)
    const asked = version ? (signers.get(version.id) ?? []) : []
    const clients = (JSON.parse(contract.signers) as DraftSigner[]).filter(({ role }) => role === 'client')
    const last = asked.findLast(({ signed_at }) => signed_at !== null)
    return {
      ...{ id: contract.id, title: contract.title, state: stateOf(version, asked, clock.now()) },
      clients: new Intl.ListFormat('en-US').format(clients.map(({ name }) => name)),
      latest:
        last?.signed_at == null
          ? momentLabel(version?.sent_at ?? contract.created_at, timeZone)
          : `${last.name} signed ${momentLabel(last.signed_at, timeZone)}`,
    }
  })
}

/** Contracts that people with these addresses were asked to sign, newest first, for a contact's record. */
export async function contractsOf(
  { db }: { db: Db },
  query: HistoryQuery,
  by: 'asked_at' | 'signed_at' = 'asked_at',
) {
  const signers = await selectSignersOf(db, query, by)
  const versions = await selectVersionTexts(
    db,
    signers.map(({ version_id }) => version_id),
  )
  return signers.map(({ version_id, name, email, asked_at, viewed_at, signed_at, id }) => {
    const version = versions.get(version_id)
    return {
      ...{ signerId: id, versionId: version_id, contractId: version?.contract_id ?? '' },
      ...{ title: version?.title ?? '', name, email },
      ...{ number: version?.number ?? 1, sentAt: version?.sent_at ?? 0 },
      ...{ at: asked_at ?? 0, viewedAt: viewed_at, signedAt: signed_at },
      ...{ text: version?.text ?? '', endedAs: version?.ended_as ?? null },
      ...{ isCompleted: version?.completed_at != null, expiresAt: version?.expires_at ?? 0 },
      hasPdf: version?.pdf_sha256 != null,
    }
  })
}

/**
 * The model releases that a client agreed to in contracts that others still have to sign, newest first.
 * @param emails of the client, in lower case
 */
export async function pendingReleases({ db, clock }: Deps, emails: string[]): Promise<PendingRelease[]> {
  const now = clock.now()
  const timeZone = await readZone({ db })
  const signed = await contractsOf({ db }, { emails, until: now, limit: PAGE_SIZE }, 'signed_at')
  const open = signed.filter(
    ({ isCompleted, endedAs, expiresAt }) => !isCompleted && endedAs === null && expiresAt > now,
  )
  const found = await Promise.all(
    open.map(async ({ signerId, versionId, contractId, number, sentAt, title, name, signedAt }) => {
      const signatures = signaturesIn(await selectLog(db, contractId), number)
      const own = signatures.find(({ detail }) => detail.signer === signerId)
      if (own?.detail.release !== 'yes') return []
      if (await isCalledOff(db, { contract_id: contractId, sent_at: sentAt })) return []
      const others = (await selectSigners(db, [versionId])).filter(({ signed_at }) => signed_at === null)
      return {
        ...{ signerId, contractId, title, name, uses: usesLine(SIGNED_USES) },
        signed: longDate(dateOf(signedAt ?? now, timeZone)),
        missing: new Intl.ListFormat('en-US').format(others.map((other) => other.name)),
      }
    }),
  )
  return found.flat()
}

/** Everything that a person was asked to sign, as text. @param email in lower case */
export async function exportContracts({ db, clock }: Deps, email: string) {
  const query = { emails: [email], until: clock.now(), limit: Number.MAX_SAFE_INTEGER }
  return (await contractsOf({ db }, query)).map(
    ({ title, number, name, email: address, at, viewedAt, signedAt, endedAs, isCompleted, text }) => ({
      ...{ title, version: number, name, email: address, sentAt: at, viewedAt, signedAt },
      ...{ ended: endedAs, isSignedByEveryone: isCompleted, text },
    }),
  )
}

/** A client's contracts, for their account. @param email in lower case */
export async function listClientContracts({ db, clock }: Deps, email: string) {
  const timeZone = await readZone({ db })
  const query = { emails: [email], until: clock.now(), limit: PAGE_SIZE }
  const listed = (await contractsOf({ db }, query)).filter(({ endedAs }) => endedAs === null)
  return await Promise.all(
    listed.map(
      async ({ signerId, contractId, title, sentAt, at, signedAt, isCompleted, hasPdf, expiresAt }) => {
        const isWaiting = signedAt === null && !isCompleted && expiresAt > clock.now()
        return {
          ...{ signerId, contractId, title, isCompleted, hasPdf },
          canSign: isWaiting && !(await isCalledOff(db, { contract_id: contractId, sent_at: sentAt })),
          when:
            signedAt === null
              ? `Sent ${momentLabel(at, timeZone)}`
              : `You signed ${momentLabel(signedAt, timeZone)}`,
        }
      },
    ),
  )
}

/** The contracts of a booking that its client was asked to sign, for the booking's page. */
export async function listContractsForClient(deps: Deps, booking: { id: string; email: string }) {
  const ids = new Set((await selectContractsOfBooking(deps.db, booking.id)).map(({ id }) => id))
  if (ids.size === 0) return []
  const theirs = await listClientContracts(deps, booking.email.toLowerCase())
  return theirs.filter(({ contractId }) => ids.has(contractId))
}

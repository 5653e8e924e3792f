import { lateFeeWords } from '~/domains/billing/late-fees'
import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { dateOf, endOfDate } from '~/platform/time'
import type { FilledDraft } from './draft.server'
import { LATE_FEE } from './fields'
import { record } from './log.server'
import { type SentDetail, SIGNING_DAYS } from './model'
import { endVersion, isOpen, signerRows } from './operations.server'
import { withoutReleaseWords } from './release-words'
import { type Signing, signingOf } from './signing/operations.server'
import {
  deleteUnsigned,
  insertContract,
  insertSigners,
  insertVersion,
  lockContract,
  selectSigners,
  selectVersions,
  updateBookingOf,
  updateDraft,
  updateSigner,
  type VersionRow,
} from './store.server'
import { asMarkdown } from './text.server'

interface Deps {
  db: Tx
  clock: Clock
}

export interface PreparedContract {
  contractId: string
  versionId: string
}

/**
 * Freezes a text for the page of something else, such as a proposal, on which its first signer signs. Nothing is
 * emailed. A text that was prepared before ends, unless it's the same.
 * @param contractId the contract of the texts before; null: this is the first
 */
export async function prepareContract(
  { db, clock }: Deps,
  contractId: string | null,
  { filled, timeZone }: { filled: FilledDraft; timeZone: string },
): Promise<PreparedContract> {
  const now = clock.now()
  const draft = { title: filled.title, body: bodyOf(filled), signers: JSON.stringify(filled.signers) }
  const late_fee = filled.lateFee && JSON.stringify(filled.lateFee)
  const known = contractId === null ? undefined : await lockContract(db, contractId)
  const id = known?.id ?? newId()
  if (!known) await insertContract(db, { ...draft, late_fee, id, booking_id: null, created_at: now })
  let contract = known ?? (await lockContract(db, id))
  if (!contract) throw new Error('A contract that was just written is missing.')
  const [before] = await selectVersions(db, id)
  if (before && isOpen(before)) {
    if (before.sha256 === filled.sha256 && before.expires_at > now)
      return { contractId: id, versionId: before.id }
    contract = await endVersion({ db, clock }, contract, before, 'replaced')
  }
  if (known) await updateDraft(db, known, { ...draft, late_fee })
  const version: VersionRow = {
    ...{ id: newId(), contract_id: id, number: (before?.number ?? 0) + 1 },
    ...{ title: filled.title, text: filled.text, sha256: filled.sha256, sent_at: now },
    expires_at: endOfDate(dateOf(now + SIGNING_DAYS * 86_400_000, timeZone), timeZone),
    ...{ ended_at: null, ended_as: null, completed_at: null, pdf: null, pdf_sha256: null, reminded_at: null },
  }
  await insertVersion(db, version)
  const rows = signerRows(version.id, filled.signers)
  await insertSigners(db, rows)
  const detail: SentDetail = {
    ...{ version: version.number, title: version.title, text: version.text, sha256: version.sha256 },
    signers: rows.map(({ id: signer, role, name, email }) => ({ id: signer, role, name, email })),
    ...(filled.lateFee && { lateFee: filled.lateFee }),
  }
  await record({ db, clock }, contract, { kind: 'sent', detail })
  return { contractId: id, versionId: version.id }
}

/** The text below the title. */
const bodyOf = ({ text, lateFee }: FilledDraft): string => {
  const body = withoutReleaseWords(text.slice(text.indexOf('\n\n') + 2).trimEnd())
  return lateFee ? body.replace(asMarkdown(lateFeeWords(lateFee)), () => LATE_FEE) : body
}

/** Locks a contract before something else that it concerns. */
export async function lockPrepared(db: Tx, contractId: string): Promise<void> {
  await lockContract(db, contractId)
}

/** Ends a text that its first signer hasn't signed. */
export async function endPrepared({ db, clock }: Deps, contractId: string): Promise<void> {
  const contract = await lockContract(db, contractId)
  const [latest] = contract ? await selectVersions(db, contractId) : []
  if (contract && latest && isOpen(latest)) await endVersion({ db, clock }, contract, latest, 'withdrawn')
}

/** Deletes a prepared contract and its log, unless someone has signed or it belongs to a booking. */
export const deleteUnsignedContract = ({ db }: Pick<Deps, 'db'>, contractId: string): Promise<void> =>
  deleteUnsigned(db, contractId)

/** The first signer of a prepared text. */
export async function firstSigning({ db }: { db: Db }, versionId: string): Promise<Signing | undefined> {
  const [first] = await selectSigners(db, [versionId])
  return first && (await signingOf(db, first))
}

/** Records that the first signer has signed for a booking, in the transaction of the signature. */
export async function joinBooking(
  { db, clock }: Deps,
  { contractId, versionId }: PreparedContract,
  bookingId: string,
): Promise<void> {
  await updateBookingOf(db, contractId, bookingId)
  const [first] = await selectSigners(db, [versionId])
  if (first) await updateSigner(db, first.id, { asked_at: clock.now() })
}

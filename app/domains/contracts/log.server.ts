import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import type { LogKind, SentDetail, SignedDetail } from './model'
import {
  type ContractRow,
  insertEntry,
  type LogRow,
  moveHead,
  selectLog,
  selectVersions,
  type VersionRow,
} from './store.server'

/** Where an action came from, as in the activity log; both '' for what the program does. */
export interface Place {
  network: string
  device: string
}

export const NO_PLACE: Place = { network: '', device: '' }

/**
 * Appends an entry to the log of a contract, whose row the transaction has locked.
 * @returns the contract's row with the new end of the log
 */
export async function record(
  { db, clock }: { db: Tx; clock: Clock },
  contract: ContractRow,
  { kind, detail, place = NO_PLACE }: { kind: LogKind; detail: object; place?: Place },
): Promise<ContractRow> {
  const row: LogRow = {
    contract_id: contract.id,
    seq: contract.log_seq + 1,
    at: clock.now(),
    kind,
    detail: JSON.stringify(detail),
    ...{ network: place.network, device: place.device, prev: contract.log_hash, hash: '' },
  }
  row.hash = hashOf(row)
  await insertEntry(db, row)
  await moveHead(db, row)
  return { ...contract, log_seq: row.seq, log_hash: row.hash }
}

/** Hash of an entry's fields in a fixed order, which must never change. */
const hashOf = ({ contract_id, seq, prev, at, kind, detail, network, device }: LogRow): string =>
  sha256(JSON.stringify([contract_id, seq, prev, at, kind, detail, network, device]))

/** What was sent as a version. */
export function sentIn(log: readonly LogRow[], version: number): Partial<SentDetail> {
  const details = log
    .filter(({ kind }) => kind === 'sent')
    .map(({ detail }) => JSON.parse(detail) as SentDetail)
  return details.find((detail) => detail.version === version) ?? {}
}

/** The signatures of a version, in their order. */
export const signaturesIn = (
  log: readonly LogRow[],
  version: number,
): { detail: SignedDetail; at: number }[] =>
  log.flatMap(({ kind, detail: json, at }) => {
    if (kind !== 'signed') return []
    const detail = JSON.parse(json) as SignedDetail
    return detail.version === version ? [{ detail, at }] : []
  })

/** Whether a contract's log is whole, and its texts and PDFs are those in the log. */
export async function isIntact({ db }: { db: Db }, contract: ContractRow): Promise<boolean> {
  const [log, versions] = [await selectLog(db, contract.id), await selectVersions(db, contract.id)]
  return isWhole(contract, log) && versions.every((version) => isRecorded(version, log))
}

function isWhole(contract: ContractRow, log: readonly LogRow[]): boolean {
  let prev = ''
  for (const [at, row] of log.entries()) {
    if (row.seq !== at + 1 || row.prev !== prev || row.hash !== hashOf(row)) return false
    prev = row.hash
  }
  return contract.log_seq === log.length && contract.log_hash === prev
}

function isRecorded(version: VersionRow, log: readonly LogRow[]): boolean {
  const found = (kind: LogKind) =>
    log
      .filter((row) => row.kind === kind)
      .map((row) => JSON.parse(row.detail) as Record<string, unknown>)
      .find((detail) => detail.version === version.number)
  const sent = found('sent')
  if (sent?.text !== version.text || sent.title !== version.title) return false
  if (sent.sha256 !== version.sha256 || sha256(version.text) !== version.sha256) return false
  if (version.pdf === null) return version.pdf_sha256 === null
  return (
    version.pdf_sha256 === sha256(Buffer.from(version.pdf, 'base64')) &&
    found('completed')?.pdfSha256 === version.pdf_sha256
  )
}

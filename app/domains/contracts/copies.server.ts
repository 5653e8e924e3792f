import { recordAction } from '~/domains/audit/operations.server'
import { openBrandPicture } from '~/domains/content/brand.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import { accentColors } from '~/platform/accent'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { addressLine, emailBrandingOf } from '~/platform/mail/email-branding'
import { countHits } from '~/platform/rate-limit.server'
import type { Storage } from '~/platform/storage/storage.server'
import { momentLabel } from '~/platform/time'
import { pdfBlocksOf, type SignedContract, type VerifiedPdf } from './certificate'
import { signedMail } from './emails.server'
import { isIntact, record } from './log.server'
import type { CompletedDetail, SignedDetail } from './model'
import { contractSubject, signingToken } from './operations.server'
import { describeEntry } from './reading.server'
import {
  type LogRow,
  lockContract,
  selectContract,
  selectLog,
  selectSigners,
  selectVersion,
  selectVersionOfPdf,
  selectVersions,
  updateVersion,
  type VersionRow,
} from './store.server'
import { blocksOf } from './text.server'

export interface CopyDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  storage: Storage
}

/** Author of automatic entries. */
const NOBODY = { uid: '', name: '' }

/** Makes the signed PDF of a version that everyone has signed, and emails everyone its link. Once. */
export async function makeSignedPdf(deps: CopyDeps, versionId: string): Promise<void> {
  const { db, clock, config } = deps
  const version = await selectVersion(db, versionId)
  const contract = version && (await selectContract(db, version.contract_id))
  if (!contract || version.completed_at === null || version.pdf !== null) return
  if (!(await isIntact({ db }, contract))) throw new Error(`The log of contract ${contract.id} was changed.`)
  const pdf = await renderContract(deps, version)
  const pdfSha256 = sha256(pdf)
  const { studio } = await readSettings({ db })
  const branding = emailBrandingOf(studio, config.siteUrl)
  await transact(db, async (tx) => {
    const locked = await lockContract(tx, contract.id)
    if (!locked || (await selectVersion(tx, versionId))?.pdf !== null) return
    await updateVersion(tx, versionId, {
      pdf: Buffer.from(pdf).toString('base64'),
      pdf_sha256: pdfSha256,
    })
    const detail: CompletedDetail = { version: version.number, sha256: version.sha256, pdfSha256 }
    const { log_hash } = await record({ db: tx, clock }, locked, { kind: 'completed', detail })
    const signers = await selectSigners(tx, [versionId])
    await queueMails(
      { db: tx, clock, config },
      signers.map((signer) =>
        signedMail(branding, signer, {
          ...{ versionId, title: version.title, token: signingToken(deps, signer) },
        }),
      ),
    )
    const changes = [
      { field: 'SHA-256 of the PDF', from: '', to: pdfSha256 },
      { field: 'Last event of its log', from: '', to: log_hash },
    ]
    const subject = contractSubject(contract)
    await recordAction({ db: tx, clock, author: NOBODY }, { action: 'contract-completed', subject, changes })
  })
}

async function renderContract(deps: CopyDeps, version: VersionRow): Promise<Uint8Array> {
  const { db, config } = deps
  const { studio } = await readSettings({ db })
  const log = (await selectLog(db, version.contract_id)).filter((row) => versionOf(row) === version.number)
  const data = studio.picture
    ? await openBrandPicture(deps, { hash: studio.picture.hash, name: 'logo' })
    : undefined
  const signed = log.flatMap((row): SignedContract['signed'] =>
    row.kind === 'signed'
      ? [
          {
            ...(JSON.parse(row.detail) as SignedDetail),
            at: momentLabel(row.at, studio.timeZone),
            place: placeLine(row),
          },
        ]
      : [],
  )
  const { renderPdf } = await import('~/platform/pdf/render-pdf.server')
  return await renderPdf({
    title: version.title,
    brand: {
      ...{ name: studio.name, initials: studio.logo, accent: accentColors(studio.accent).paper },
      logo: studio.picture && data ? { ...studio.picture, data } : undefined,
    },
    paper: 'LETTER',
    footer: [studio.name, addressLine(studio.address)].filter(Boolean).join(', '),
    createdAt: version.completed_at ?? 0,
    blocks: pdfBlocksOf({
      ...{ contractId: version.contract_id, number: version.number, title: version.title },
      ...{ sha256: version.sha256, blocks: blocksOf(version.text), signed },
      log: log.map((row) => ({
        ...{ seq: row.seq, at: new Date(row.at).toISOString(), what: describeEntry(row) },
        ...{ place: placeLine(row), hash: row.hash },
      })),
      ...{ lastHash: log.at(-1)?.hash ?? '', siteUrl: config.siteUrl },
    }),
  })
}

const versionOf = ({ detail }: LogRow): number => (JSON.parse(detail) as { version: number }).version

const placeLine = ({ device, network }: LogRow): string => [device, network].filter(Boolean).join(', ')

/** The signed PDF of a version; undefined: not made yet. */
export async function readSignedPdf(
  { db }: { db: Db },
  versionId: string,
): Promise<{ bytes: Buffer; sha256: string; number: number; title: string } | undefined> {
  const version = await selectVersion(db, versionId)
  if (!version || version.pdf === null || version.pdf_sha256 === null) return undefined
  const { pdf, pdf_sha256, number, title } = version
  return { bytes: Buffer.from(pdf, 'base64'), sha256: pdf_sha256, number, title }
}

/** The signed PDF of a contract's version, for the Studio. */
export async function readPdfOfContract({ db }: { db: Db }, contractId: string, number: number) {
  const version = (await selectVersions(db, contractId)).find((each) => each.number === number)
  return version && (await readSignedPdf({ db }, version.id))
}

const LIMIT = { name: 'verify', limit: 60, windowMs: 3_600_000 }

export type Verified =
  | { ok: true; found: VerifiedPdf | undefined }
  | { ok: false; reason: 'too-many'; retryAt: number }

/**
 * Looks up a signed PDF. Only people who have the file learn its title and the names, since its hash may be passed
 * on without it.
 * @param given the SHA-256 in lower-case hex
 */
export async function verifyPdf(
  deps: { db: Db; clock: Clock; config: Pick<Config, 'secret' | 'rateLimitScale'> },
  given: { sha256: string; hasFile: boolean; network: string },
): Promise<Verified> {
  const { db } = deps
  const counted = await countHits(deps, [{ ...LIMIT, network: given.network }])
  if (!counted.ok) return counted
  const version = await selectVersionOfPdf(db, given.sha256)
  const contract = version && (await selectContract(db, version.contract_id))
  if (!contract) return { ok: true, found: undefined }
  const timeZone = await readZone({ db })
  const signers = await selectSigners(db, [version.id])
  const newest = (await selectVersions(db, contract.id)).find(({ completed_at }) => completed_at !== null)
  return {
    ok: true,
    found: {
      signed: momentLabel(version.completed_at ?? 0, timeZone),
      ...{ signers: signers.length, number: version.number, isNewest: newest?.id === version.id },
      isIntact: await isIntact({ db }, contract),
      holder: given.hasFile ? { title: version.title, names: signers.map(({ name }) => name) } : null,
    },
  }
}

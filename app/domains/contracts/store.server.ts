import type { Updateable } from 'kysely'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Database, Row } from '~/platform/db/schema'
import { isVersion, type Seen, updateSeen } from '~/platform/db/versioned.server'

export type ContractRow = Row<'contracts'>
export type VersionRow = Row<'contract_versions'>
export type SignerRow = Row<'contract_signers'>
export type LogRow = Row<'contract_log'>

export const selectContract = (db: Db, id: string): Promise<ContractRow | undefined> =>
  db.selectFrom('contracts').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the contract, its versions and signers until the transaction ends. */
export const lockContract = (tx: Tx, id: string): Promise<ContractRow | undefined> =>
  lockRows(tx, tx.selectFrom('contracts').selectAll().where('id', '=', id)).executeTakeFirst()

export async function insertContract(
  tx: Tx,
  row: Omit<ContractRow, 'log_seq' | 'log_hash' | 'reminder_off' | 'version'>,
): Promise<void> {
  await tx.insertInto('contracts').values(row).execute()
}

/** @returns whether the version was still the expected one */
export const updateDraft = (
  tx: Tx,
  seen: Seen,
  draft: Pick<ContractRow, 'title' | 'body' | 'signers'> & { late_fee?: string | null },
): Promise<boolean> => updateSeen(tx, 'contracts', seen, draft)

export async function updateBookingOf(tx: Tx, id: string, bookingId: string): Promise<void> {
  await tx.updateTable('contracts').set({ booking_id: bookingId }).where('id', '=', id).execute()
}

/** Deletes a contract that was never sent. @returns whether it was one, and in the expected version */
export async function deleteDraft(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('contracts')
    .where('id', '=', id)
    .where('version', '=', version)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contract_versions')
            .select('id')
            .whereRef('contract_versions.contract_id', '=', 'contracts.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes a contract that belongs to no booking and that no one has signed or was asked to sign by email. */
export async function deleteUnsigned(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('contracts')
    .where('id', '=', id)
    .where('booking_id', 'is', null)
    .where(({ not, exists, or, selectFrom }) =>
      not(
        exists(
          selectFrom('contract_versions as v')
            .innerJoin('contract_signers as s', 's.version_id', 'v.id')
            .select('v.id')
            .whereRef('v.contract_id', '=', 'contracts.id')
            .where((e) => or([e('s.signed_at', 'is not', null), e('s.asked_at', 'is not', null)])),
        ),
      ),
    )
    .execute()
}

/**
 * Contracts by id, newest first. Those that were prepared for a proposal are there once their first signer has signed.
 * @param before only those with a smaller id
 */
export const selectContracts = (
  db: Db,
  { before, limit }: { before: string | null; limit: number },
): Promise<ContractRow[]> =>
  db
    .selectFrom('contracts')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before as string))
    .where(({ not, or, exists, selectFrom }) => {
      const versions = selectFrom('contract_versions as v')
        .select('v.id')
        .whereRef('v.contract_id', '=', 'contracts.id')
      const asked = versions
        .innerJoin('contract_signers as s', 's.version_id', 'v.id')
        .where('s.asked_at', 'is not', null)
      return or([not(exists(versions)), exists(asked)])
    })
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const selectContractsOfBooking = (db: Db, bookingId: string): Promise<ContractRow[]> =>
  db.selectFrom('contracts').selectAll().where('booking_id', '=', bookingId).orderBy('id', 'desc').execute()

/** A contract's versions, newest first. */
export const selectVersions = (db: Db, contractId: string): Promise<VersionRow[]> =>
  db
    .selectFrom('contract_versions')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('number', 'desc')
    .execute()

export type VersionLine = Omit<VersionRow, 'text' | 'pdf'>

/** The versions of several contracts without their texts, newest first. */
export async function selectVersionLines(db: Db, contractIds: string[]): Promise<VersionLine[]> {
  if (contractIds.length === 0) return []
  return await db
    .selectFrom('contract_versions')
    .select(['id', 'contract_id', 'number', 'title', 'sha256', 'sent_at', 'expires_at', 'ended_at'])
    .select(['ended_as', 'completed_at', 'pdf_sha256', 'reminded_at'])
    .where('contract_id', 'in', contractIds)
    .orderBy('number', 'desc')
    .execute()
}

export const selectVersion = (db: Db, id: string): Promise<VersionRow | undefined> =>
  db.selectFrom('contract_versions').selectAll().where('id', '=', id).executeTakeFirst()

/** Versions without their PDFs, by id. */
export async function selectVersionTexts(
  db: Db,
  ids: string[],
): Promise<Map<string, Omit<VersionRow, 'pdf'>>> {
  const rows: Omit<VersionRow, 'pdf'>[] = []
  for (const some of inParts([...new Set(ids)]))
    rows.push(
      ...(await db
        .selectFrom('contract_versions')
        .select(['id', 'contract_id', 'number', 'title', 'text', 'sha256', 'sent_at', 'expires_at'])
        .select(['ended_at', 'ended_as', 'completed_at', 'pdf_sha256', 'reminded_at'])
        .where('id', 'in', some)
        .execute()),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

export const selectVersionOfPdf = (db: Db, pdfSha256: string): Promise<VersionRow | undefined> =>
  db
    .selectFrom('contract_versions')
    .selectAll()
    .where('pdf_sha256', '=', pdfSha256)
    .limit(1)
    .executeTakeFirst()

export async function insertVersion(tx: Tx, row: VersionRow): Promise<void> {
  await tx.insertInto('contract_versions').values(row).execute()
}

export async function updateVersion(
  tx: Tx,
  id: string,
  change: Updateable<Database['contract_versions']>,
): Promise<void> {
  await tx.updateTable('contract_versions').set(change).where('id', '=', id).execute()
}

/** In the order of signing. */
export async function selectSigners(db: Db, versionIds: string[]): Promise<SignerRow[]> {
  if (versionIds.length === 0) return []
  return await db
    .selectFrom('contract_signers')
    .selectAll()
    .where('version_id', 'in', versionIds)
    .orderBy('version_id')
    .orderBy('position')
    .execute()
}

export const selectSigner = (db: Db, id: string): Promise<SignerRow | undefined> =>
  db.selectFrom('contract_signers').selectAll().where('id', '=', id).executeTakeFirst()

/** Everyone who was asked to sign by an email to one of these addresses. @param emails in lower case */
export async function selectSignersOf(
  db: Db,
  { emails, until, limit }: { emails: string[]; until: number; limit: number },
  by: 'asked_at' | 'signed_at' = 'asked_at',
): Promise<SignerRow[]> {
  if (emails.length === 0) return []
  return await db
    .selectFrom('contract_signers')
    .selectAll()
    .where('email_key', 'in', emails)
    .where('role', '=', 'client')
    .where(by, '<=', until)
    .orderBy(by, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertSigners(tx: Tx, rows: SignerRow[]): Promise<void> {
  await tx.insertInto('contract_signers').values(rows).execute()
}

export async function updateSigner(
  tx: Tx,
  id: string,
  change: Updateable<Database['contract_signers']>,
): Promise<void> {
  await tx.updateTable('contract_signers').set(change).where('id', '=', id).execute()
}

/** In the order of the entries. */
export const selectLog = (db: Db, contractId: string): Promise<LogRow[]> =>
  db.selectFrom('contract_log').selectAll().where('contract_id', '=', contractId).orderBy('seq').execute()

export async function insertEntry(tx: Tx, row: LogRow): Promise<void> {
  await tx.insertInto('contract_log').values(row).execute()
}

export async function moveHead(tx: Tx, { contract_id, seq, hash }: LogRow): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ log_seq: seq, log_hash: hash })
    .where('id', '=', contract_id)
    .execute()
}

export async function turnReminder(tx: Tx, id: string, isOff: boolean): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ reminder_off: isOff ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

/** The ids of contracts that can still be signed, until an instant at most, and whose reminder isn't written. */
export async function selectRemindable(
  db: Db,
  { now, until }: { now: number; until: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('contract_versions as v')
    .innerJoin('contracts as c', 'c.id', 'v.contract_id')
    .select('c.id')
    .where('c.reminder_off', '=', 0)
    .where('v.reminded_at', 'is', null)
    .where('v.ended_at', 'is', null)
    .where('v.completed_at', 'is', null)
    .where('v.expires_at', '>', now)
    .where('v.expires_at', '<=', until)
    .orderBy('c.id')
    .execute()
  return rows.map(({ id }) => id)
}

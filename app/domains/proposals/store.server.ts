import type { Updateable } from 'kysely'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Database, Row } from '~/platform/db/schema'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'

export type ProposalRow = Row<'proposals'>
export type VersionRow = Row<'proposal_versions'>

export const selectProposal = (db: Db, id: string): Promise<ProposalRow | undefined> =>
  db.selectFrom('proposals').selectAll().where('id', '=', id).executeTakeFirst()

/** Makes changes of a proposal and its versions take turns until the transaction ends. */
export const lockProposal = (tx: Tx, id: string): Promise<ProposalRow | undefined> =>
  lockRows(tx, tx.selectFrom('proposals').selectAll().where('id', '=', id)).executeTakeFirst()

export async function insertProposal(
  tx: Tx,
  row: Omit<ProposalRow, 'contract_id' | 'link_version' | 'reminder_off' | 'version'>,
): Promise<void> {
  await tx.insertInto('proposals').values(row).execute()
}

/** @returns whether the version was still the expected one */
export const updateDraft = (
  tx: Tx,
  seen: Seen,
  draft: Pick<ProposalRow, 'document' | 'email_key'>,
): Promise<boolean> => updateSeen(tx, 'proposals', seen, draft)

export async function updateProposal(
  tx: Tx,
  id: string,
  change: Pick<
    Updateable<Database['proposals']>,
    'booking_id' | 'contract_id' | 'link_version' | 'reminder_off'
  >,
): Promise<void> {
  await tx.updateTable('proposals').set(change).where('id', '=', id).execute()
}

/** Deletes a proposal in the expected version. @returns whether it was deleted */
export const deleteProposal = (tx: Tx, seen: Seen): Promise<boolean> => deleteSeen(tx, 'proposals', seen)

/** Newest first. @param before only those with a smaller id */
export const selectProposals = (
  db: Db,
  { before, limit }: { before: string | null; limit: number },
): Promise<ProposalRow[]> =>
  db
    .selectFrom('proposals')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Newest first. */
export const selectProposalsAbout = (
  db: Db,
  about: { booking: string } | { message: string } | { emails: string[]; until: number; limit: number },
): Promise<ProposalRow[]> =>
  db
    .selectFrom('proposals')
    .selectAll()
    .$if('booking' in about, (query) =>
      query.where('booking_id', '=', 'booking' in about ? about.booking : ''),
    )
    .$if('message' in about, (query) =>
      query.where('contact_message_id', '=', 'message' in about ? about.message : ''),
    )
    .$if('emails' in about, (query) =>
      'emails' in about
        ? query
            .where('email_key', 'in', about.emails)
            .where('created_at', '<=', about.until)
            .limit(about.limit)
        : query,
    )
    .orderBy('id', 'desc')
    .execute()

/** A proposal's versions, newest first. */
export const selectVersions = (db: Db, proposalId: string): Promise<VersionRow[]> =>
  db
    .selectFrom('proposal_versions')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .orderBy('number', 'desc')
    .execute()

/** The newest version of each of some proposals, by proposal. Takes up to a few hundred ids. */
export async function selectLatest(db: Db, proposalIds: string[]): Promise<Map<string, VersionRow>> {
  if (proposalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('proposal_versions')
    .selectAll()
    .where('proposal_id', 'in', proposalIds)
    .orderBy('number')
    .execute()
  return new Map(rows.map((row) => [row.proposal_id, row]))
}

export async function insertVersion(tx: Tx, row: VersionRow): Promise<void> {
  await tx.insertInto('proposal_versions').values(row).execute()
}

export async function updateVersion(
  tx: Tx,
  id: string,
  change: Updateable<Database['proposal_versions']>,
): Promise<void> {
  await tx.updateTable('proposal_versions').set(change).where('id', '=', id).execute()
}

/**
 * Up to `limit` proposals with a client that were made before an instant and that no one signed, and whose last
 * version could no longer be signed then.
 */
export const unsignedBeforeQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('proposals')
    .select(['id', 'contract_id'])
    .where('created_at', '<', before)
    .where('email_key', '<>', '')
    .where(({ not, exists, or, selectFrom }) =>
      not(
        exists(
          selectFrom('proposal_versions as v')
            .select('v.id')
            .whereRef('v.proposal_id', '=', 'proposals.id')
            .where((e) => or([e('v.signed_at', 'is not', null), e('v.expires_at', '>=', before)])),
        ),
      ),
    )
    .limit(limit)

export async function deleteProposals(tx: Tx, ids: string[]): Promise<void> {
  await tx.deleteFrom('proposals').where('id', 'in', ids).execute()
}

/** The ids of proposals that a client can still sign, until an instant at most, and whose reminder isn't written. */
export async function selectRemindable(
  db: Db,
  { now, until }: { now: number; until: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('proposal_versions as v')
    .innerJoin('proposals as p', 'p.id', 'v.proposal_id')
    .select('p.id')
    .where('p.reminder_off', '=', 0)
    .where('v.reminded_at', 'is', null)
    .where('v.ended_at', 'is', null)
    .where('v.signed_at', 'is', null)
    .where('v.expires_at', '>', now)
    .where('v.expires_at', '<=', until)
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}

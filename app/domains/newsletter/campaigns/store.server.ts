import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import type { CampaignState } from './model'

export type CampaignRow = Row<'newsletter_campaigns'>

export const insertCampaign = (tx: Tx, campaign: CampaignRow) =>
  tx.insertInto('newsletter_campaigns').values(campaign).execute()

export const selectCampaign = (db: Db, id: string): Promise<CampaignRow | undefined> =>
  db.selectFrom('newsletter_campaigns').selectAll().where('id', '=', id).executeTakeFirst()

/** The newsletter, which no one else changes until the transaction ends. */
export const lockCampaign = (tx: Tx, id: string): Promise<CampaignRow | undefined> =>
  lockRows(
    tx,
    tx.selectFrom('newsletter_campaigns').selectAll().where('id', '=', id),
    'no key update',
  ).executeTakeFirst()

export async function updateCampaign(
  tx: Tx,
  id: string,
  changes: Partial<Omit<CampaignRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('newsletter_campaigns').set(changes).where('id', '=', id).execute()
}

export async function deleteCampaign(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('newsletter_campaigns').where('id', '=', id).execute()
}

/**
 * Lets a run be the only one that sends a newsletter until `until`, unless another one is, or it isn't being sent.
 * @returns the newsletter
 */
export async function takeTurn(
  tx: Tx,
  { id, sender, now, until }: { id: string; sender: string; now: number; until: number },
): Promise<CampaignRow | undefined> {
  return await tx
    .updateTable('newsletter_campaigns')
    .set({ sender, sender_until: until })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where((e) => e.or([e('sender', 'is', null), e('sender', '=', sender), e('sender_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Whether a run still has its turn, which no one changes until the transaction ends. Writes nothing: the row
 * contains the whole text, and would be written again with each email.
 */
export async function hasTurn(tx: Tx, { id, sender }: { id: string; sender: string }): Promise<boolean> {
  const sending = tx
    .selectFrom('newsletter_campaigns')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('sender', '=', sender)
  return (await lockRows(tx, sending, 'no key update').executeTakeFirst()) !== undefined
}

/** Ends a run's turn. */
export async function endTurn(
  tx: Tx,
  { id, sender, pacedUntil, trouble }: { id: string; sender: string; pacedUntil: number; trouble: string },
): Promise<void> {
  await tx
    .updateTable('newsletter_campaigns')
    .set({ sender: null, sender_until: 0, paced_until: pacedUntil, trouble })
    .where('id', '=', id)
    .where('sender', '=', sender)
    .execute()
}

/** Newsletters in the order in which they are listed: the last saved, scheduled or sent first. */
export const selectCampaigns = (
  db: Db,
  query: { states: readonly CampaignState[]; search: string; before: string | null; limit: number },
) =>
  db
    .selectFrom('newsletter_campaigns')
    .select(['id', 'subject', 'state', 'saved_at as savedAt', 'scheduled_at as scheduledAt'])
    .select(['begun_at as begunAt', 'ended_at as endedAt', 'trouble'])
    .where('state', 'in', query.states)
    .$if(query.search !== '', (found) => found.where(containsWords('subject', query.search)))
    .$if(query.before !== null, (found) => found.where('id', '<', query.before ?? ''))
    // Ids sort by creation.
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute()

/** Newsletters with a public page that were sent or are being sent, the newest first. */
export const selectPastIssues = (db: Db, limit: number) =>
  db
    .selectFrom('newsletter_campaigns')
    .select(['id', 'subject', 'begun_at as begunAt'])
    .where('in_archive', '=', 1)
    .where('state', 'in', ['sending', 'sent'])
    .orderBy('begun_at', 'desc')
    .limit(limit)
    .execute()

/** Newsletters that are being sent or scheduled. */
export async function selectPending(db: Db): Promise<{ id: string; state: 'sending' | 'scheduled' }[]> {
  return await db
    .selectFrom('newsletter_campaigns')
    .select(['id', 'state'])
    .where('state', 'in', ['sending', 'scheduled'])
    .$narrowType<{ state: 'sending' | 'scheduled' }>()
    .execute()
}

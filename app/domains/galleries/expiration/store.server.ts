import { COUNT_MAX } from '~/platform/answerable'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { galleryState } from '../model'
import type { ExpiringGallery, ReminderStep } from './model'

const COLUMNS = [
  'id',
  'title',
  'published_at',
  'archived_at',
  'expires_on',
  'expired_at',
  'expiry_paused_at',
  'sizes',
  'version',
] as const

const galleryFrom = (row: Pick<Row<'galleries'>, (typeof COLUMNS)[number]>): ExpiringGallery => ({
  id: row.id,
  title: row.title,
  state: galleryState(row),
  expiresOn: row.expires_on,
  expiredAt: row.expired_at,
  pausedAt: row.expiry_paused_at,
  hasDownloads: row.sizes !== '[]',
  version: row.version,
})

const clientGalleries = (db: Db) => db.selectFrom('galleries').select(COLUMNS).where('kind', '=', 'client')

export async function selectGallery(db: Db, id: string): Promise<ExpiringGallery | undefined> {
  const row = await clientGalleries(db).where('id', '=', id).executeTakeFirst()
  return row && galleryFrom(row)
}

/** Locked until the transaction ends, so that workers and the studio decide one at a time. */
export async function lockGallery(tx: Tx, id: string): Promise<ExpiringGallery | undefined> {
  const row = await lockRows(tx, clientGalleries(tx).where('id', '=', id)).executeTakeFirst()
  return row && galleryFrom(row)
}

/** Open galleries that expire by this date, soonest first. */
export const expiringQuery = (db: Db, { until, limit }: { until: string; limit: number }) =>
  clientGalleries(db)
    .where('expires_on', 'is not', null)
    .where('expired_at', 'is', null)
    .where('expires_on', '<=', until)
    .where('published_at', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('expires_on')
    .limit(limit)

export const selectExpiring = async (
  db: Db,
  asked: { until: string; limit: number },
): Promise<ExpiringGallery[]> => (await expiringQuery(db, asked).execute()).map(galleryFrom)

/** Galleries that wait for the studio’s decision, longest waiting first. */
export const pausedQuery = (db: Db, limit: number) =>
  clientGalleries(db)
    .where('expiry_paused_at', 'is not', null)
    .where('published_at', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('expiry_paused_at')
    .limit(limit)

export const selectPaused = async (db: Db, limit: number): Promise<ExpiringGallery[]> =>
  (await pausedQuery(db, limit).execute()).map(galleryFrom)

/** Expired galleries, latest first. */
export const closedQuery = (db: Db, limit: number) =>
  clientGalleries(db)
    .where('expired_at', 'is not', null)
    .where('published_at', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('expired_at', 'desc')
    .limit(limit)

export const selectClosed = async (db: Db, limit: number): Promise<ExpiringGallery[]> =>
  (await closedQuery(db, limit).execute()).map(galleryFrom)

/** Counts up to COUNT_MAX. */
export async function countExpiring(db: Db, until: string): Promise<number> {
  return (
    await expiringQuery(db, { until, limit: COUNT_MAX }).where('expiry_paused_at', 'is', null).execute()
  ).length
}

export const countPaused = async (db: Db): Promise<number> =>
  (await pausedQuery(db, COUNT_MAX).execute()).length

/** The last day of the gallery that expires next; undefined: none. */
export async function selectNextExpiration(db: Db, from: string): Promise<string | undefined> {
  const row = await clientGalleries(db)
    .where('expires_on', 'is not', null)
    .where('expired_at', 'is', null)
    .where('expires_on', '>=', from)
    .orderBy('expires_on')
    .limit(1)
    .executeTakeFirst()
  return row?.expires_on ?? undefined
}

type Ends = Pick<Row<'galleries'>, 'expires_on' | 'expired_at' | 'expiry_paused_at'>

/** An automatic change, which doesn't count as an edit. */
export async function setExpiration(tx: Tx, id: string, change: Partial<Ends>): Promise<void> {
  await tx.updateTable('galleries').set(change).where('id', '=', id).execute()
}

/** @returns whether the version was still the expected one */
export const updateExpiration = (tx: Tx, seen: Seen, change: Partial<Ends>): Promise<boolean> =>
  updateSeen(tx, 'galleries', seen, change)

/** A client to remind. */
export interface Reminded {
  id: string
  name: string
  email: string
  tokenVersion: number
}

/**
 * Clients with access since before the reminder was due and until the last day, who haven't been reminded
 * yet.
 */
export async function selectToRemind(
  tx: Tx,
  {
    galleryId,
    step,
    expiresOn,
    dueAt,
    closesAt,
  }: { galleryId: string; step: ReminderStep; expiresOn: string; dueAt: number; closesAt: number },
): Promise<Reminded[]> {
  const rows = await tx
    .selectFrom('gallery_shares as s')
    .select(['s.id', 's.name', 's.email', 's.token_version as tokenVersion'])
    .where('s.gallery_id', '=', galleryId)
    .where('s.revoked_at', 'is', null)
    .where('s.created_at', '<', dueAt)
    .where((e) => e.or([e('s.expires_at', 'is', null), e('s.expires_at', '>=', closesAt)]))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('gallery_expiration_emails as m')
            .select('m.share_id')
            .whereRef('m.share_id', '=', 's.id')
            .where('m.gallery_id', '=', galleryId)
            .where('m.step', '=', step)
            .where('m.expires_on', '=', expiresOn),
        ),
      ),
    )
    .orderBy('s.id')
    .execute()
  return rows
}

/** @returns false if it was already written: each client gets each reminder once per last day */
export async function insertReminder(tx: Tx, row: Row<'gallery_expiration_emails'>): Promise<boolean> {
  const made = await tx
    .insertInto('gallery_expiration_emails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('share_id')
    .executeTakeFirst()
  return made !== undefined
}

/** The reminders of a gallery, newest first. */
export const selectReminders = (db: Db, galleryId: string) =>
  db
    .selectFrom('gallery_expiration_emails as m')
    .innerJoin('gallery_shares as s', 's.id', 'm.share_id')
    .select(['m.share_id as shareId', 's.name', 's.email', 'm.step', 'm.expires_on as expiresOn'])
    .select('m.written_at as writtenAt')
    .where('m.gallery_id', '=', galleryId)
    .orderBy('m.written_at', 'desc')
    .limit(200)
    .execute()

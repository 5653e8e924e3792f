import { type Db, lockRows } from '~/platform/db/database.server'
import type { PageBody } from './model'
import { bodyFrom, storedBody } from './store.server'
import type { TermsVersion } from './terms'

const VERSION = [
  'number',
  'published_at as publishedAt',
  'published_by as publishedBy',
  'effective_on as effectiveOn',
] as const

/** The one that /terms shows. */
export async function selectCurrentVersion(db: Db): Promise<TermsVersion | undefined> {
  return await db
    .selectFrom('terms_versions')
    .select(VERSION)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** All versions, newest first, with the number of agreements. */
export const versionsQuery = (db: Db) =>
  db
    .selectFrom('terms_versions as v')
    .select(VERSION)
    .select((e) =>
      e
        .selectFrom('terms_agreements as a')
        .select((a) => a.fn.countAll<number>().as('count'))
        .whereRef('a.version', '=', 'v.number')
        .as('agreements'),
    )
    .orderBy('number', 'desc')

export async function selectVersions(db: Db): Promise<(TermsVersion & { agreements: number })[]> {
  const rows = await versionsQuery(db).execute()
  return rows.map((row) => ({ ...row, agreements: Number(row.agreements) }))
}

/** Numbers of the previous versions, newest first. */
export async function selectEarlierNumbers(db: Db, current: number): Promise<number[]> {
  const rows = await db
    .selectFrom('terms_versions')
    .select('number')
    .where('number', '<', current)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number }) => number)
}

export interface StoredVersion extends TermsVersion {
  /** null: the current version, whose text is in the page. */
  body: PageBody<'terms'> | null
  /** The first day of the next version. */
  nextOn: string | null
}

export async function selectVersion(db: Db, number: number): Promise<StoredVersion | undefined> {
  const row = await db
    .selectFrom('terms_versions as v')
    .leftJoin('terms_versions as n', (join) => join.on((e) => e('n.number', '=', e('v.number', '+', 1))))
    .select([
      'v.number',
      'v.published_at as publishedAt',
      'v.published_by as publishedBy',
      'v.effective_on as effectiveOn',
      'v.body',
      'n.effective_on as nextOn',
    ])
    .where('v.number', '=', number)
    .executeTakeFirst()
  return row && { ...row, body: row.body === null ? null : bodyFrom('terms', row.body) }
}

/**
 * Locks the current version against publishing, correcting and first agreements until the transaction ends.
 * @returns undefined when that version is no longer current
 */
export async function lockCurrentVersion(
  db: Db,
  number: number,
): Promise<{ firstAgreedAt: number | null } | undefined> {
  const current = db
    .selectFrom('terms_versions')
    .select('first_agreed_at as firstAgreedAt')
    .where('number', '=', number)
    .where('body', 'is', null)
  return await lockRows(db, current).executeTakeFirst()
}

/** Stores the text of a version that is being replaced. */
export async function freezeVersion(db: Db, number: number, body: PageBody<'terms'>): Promise<void> {
  await db
    .updateTable('terms_versions')
    .set({ body: storedBody(body) })
    .where('number', '=', number)
    .execute()
}

export async function updateEffectiveOn(db: Db, number: number, effectiveOn: string): Promise<void> {
  await db
    .updateTable('terms_versions')
    .set({ effective_on: effectiveOn })
    .where('number', '=', number)
    .execute()
}

export async function insertVersion(db: Db, version: TermsVersion): Promise<void> {
  await db
    .insertInto('terms_versions')
    .values({
      number: version.number,
      published_at: version.publishedAt,
      published_by: version.publishedBy,
      effective_on: version.effectiveOn,
      first_agreed_at: null,
      body: null,
    })
    .execute()
}

/** @returns false when the page's version has changed; nothing is written then */
export async function updateTermsPage(
  db: Db,
  body: PageBody<'terms'>,
  { version, at }: { version: number; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pages')
    .set({ body: storedBody(body), version: version + 1, updated_at: at })
    .where('slug', '=', 'terms')
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a version as agreed to, which ends corrections. Waits for a running correction. */
export async function markAgreed(db: Db, number: number, at: number): Promise<void> {
  await db
    .updateTable('terms_versions')
    .set({ first_agreed_at: at })
    .where('number', '=', number)
    .where('first_agreed_at', 'is', null)
    .execute()
}

/** One agreement per occasion: repeated, the first stays. */
export async function insertAgreement(
  db: Db,
  agreement: { id: string; version: number; occasion: string; agreedAt: number },
): Promise<void> {
  await db
    .insertInto('terms_agreements')
    .values({
      id: agreement.id,
      version: agreement.version,
      occasion: agreement.occasion,
      agreed_at: agreement.agreedAt,
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute()
}

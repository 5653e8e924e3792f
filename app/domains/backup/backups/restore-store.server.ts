import { sql } from 'kysely'
import { type Db, runsOnPostgres } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import type { TableShape } from '~/platform/db/tables'

/** Tables about this database and folder, which a restore doesn’t change. */
const KEPT = ['content_version', 'exports', 'installation']

/** Deletes all rows, in the restore’s transaction. */
export async function clearTables(tx: Db): Promise<void> {
  // Versions and log entries of a contract can only be deleted with it.
  await tx.deleteFrom('contracts').execute()
  for (const { name } of (await readTableShapes(tx)).toReversed())
    if (!KEPT.includes(name)) await sql`delete from ${sql.table(name)}`.execute(tx)
}

/** Derived rows of photos, whose files are still there. */
const DERIVED = ['renditions', 'download_files']

/** Sets the derived rows aside, for `putDerivedBack` in the same transaction. */
export async function setDerivedAside(tx: Db): Promise<void> {
  const ending = runsOnPostgres(tx) ? sql`on commit drop` : sql``
  for (const name of DERIVED)
    await sql`create temporary table ${sql.table(`kept_${name}`)} ${ending} as
      select d.*, p.sha256 as kept_sha256, p.media_hash as kept_media from ${sql.table(name)} as d
      join photos as p on p.id = d.photo_id`.execute(tx)
}

/** The derived rows of photos that are the same as before. */
export async function putDerivedBack(tx: Db): Promise<void> {
  const shapes = await readTableShapes(tx)
  for (const name of DERIVED) {
    const columns = columnsOf(shapes.find((shape) => shape.name === name)).map((column) => sql.ref(column))
    const kept = columnsOf(shapes.find((shape) => shape.name === name)).map((column) =>
      sql.ref(`d.${column}`),
    )
    await sql`insert into ${sql.table(name)} (${sql.join(columns)})
      select ${sql.join(kept)} from ${sql.table(`kept_${name}`)} as d
      join photos as p on p.id = d.photo_id and p.sha256 = d.kept_sha256 and p.media_hash = d.kept_media`.execute(
      tx,
    )
    if (!runsOnPostgres(tx)) await sql`drop table ${sql.table(`kept_${name}`)}`.execute(tx)
  }
}

const columnsOf = (shape: TableShape | undefined): string[] => shape?.columns.map(({ name }) => name) ?? []

/** What people have asked for since the backup, and what was sent since, which a restore must not undo. */
export interface Wishes {
  unsubscribed: Pick<Row<'newsletter'>, 'email_key' | 'unsubscribed_at'>[]
  suppressions: Row<'newsletter_suppressions'>[]
  doNotSell: Row<'do_not_sell_requests'>[]
  stepSends: Row<'newsletter_step_sends'>[]
}

export async function selectWishes(tx: Db): Promise<Wishes> {
  return {
    unsubscribed: await tx
      .selectFrom('newsletter')
      .select(['email_key', 'unsubscribed_at'])
      .where('unsubscribed_at', 'is not', null)
      .execute(),
    suppressions: await tx.selectFrom('newsletter_suppressions').selectAll().execute(),
    doNotSell: await tx.selectFrom('do_not_sell_requests').selectAll().execute(),
    stepSends: await tx.selectFrom('newsletter_step_sends').selectAll().execute(),
  }
}

export async function keepWishes(tx: Db, wishes: Wishes): Promise<void> {
  for (const { email_key, unsubscribed_at } of wishes.unsubscribed)
    await tx
      .updateTable('newsletter')
      .set({ unsubscribed_at })
      .where('email_key', '=', email_key)
      .where('unsubscribed_at', 'is', null)
      .where('request_date', '<=', unsubscribed_at ?? 0)
      .execute()
  for (const row of wishes.suppressions)
    await tx
      .insertInto('newsletter_suppressions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const row of wishes.doNotSell)
    await tx
      .insertInto('do_not_sell_requests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const row of wishes.stepSends)
    await sql`insert into newsletter_step_sends (step_id, subscriber_id, at)
      select s.id, n.id, ${sql.lit(row.at)} from newsletter_steps as s, newsletter as n
      where s.id = ${row.step_id} and n.id = ${row.subscriber_id}
      on conflict do nothing`.execute(tx)
}

const WHY = 'Not sent, because the site was restored from a backup. It may have been sent before.'
const DAY_MS = 86_400_000

/** Nothing that was queued when the backup was made is sent again. @param now milliseconds since 1970 */
export async function stopSending(tx: Db, now: number): Promise<void> {
  await tx
    .insertInto('payment_reminder_start')
    .values({ one: 1, at: now })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ at: now }))
    .execute()
  await tx
    .updateTable('outbox')
    .set({ state: 'not-sent', failure: WHY })
    .where('state', '=', 'queued')
    .execute()
  const sending = tx
    .selectFrom('newsletter_campaigns')
    .select('id')
    .where('state', 'in', ['sending', 'paused'])
  await tx
    .updateTable('newsletter_recipients')
    .set({ state: 'skipped', answer: WHY, settled_at: now })
    .where('campaign_id', 'in', sending)
    .where('state', 'in', ['queued', 'sending'])
    .execute()
  await tx
    .updateTable('newsletter_campaigns')
    .set({ state: 'stopped', trouble: '', ended_at: now })
    .where('state', 'in', ['sending', 'paused'])
    .execute()
  await tx
    .updateTable('newsletter_campaigns')
    .set({ state: 'draft', scheduled_at: null })
    .where('state', '=', 'scheduled')
    .execute()
  await sql`insert into newsletter_step_sends (step_id, subscriber_id, at)
    select s.id, n.id, ${sql.lit(now)} from newsletter_steps as s, newsletter as n
    where n.request_date + s.delay_days * ${sql.lit(DAY_MS)} <= ${sql.lit(now)}
    on conflict do nothing`.execute(tx)
}

/** Ends links that create or join an account. @param now milliseconds since 1970 */
export async function endInvitations(tx: Db, now: number): Promise<void> {
  await tx
    .updateTable('owner_links')
    .set({ withdrawn_at: now })
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Releases that were withdrawn since then. @param since milliseconds since 1970 */
export async function countWithdrawn(tx: Db, since: number): Promise<number> {
  const { count } = await tx
    .selectFrom('releases')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('withdrawn_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

import type { Expression } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server'
import type { CountedLink } from './model'

/** @param hrefs full URLs, numbered from 1 */
export async function insertLinks(tx: Tx, campaign: string, hrefs: readonly string[]): Promise<void> {
  for (const [at, href] of hrefs.entries())
    await tx
      .insertInto('newsletter_links')
      .values({ campaign_id: campaign, link: at + 1, href })
      .execute()
}

/** Where the link of a recipient leads. @returns undefined if the recipient's address has been deleted */
export const selectTarget = (db: Db, { campaign, recipient, link }: CountedLink) =>
  db
    .selectFrom('newsletter_links as l')
    .innerJoin('newsletter_recipients as r', 'r.campaign_id', 'l.campaign_id')
    .innerJoin('newsletter_campaigns as c', 'c.id', 'l.campaign_id')
    .select(['l.href', 'c.begun_at as begunAt'])
    .where('l.campaign_id', '=', campaign)
    .where('l.link', '=', link)
    .where('r.number', '=', recipient)
    .where('r.email', '<>', '')
    .executeTakeFirst()

/** The first time is kept. */
export async function insertClick(
  db: Db,
  { campaign, recipient, link }: CountedLink,
  at: number,
): Promise<void> {
  await db
    .insertInto('newsletter_clicks')
    .values({ campaign_id: campaign, recipient, link, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The links of a newsletter by number, with the people who opened each. */
export async function selectClicks(
  db: Db,
  campaign: string,
): Promise<{ link: number; href: string; people: number }[]> {
  const rows = await db
    .selectFrom('newsletter_links as l')
    .leftJoin('newsletter_clicks as k', (join) =>
      join.onRef('k.campaign_id', '=', 'l.campaign_id').onRef('k.link', '=', 'l.link'),
    )
    .select(['l.link', 'l.href'])
    .select((e) => e.fn.count<number>('k.recipient').as('people'))
    .where('l.campaign_id', '=', campaign)
    .groupBy(['l.link', 'l.href'])
    .orderBy('l.link')
    .execute()
  return rows.map((row) => ({ ...row, people: Number(row.people) }))
}

/** The counted links of a newsletter, the first with the number 1. */
export async function selectLinks(db: Db, campaign: string): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletter_links')
    .select('href')
    .where('campaign_id', '=', campaign)
    .orderBy('link')
    .execute()
  return rows.map(({ href }) => href)
}

/** People who opened a link of a newsletter. */
export async function countClickers(db: Db, campaign: string): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_clicks')
    .select((e) => e.fn.count<number>('recipient').distinct().as('count'))
    .where('campaign_id', '=', campaign)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Links of newsletters that someone opened, oldest first. @param key the address in lower case */
export const selectClicked = (db: Db, key: string) =>
  db
    .selectFrom('newsletter_clicks as k')
    .innerJoin('newsletter_recipients as r', (join) =>
      join.onRef('r.campaign_id', '=', 'k.campaign_id').onRef('r.number', '=', 'k.recipient'),
    )
    .innerJoin('newsletter_links as l', (join) =>
      join.onRef('l.campaign_id', '=', 'k.campaign_id').onRef('l.link', '=', 'k.link'),
    )
    .innerJoin('newsletter_campaigns as c', 'c.id', 'k.campaign_id')
    .select(['c.subject', 'l.href as clickedLink', 'k.at as clickedAt'])
    .where('r.email_key', '=', key)
    .orderBy('k.at')
    .orderBy('k.link')
    .execute()

/** Ids of the subscribers who opened a link since an instant. */
export const clickedSince = (db: Db, since: number): Expression<string> =>
  db
    .selectFrom('newsletter_clicks as k')
    .innerJoin('newsletter_recipients as r', (join) =>
      join.onRef('r.campaign_id', '=', 'k.campaign_id').onRef('r.number', '=', 'k.recipient'),
    )
    .select('r.subscriber_id')
    .where('k.at', '>=', since)
    .where('r.email', '<>', '')
    .$castTo<string>()

/** Whether the newsletter has a public page. */
export async function selectIsArchived(db: Db, campaign: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_campaigns')
    .select('id')
    .where('id', '=', campaign)
    .where('in_archive', '=', 1)
    .where('rendered', '<>', '')
    .executeTakeFirst()
  return row !== undefined
}

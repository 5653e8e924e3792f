import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { openLinkToken } from './link-token.server'
import { countClickers, insertClick, selectClicks, selectIsArchived, selectTarget } from './store.server'

/** How long a counted link works after its newsletter was sent, in milliseconds. */
const LINK_MS = 365 * 86_400_000

export type Followed =
  | { ok: true; href: string }
  /** `archived`: the id of the newsletter, if it has a public page. */
  | { ok: false; reason: 'expired'; archived: string | null }
  | { ok: false; reason: 'unknown' }

/**
 * Where a counted link of a newsletter leads: only to the link stored for it. Counts the person once, while clicks
 * are counted. A link expires after a year, or when the person's address is deleted.
 * @param isOpened whether a person may be opening it, instead of a program that asks whether it exists
 */
export async function followLink(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'secret'> },
  token: string,
  { isOpened }: { isOpened: boolean },
): Promise<Followed> {
  const link = openLinkToken(config.secret, token)
  if (!link) return { ok: false, reason: 'unknown' }
  const target = await selectTarget(db, link)
  const now = clock.now()
  if (!target || (target.begunAt ?? 0) + LINK_MS <= now) {
    const archived = (await selectIsArchived(db, link.campaign)) ? link.campaign : null
    return { ok: false, reason: 'expired', archived }
  }
  if (isOpened && (await readSettings({ db })).newsletter.countsClicks)
    await unlessDiskFull(insertClick(db, link, now))
  return { ok: true, href: target.href }
}

/**
 * What was opened of a newsletter, by link in the order of its text; `people` counts each person once.
 * @returns null if its clicks aren't counted
 */
export async function readClicks({ db }: { db: Db }, campaign: string) {
  const links = await selectClicks(db, campaign)
  return links.length === 0 ? null : { links, people: await countClickers(db, campaign) }
}

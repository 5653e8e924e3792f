import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import type { CleanupStop } from '../stopping/model'
import { cleanupStopped, originalsLost } from './emails.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

/** Emails the studio that originals of photos with these names are missing or damaged. */
export async function sayOriginalsLost(deps: Deps, names: string[]): Promise<void> {
  await queueMail(deps, originalsLost(await letterhead(deps), names))
}

/** Emails the studio that a cleanup took nothing because it would have taken too much. */
export async function sayCleanupStopped(
  deps: Deps,
  stop: Pick<CleanupStop, 'what' | 'found' | 'total'>,
): Promise<void> {
  await queueMail(deps, cleanupStopped(await letterhead(deps), stop))
}

const letterhead = async ({ db, config }: Deps) =>
  letterheadOf((await readSettings({ db })).studio, config.siteUrl)

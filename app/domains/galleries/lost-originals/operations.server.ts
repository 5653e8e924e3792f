import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { originalsLost } from './emails.server'

/** Writes to the studio that originals of these names cannot be found. */
export async function tellOfLostOriginals(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'> },
  names: string[],
): Promise<void> {
  const { studio } = await readSettings({ db })
  await queueMail({ db, clock, config }, originalsLost(letterheadOf(studio, config.siteUrl), names))
}

import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newToken } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { type Letterhead, letterheadOf } from '~/platform/mail/letterhead'
import { linkMail, type SecurityChange, securityMail } from '../emails.server'
import { insertLink, type LinkTarget } from '../links/store.server'
import type { LinkPurpose } from '../model'

export interface AccountDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

type MessageDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'>

const MINUTE = 60_000
const LASTS: Record<LinkPurpose, number> = {
  'verify-email': 1_440 * MINUTE,
  'change-email': 1_440 * MINUTE,
  'reset-password': 30 * MINUTE,
  'sign-in': 15 * MINUTE,
}

export async function readLetterhead({
  db,
  config,
}: Pick<MessageDeps, 'db' | 'config'>): Promise<Letterhead> {
  const { studio } = await readSettings({ db })
  return letterheadOf(studio, config.siteUrl)
}

/**
 * Makes a link and mails it, both or neither.
 * @param work what belongs to it, in the same transaction; what it returns says whether to go on
 */
export async function mailLink(
  { db, clock, config }: MessageDeps,
  purpose: LinkPurpose,
  to: LinkTarget,
  work: (tx: Db) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const token = newToken()
  const mail = linkMail(await readLetterhead({ db, config }), to, { purpose, token })
  const at = clock.now()
  return transact(db, async (tx) => {
    if (!(await work(tx))) return false
    await insertLink(tx, { ...to, purpose, token, at, expiresAt: at + LASTS[purpose] })
    await queueMail({ db: tx, clock, config }, mail)
    return true
  })
}

/** Prepares a message about a change, to be queued in the change’s own transaction. */
export async function prepareNotice(
  { db, clock, config }: MessageDeps,
  to: { name: string; email: string },
  change: SecurityChange,
): Promise<(tx: Db) => Promise<void>> {
  const mail = securityMail(await readLetterhead({ db, config }), to, change)
  return (tx) => queueMail({ db: tx, clock, config }, mail)
}

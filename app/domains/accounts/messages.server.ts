import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newToken, sha256 } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { type EmailBranding, emailBrandingOf } from '~/platform/mail/email-branding'
import { dateOf, longDate, timeInWords } from '~/platform/time'
import { deviceName, UNKNOWN_DEVICE } from './device-name'
import { linkMail, type SecurityChange, securityMail } from './emails.server'
import { insertLink, type LinkTarget } from './link-store.server'
import type { LinkPurpose, LinkRequest, Requester } from './model'

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

export async function readEmailBranding({
  db,
  config,
}: Pick<MessageDeps, 'db' | 'config'>): Promise<EmailBranding> {
  const { studio } = await readSettings({ db })
  return emailBrandingOf(studio, config.siteUrl)
}

export interface LinkToMail extends Omit<LinkTarget, 'browser'> {
  /** The origin of the request; undefined: requested from a previous version. */
  requestedFrom: LinkRequest | undefined
  /** The verified address of the requesting account, if the link goes to another address. */
  account?: string
}

/** Creates a link and queues its email. */
export async function mailLink(
  { db, clock, config }: MessageDeps,
  purpose: LinkPurpose,
  { requestedFrom, account, ...target }: LinkToMail,
): Promise<void> {
  const token = newToken()
  const { studio } = await readSettings({ db })
  const mail = linkMail(emailBrandingOf(studio, config.siteUrl), target, {
    purpose,
    token,
    account,
    requestedFrom: requestedFrom && requestLine(requestedFrom, studio.timeZone),
  })
  const at = clock.now()
  const expiresAt = at + LASTS[purpose]
  await transact(db, async (tx) => {
    const binding =
      purpose === 'sign-in' || purpose === 'reset-password' ? {} : { browser: requestedFrom?.browser }
    await insertLink(tx, { ...target, ...binding, purpose, token, at, expiresAt })
    await queueMail({ db: tx, clock, config }, { ...mail, pace: 'link', expiresAt })
  })
}

const ROUGHLY_MS = 5 * MINUTE

/** "from Firefox on Windows, on November 22, 2026 at about 3:10 PM Eastern Time" */
function requestLine({ device, at }: LinkRequest, zone: string): string {
  const about = Math.round(at / ROUGHLY_MS) * ROUGHLY_MS
  const time = `${longDate(dateOf(about, zone))} at about ${timeInWords(about, zone)}`
  return `from ${device === UNKNOWN_DEVICE ? 'an unknown device' : device}, on ${time}`
}

/** The origin of a link request, stored with its job and link. */
export const linkRequestOf = ({ clock }: Pick<MessageDeps, 'clock'>, from: Requester): LinkRequest => ({
  browser: sha256(from.browser),
  device: deviceName(from.userAgent),
  at: clock.now(),
})

/** Composes an email about a change, to be queued in the change’s transaction. */
export async function prepareNotice(
  { db, clock, config }: MessageDeps,
  to: { name: string; email: string },
  change: SecurityChange,
): Promise<(tx: Db) => Promise<void>> {
  const mail = securityMail(await readEmailBranding({ db, config }), to, change)
  return (tx) => queueMail({ db: tx, clock, config }, mail)
}

import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { countHits, uncountHits } from '~/platform/rate-limit.server'
import { DELIVER_MAIL, MAIL_PRIORITY, type OutboxMail } from '../model'
import { markNotSent, noteDelay } from '../store.server'
import { hasNewer } from './store.server'

const HOUR = 3_600_000
/** Emails that anyone can cause, to one address. */
const ALL = { name: 'mail to an address', limit: 6, windowMs: HOUR }
/** Of them, receipts: they leave room for the links that someone waits for. */
const RECEIPTS = { name: 'receipts to an address', limit: 3, windowMs: HOUR }

interface PacingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

export type Turn = { ok: true /** It wasn't sent after all. */; giveBack(): Promise<void> } | { ok: false }

/**
 * Counts an email to an address before it is sent. What is too much for the hour isn't sent now: a job tries again
 * when there is room, or the email is given up, by its pace. Either way the list of emails says why.
 */
export async function takeTurn(deps: PacingDeps, mail: OutboxMail): Promise<Turn> {
  if (mail.pace === null) return { ok: true, giveBack: async () => undefined }
  const { db, clock } = deps
  const network = sha256(mail.to.email.toLowerCase())
  const limits = (mail.pace === 'receipt' ? [ALL, RECEIPTS] : [ALL]).map((limit) => ({ ...limit, network }))
  const counted = await countHits(deps, limits)
  if (counted.ok) return { ok: true, giveBack: () => uncountHits(deps, limits) }
  await transact(db, (tx) => putOff({ db: tx, clock }, mail, counted.retryAt))
  return { ok: false }
}

async function putOff(
  { db, clock }: { db: Tx; clock: Clock },
  mail: OutboxMail,
  retryAt: number,
): Promise<void> {
  const isTooLate = mail.expiresAt !== null && mail.expiresAt <= retryAt
  if (mail.pace === 'receipt' || isTooLate || (mail.pace === 'link' && (await hasNewer(db, mail))))
    return await markNotSent(db, mail.id, 'This address already got enough automatic emails this hour.')
  await noteDelay(db, mail.id, 'This address got a lot of automatic emails. This one follows within an hour.')
  const job = { kind: DELIVER_MAIL, payload: { mail: mail.id }, priority: MAIL_PRIORITY, runAt: retryAt }
  await enqueue({ db, clock }, job)
}

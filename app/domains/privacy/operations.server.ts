import { readSettings } from '~/domains/content/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import { noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { isMailAddress, withoutOuterSpaces } from '~/platform/text'
import { dateOf, fullDate } from '~/platform/time'
import { addBusinessDays } from './business-days'
import { confirmationMail, noticeMail } from './emails.server'
import { insertRequest, selectDueDate } from './store.server'

/** 11 CCR 7026 (f) */
const BUSINESS_DAYS_TO_COMPLY = 15
const LIMIT = { name: 'do-not-sell', limit: 30, windowMs: 3_600_000 }

export interface DoNotSellDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

export type DoNotSellRequested =
  | {
      ok: true
      /** YYYY-MM-DD in the studio’s zone. */
      dueDate: string
      /** The same as people read it. */
      dueLabel: string
    }
  | { ok: false; reason: 'invalid-email' }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/** R30 D1: writes a request down, confirms it and tells the studio. Asked again, it answers the same, without another row or message. */
export async function requestDoNotSell(
  { db, clock, config }: DoNotSellDeps,
  given: { email: string; gpc: boolean; network: string },
): Promise<DoNotSellRequested> {
  const email = withoutOuterSpaces(given.email)
  if (!isMailAddress(email)) return { ok: false, reason: 'invalid-email' }
  const { studio } = await readSettings({ db })
  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: given.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  const now = clock.now()
  const dueDate = addBusinessDays(dateOf(now, studio.timeZone), BUSINESS_DAYS_TO_COMPLY)
  const request = { id: newId(), email, key: email.toLowerCase(), requestDate: now, dueDate, gpc: given.gpc }
  const letterhead = letterheadOf(studio, config.siteUrl)
  const facts = { email, dueLabel: fullDate(dueDate) }
  const mails = [confirmationMail(letterhead, facts), noticeMail(letterhead, facts)]
  return await transact(db, async (tx): Promise<DoNotSellRequested> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: given.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    if (await insertRequest(tx, request)) {
      await noteContact({ db: tx, clock }, { email })
      await queueMails({ db: tx, clock, config }, mails)
      return { ok: true, dueDate, dueLabel: fullDate(dueDate) }
    }
    const first = (await selectDueDate(tx, request.key)) ?? dueDate
    return { ok: true, dueDate: first, dueLabel: fullDate(first) }
  })
}

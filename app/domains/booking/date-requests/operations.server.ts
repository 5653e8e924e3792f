import { randomInt } from 'node:crypto'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { isTooQuick } from '~/platform/form-stamp'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { dateOf, endOfDate, zoneName } from '~/platform/time'
import { newReference } from '../reference'
import { listSessionTypes } from '../session-types/operations.server'
import {
  type DateRange,
  type DateRequest,
  type DateRequestField,
  readDateRequest,
  requestableDates,
} from './date-request'
import { dateRequestForStudio, dateRequestReceived } from './emails.server'
import { insertDateRequest, selectDateRequestsOf } from './store.server'

const LIMIT = { name: 'date-request', limit: 30, windowMs: 3_600_000 }

const randomBelow = (limit: number) => randomInt(limit)

export interface DateRequestDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

export type DateRequested =
  | { ok: true; reference: string }
  | { ok: false; reason: 'refused'; errors: Partial<Record<DateRequestField, string>> }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/** Which dates may be asked for, in which zone; true until the studio’s day ends. */
export async function readRequestableDates({
  db,
  clock,
}: Pick<DateRequestDeps, 'db' | 'clock'>): Promise<DateRange & { zoneName: string; validUntil: number }> {
  const { timeZone } = (await readSettings({ db })).studio
  const today = dateOf(clock.now(), timeZone)
  return {
    ...requestableDates(today),
    zoneName: zoneName(timeZone, clock.now()),
    validUntil: endOfDate(today, timeZone),
  }
}

/**
 * R6: stores the wish for a session on a day, and tells the client and the studio. What a robot sends (the hidden field
 * filled in, or quicker than a person) is answered as if accepted and goes nowhere.
 */
export async function requestDate(
  deps: DateRequestDeps,
  given: { fields: Record<DateRequestField, string>; honeypot: string; startedAt: string; network: string },
): Promise<DateRequested> {
  const { db, clock, log } = deps
  const { studio } = await readSettings({ db })
  const prefix = studio.logo.join('')
  if (given.honeypot !== '' || isTooQuick(given.startedAt)) {
    log.info('a date request of a robot was dropped')
    return { ok: true, reference: newReference(prefix, randomBelow) }
  }
  const range = requestableDates(dateOf(clock.now(), studio.timeZone))
  const read = readDateRequest(given.fields, await listSessionTypes({ db }), range)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  for (;;) {
    const requested = await storeRequest(deps, read.request, {
      reference: newReference(prefix, randomBelow),
      network: given.network,
    })
    if (requested) return requested
  }
}

/** @returns undefined when the reference is taken */
async function storeRequest(
  { db, clock, config }: DateRequestDeps,
  request: DateRequest,
  { reference, network }: { reference: string; network: string },
): Promise<DateRequested | undefined> {
  const { studio } = await readSettings({ db })
  const zone = studio.timeZone
  const letterhead = letterheadOf(studio, config.siteUrl)
  const sent = { ...request, reference, zoneName: zoneName(zone, clock.now()) }
  const [toClient, toStudio] = await Promise.all([
    dateRequestReceived(letterhead, sent),
    dateRequestForStudio(letterhead, sent),
  ])
  return await transact(db, async (tx): Promise<DateRequested | undefined> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, zone) }
    const row = { ...request, id: newId(), reference, zone, requestedAt: clock.now() }
    if (!(await insertDateRequest(tx, row))) {
      await hit.giveBack()
      return undefined
    }
    await queueMail({ db: tx, clock, config }, toClient)
    await queueMail({ db: tx, clock, config }, toStudio)
    return { ok: true, reference }
  })
}

/** What an address has asked for, oldest first. @param email in lower case */
export const dateRequestsOf = ({ db }: { db: Db }, email: string) => selectDateRequestsOf(db, email)

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Logger } from '~/platform/logging.server'
import { seal, unseal } from '~/platform/sealing.server'
import { momentLabel } from '~/platform/time'
import { subscriptionOf, suppress } from '../operations.server'
import type { ShownWebhook } from './model'
import { type ProviderReport, readProviderMessage } from './provider-reports'
import {
  deleteWebhook,
  insertMessage,
  noteMessage,
  replaceWebhook,
  selectWebhook,
} from './webhook-store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'siteUrl'>
}

const TOKEN_BYTES = 32

/** The address for email providers; null: none. */
export async function readBounceWebhook({ db, config }: Omit<Deps, 'clock'>): Promise<ShownWebhook | null> {
  const row = await selectWebhook(db)
  if (!row) return null
  const { studio } = await readSettings({ db })
  const token = unseal(config.secret, 'bounceWebhook', row.token)
  return {
    address: token === undefined ? null : `${config.siteUrl}/newsletter/bounces/${token}`,
    version: row.saved_at,
    receivedAt: row.received_at === null ? null : momentLabel(row.received_at, studio.timeZone),
  }
}

/** Makes a new address; a former one stops working. @param version of the one that it replaces; 0: none */
export async function makeBounceWebhook(
  { db, clock, config, author }: Deps & { author: Author },
  version: number,
): Promise<boolean> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = {
    token: seal(config.secret, 'bounceWebhook', token),
    saved_at: Math.max(clock.now(), version + 1),
    received_at: null,
  }
  return await transact(db, async (tx) => {
    if (!(await replaceWebhook(tx, row, version))) return false
    await recordAction(
      { db: tx, clock, author },
      { action: 'settings-changed', subject: 'Address for bounce reports' },
    )
    return true
  })
}

/** The address stops working. @returns whether it was this version */
export async function removeBounceWebhook(
  { db, clock, author }: Pick<Deps, 'db' | 'clock'> & { author: Author },
  version: number,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    if (!(await deleteWebhook(tx, version))) return false
    await recordAction(
      { db: tx, clock, author },
      { action: 'settings-changed', subject: 'Address for bounce reports removed' },
    )
    return true
  })
}

/**
 * Takes a message of an email provider, and suppresses the subscribers whose addresses it reports. A message that
 * arrives again changes nothing, not even if a suppression was lifted since.
 */
export async function takeProviderMessage(
  deps: Deps & { log: Logger },
  { token, body }: { token: string; body: string },
): Promise<'taken' | 'unknown' | 'unreadable'> {
  const { db, clock, config } = deps
  const row = await selectWebhook(db)
  const known = row && unseal(config.secret, 'bounceWebhook', row.token)
  if (!row || known === undefined || !timingSafeEqual(hashOf(known), hashOf(token))) return 'unknown'
  const message = readProviderMessage(body)
  if (!message) return 'unreadable'
  if ('confirmAt' in message) await confirm(deps, message.confirmAt)
  else await takeReports({ db, clock }, message, hashOf(body).toString('hex'))
  await noteMessage(db, { savedAt: row.saved_at, at: clock.now() })
  return 'taken'
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

async function takeReports(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  reports: ProviderReport[],
  hash: string,
): Promise<void> {
  if (reports.length === 0) return
  await transact(db, async (tx) => {
    if (!(await insertMessage(tx, { hash, at: clock.now() }))) return
    for (const report of reports)
      if (await subscriptionOf({ db: tx }, report.email)) await suppress({ db: tx, clock }, report)
  })
}

const CONFIRM_MS = 10_000

/** Opens the address of Amazon SNS, which then sends notifications. It repeats the request if this fails. */
async function confirm({ log }: { log: Logger }, address: string): Promise<void> {
  try {
    const { status } = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(CONFIRM_MS) })
    log.info({ status }, 'confirmed the subscription to bounce reports')
  } catch (error) {
    log.warn({ err: error }, 'could not confirm the subscription to bounce reports')
  }
}

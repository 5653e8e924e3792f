import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { remindableUntil } from '~/platform/last-day-reminders'
import { type EmailBranding, emailBrandingOf } from '~/platform/mail/email-branding'
import { readReminderStart } from './reminders.server'

export interface LastDayReminderDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
}

export interface ReminderPass {
  branding: EmailBranding
  /** The studio's. */
  zone: string
  /** What was due before a backup was restored, in milliseconds since 1970, may have been sent. */
  restoredAt: number
}

interface Remindable<Deps> {
  /** The ids of what ends in a few days. */
  select(db: Db, when: { now: number; until: number }): Promise<string[]>
  /** Reminds of one, unless something changed since. */
  remind(deps: Deps & { db: Tx }, id: string, pass: ReminderPass): Promise<void>
}

/** Reminds of what ends in a few days, each in its own transaction. Nothing happens without a mail server. */
export async function remindOfLastDays<Deps extends LastDayReminderDeps>(
  deps: Deps,
  { select, remind }: Remindable<Deps>,
): Promise<void> {
  const { db, clock, config } = deps
  if (!(await canSendMail(deps))) return
  const { studio } = await readSettings({ db })
  const now = clock.now()
  const pass = {
    branding: emailBrandingOf(studio, config.siteUrl),
    zone: studio.timeZone,
    restoredAt: (await readReminderStart({ db })) ?? 0,
  }
  for (const id of await select(db, { now, until: remindableUntil(now) }))
    await transact(db, (tx) => remind({ ...deps, db: tx }, id, pass))
}

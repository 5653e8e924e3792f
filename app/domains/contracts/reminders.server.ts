import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readReminderStart } from '~/domains/booking/payments/reminders.server'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { remindableUntil, reminderTime } from '~/platform/last-day-reminders'
import { type EmailBranding, emailBrandingOf } from '~/platform/mail/email-branding'
import { dateOf, longDate } from '~/platform/time'
import { signReminder } from './emails.server'
import { contractSubject, isCalledOff, isOpen, signingToken } from './operations.server'
import {
  lockContract,
  selectRemindable,
  selectSigners,
  selectVersions,
  turnReminder,
  updateVersion,
} from './store.server'

export const REMIND_OF_CONTRACTS = 'remind-of-contracts'

export interface ContractReminderDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'secret'>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const scheduleContractReminders = (deps: Pick<ContractReminderDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: REMIND_OF_CONTRACTS }, { everyMs: HOUR })

/**
 * Reminds the client whose turn it is of a contract that can be signed for a few more days, once for each version. Safe
 * to repeat, and to run on several instances at once.
 */
export async function remindOfContracts(deps: ContractReminderDeps): Promise<void> {
  const { db, clock, config } = deps
  await scheduleContractReminders(deps)
  if (!(await canSendMail(deps))) return
  const { studio } = await readSettings({ db })
  const now = clock.now()
  const about = {
    ...{ branding: emailBrandingOf(studio, config.siteUrl), zone: studio.timeZone },
    // What was due before a backup was restored may have been sent.
    restoredAt: (await readReminderStart({ db })) ?? 0,
  }
  for (const id of await selectRemindable(db, { now, until: remindableUntil(now) }))
    await transact(db, (tx) => remind({ ...deps, db: tx }, id, about))
}

async function remind(
  deps: ContractReminderDeps & { db: Tx },
  id: string,
  { branding, zone, restoredAt }: { branding: EmailBranding; zone: string; restoredAt: number },
): Promise<void> {
  const { db, clock } = deps
  const contract = await lockContract(db, id)
  const [latest] = contract ? await selectVersions(db, id) : []
  if (!contract || !latest || contract.reminder_off === 1 || latest.reminded_at !== null) return
  const now = clock.now()
  const at = reminderTime(latest, zone)
  if (!isOpen(latest) || latest.expires_at <= now || at === null || at > now || at <= restoredAt) return
  if (await isCalledOff(db, latest)) return
  const next = (await selectSigners(db, [latest.id])).find(({ signed_at }) => signed_at === null)
  // Who was asked within a day has just been told. What is signed on another page isn't asked for by email.
  if (next?.role !== 'client' || next.asked_at === null || next.asked_at > now - DAY) return
  await updateVersion(db, latest.id, { reminded_at: now })
  await queueMail(
    deps,
    signReminder(branding, next, {
      ...{ versionId: latest.id, title: latest.title, token: signingToken(deps, next) },
      ...{ expiresAt: latest.expires_at, until: longDate(dateOf(latest.expires_at - 1, zone)) },
    }),
  )
}

/** Turns the reminder of a contract off, or on again. @returns false if there is no such contract */
export const turnContractReminder = (
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  id: string,
  isOff: boolean,
): Promise<boolean> =>
  transact(db, async (tx) => {
    const contract = await lockContract(tx, id)
    if (!contract) return false
    await turnReminder(tx, id, isOff)
    const action = isOff ? 'contract-reminder-off' : 'contract-reminder-on'
    await recordAction({ db: tx, clock, author }, { action, subject: contractSubject(contract) })
    return true
  })

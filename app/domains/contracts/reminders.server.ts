import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import {
  type LastDayReminderDeps,
  type ReminderPass,
  remindOfLastDays,
} from '~/domains/booking/payments/last-day-reminders.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { reminderTime } from '~/platform/last-day-reminders'
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

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const scheduleContractReminders = (deps: Pick<LastDayReminderDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: REMIND_OF_CONTRACTS }, { everyMs: HOUR })

/**
 * Reminds the client whose turn it is of a contract that can be signed for a few more days, once for each version. Safe
 * to repeat, and to run on several instances at once.
 */
export async function remindOfContracts(deps: LastDayReminderDeps): Promise<void> {
  await scheduleContractReminders(deps)
  await remindOfLastDays(deps, { select: selectRemindable, remind })
}

async function remind(
  deps: LastDayReminderDeps & { db: Tx },
  id: string,
  { branding, zone, restoredAt }: ReminderPass,
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
  { db, clock, author }: WriteDeps,
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

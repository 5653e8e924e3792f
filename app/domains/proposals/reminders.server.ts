import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import {
  type LastDayReminderDeps,
  type ReminderPass,
  remindOfLastDays,
} from '~/domains/booking/payments/last-day-reminders.server'
import { wasCalledOff } from '~/domains/booking/reservations/facts.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { reminderTime } from '~/platform/last-day-reminders'
import { isMailAddress } from '~/platform/text'
import { dateOf, longDate } from '~/platform/time'
import { proposalReminder } from './emails.server'
import type { Offered } from './model'
import { draftOf } from './offer.server'
import { linkToken, subjectOf } from './operations.server'
import { isOpenState, stateOf } from './state'
import { lockProposal, selectRemindable, selectVersions, updateProposal, updateVersion } from './store.server'

export const REMIND_OF_PROPOSALS = 'remind-of-proposals'

const EVERY = { everyMs: 3_600_000 }

export const scheduleProposalReminders = (deps: Pick<LastDayReminderDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: REMIND_OF_PROPOSALS }, EVERY)

/**
 * Reminds clients of proposals that they can sign for a few more days, once for each version. Safe to repeat, and to
 * run on several instances at once.
 */
export async function remindOfProposals(deps: LastDayReminderDeps): Promise<void> {
  await scheduleProposalReminders(deps)
  await remindOfLastDays(deps, { select: selectRemindable, remind })
}

async function remind(
  deps: LastDayReminderDeps & { db: Tx },
  id: string,
  { branding, zone, restoredAt }: ReminderPass,
): Promise<void> {
  const { db, clock } = deps
  const proposal = await lockProposal(db, id)
  const [latest] = proposal ? await selectVersions(db, id) : []
  if (!proposal || !latest || proposal.reminder_off === 1 || latest.reminded_at !== null) return
  const now = clock.now()
  const at = reminderTime(latest, zone)
  if (!isOpenState(stateOf(latest, now)) || at === null || at > now || at <= restoredAt) return
  if (await wasCalledOff({ db }, proposal.booking_id)) return
  const { client, title } = JSON.parse(latest.document) as Offered
  if (!isMailAddress(client.email)) return
  await updateVersion(db, latest.id, { reminded_at: now })
  await queueMail(
    deps,
    proposalReminder(branding, client, {
      ...{ id, title, token: linkToken(deps, proposal), expiresAt: latest.expires_at },
      until: longDate(dateOf(latest.expires_at - 1, zone)),
    }),
  )
}

/** Turns the reminder of a proposal off, or on again. @returns false if there is no such proposal */
export const turnProposalReminder = (
  { db, clock, author }: WriteDeps,
  id: string,
  isOff: boolean,
): Promise<boolean> =>
  transact(db, async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return false
    await updateProposal(tx, id, { reminder_off: isOff ? 1 : 0 })
    const action = isOff ? 'proposal-reminder-off' : 'proposal-reminder-on'
    await recordAction({ db: tx, clock, author }, { action, subject: subjectOf(draftOf(proposal)) })
    return true
  })

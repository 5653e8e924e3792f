import { readLedger } from '~/domains/billing/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import type { Config } from '~/platform/config.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { isMailAddress } from '~/platform/text'
import { notifyOfBooking } from '../emails/operations.server'
import { readReminderStart } from '../payments/reminders.server'
import { selectEvents, updateBooking } from '../reservations/store.server'
import { type HoldDeps, isOnlyPaymentMissing } from './ending.server'
import { askedNow, holdReminderTime, isHeld, openRequirements, REMINDED_BEFORE } from './model'
import { heldUntilQuery, lockBooking } from './store.server'

export interface HoldReminderDeps extends HoldDeps {
  config: Pick<Config, 'siteUrl' | 'secret' | 'smtpUrl'>
}

/**
 * Reminds clients a day before their hold ends of what is still missing, once for each hold. Safe to repeat, and to run
 * on several instances at once.
 */
export async function remindOfHolds(deps: HoldReminderDeps): Promise<void> {
  const { db, clock } = deps
  if (!(await canSendMail(deps))) return
  // What was due before a backup was restored may have been sent.
  const restoredAt = (await readReminderStart({ db })) ?? 0
  for (const { id } of await heldUntilQuery(db, clock.now() + REMINDED_BEFORE).execute())
    await transact(db, (tx) => remind({ ...deps, db: tx }, id, restoredAt))
}

async function remind(deps: HoldReminderDeps & { db: Tx }, id: string, restoredAt: number): Promise<void> {
  const { db, clock } = deps
  const booking = await lockBooking(db, id)
  if (!booking?.requirements || booking.heldUntil === null || !isHeld(booking)) return
  const { remindedAt, isReminderOff } = booking.requirements
  if (remindedAt !== undefined || isReminderOff || !isMailAddress(booking.email)) return
  const now = clock.now()
  const at = holdReminderTime(booking.heldUntil, await selectEvents(db, id))
  if (at === null || at > now || at <= restoredAt || booking.heldUntil <= now) return
  // A proposal has its own reminder, and the studio may not have sent it yet.
  const open = askedNow(openRequirements(booking, await readLedger({ db }, id))).filter(
    ({ kind }) => kind !== 'proposal',
  )
  // A payment that is on its way isn't asked for again.
  if (open.length === 0 || (await isOnlyPaymentMissing(db, booking, open))) return
  const requirements = { ...booking.requirements, remindedAt: now }
  await updateBooking(db, booking, { requirements: JSON.stringify(requirements) })
  await notifyOfBooking(deps, booking, {
    ...{ kind: 'held', words: '', why: 'reminder' },
    open: open.map(({ kind }) => kind),
  })
}

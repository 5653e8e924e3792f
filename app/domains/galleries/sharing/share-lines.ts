import { mailStateLabel } from '~/domains/outbox/model'
import { momentLabel } from '~/platform/time'
import type { SharedPerson } from './model'

/** A person of the list, with times as they are read. */
export interface SharedLine extends Omit<SharedPerson, 'sentAt' | 'mail' | 'firstOpenedAt' | 'lastOpenedAt'> {
  /** "Sent Nov 20, 2026, 9:30 AM", "Not sent: no mail server yet" */
  sent: string
  isNew: boolean
  /** The email that wasn’t sent, in the list of emails. */
  unsentMail: string | null
  opened: string
}

export function sharedLine(person: SharedPerson, zone: string): SharedLine {
  const { sentAt, mail, firstOpenedAt, lastOpenedAt, ...line } = person
  const moment = (at: number) => momentLabel(at, zone)
  return {
    ...line,
    sent: sentAt === null ? 'Not sent yet' : sentLine(sentAt, mail, moment),
    isNew: sentAt === null,
    unsentMail: mail && mail.state !== 'sent' ? mail.id : null,
    opened: openedLine(firstOpenedAt, lastOpenedAt, moment),
  }
}

function sentLine(queuedAt: number, mail: SharedPerson['mail'], moment: (at: number) => string): string {
  if (mail === null) return `Sent ${moment(queuedAt)}`
  return mail.state === 'sent' ? `Sent ${moment(mail.sentAt ?? queuedAt)}` : mailStateLabel(mail.state)
}

function openedLine(first: number | null, last: number | null, moment: (at: number) => string): string {
  if (first === null) return 'Not opened yet'
  return last === null || last === first
    ? `Opened ${moment(first)}`
    : `Opened ${moment(first)}, last ${moment(last)}`
}

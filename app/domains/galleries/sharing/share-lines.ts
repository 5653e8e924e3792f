import { momentLabel } from '~/platform/time'
import type { SharedPerson } from './model'

/** A person of the list, with times as they are read. */
export interface SharedLine extends Omit<SharedPerson, 'sentAt' | 'firstOpenedAt' | 'lastOpenedAt'> {
  /** "Sent Nov 20, 2026, 9:30 AM" */
  sent: string
  opened: string
}

export function sharedLine(person: SharedPerson, zone: string): SharedLine {
  const { sentAt, firstOpenedAt, lastOpenedAt, ...line } = person
  const moment = (at: number) => momentLabel(at, zone)
  return {
    ...line,
    sent: sentAt === null ? 'Not sent yet' : `Sent ${moment(sentAt)}`,
    opened: openedLine(firstOpenedAt, lastOpenedAt, moment),
  }
}

function openedLine(first: number | null, last: number | null, moment: (at: number) => string): string {
  if (first === null) return 'Not opened yet'
  return last === null || last === first
    ? `Opened ${moment(first)}`
    : `Opened ${moment(first)}, last ${moment(last)}`
}

import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, Paragraph, Quoted } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { isMailAddress } from '~/platform/text'
import type { Balance } from '../../fees/balance'
import type { Booking } from '../../reservations/model'
import { subjectOf } from '../emails.server'
import { calendarObject } from '../ics'
import { studioEntry } from '../session-entry'
import { sessionRows } from '../session-rows'
import type { Notice } from './notices'

/** Tells the studio what a client did. Your reply goes to the client. */
export function letterToStudio(
  {
    letterhead,
    booking,
    balance,
    now,
  }: { letterhead: Letterhead; booking: Booking; balance: Balance; now: number },
  notice: Notice,
): NewMail {
  const entry = studioEntry(booking, { studio: letterhead, stamp: now })
  const method = entry.status === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  return {
    kind: notice.kind,
    to: { name: letterhead.name, email: letterhead.email },
    ...(isMailAddress(booking.email) ? { replyTo: { name: booking.name, email: booking.email } } : {}),
    subject: `${notice.title}: ${subjectOf(booking)}, ${booking.name}`,
    calendar: { method, content: calendarObject(method, [entry]) },
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={notice.preview}
        title={notice.title}
        footnote="Your reply goes to the client."
      >
        <Paragraph>{notice.preview}</Paragraph>
        {notice.words === '' ? null : <Quoted>{notice.words}</Quoted>}
        <Facts
          rows={[
            ...notice.rows,
            ...sessionRows(booking, letterhead, balance),
            ['Name', booking.name],
            ['Email', booking.email],
            ['Phone', booking.phone],
            ...booking.answers.map(
              ({ question, answer }) => [question.replace(/[?:]+$/, ''), answer] as const,
            ),
          ]}
        />
        {booking.notes === '' ? null : <Quoted>{booking.notes}</Quoted>}
      </Letter>,
    ),
  }
}

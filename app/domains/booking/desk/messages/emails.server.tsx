import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { aboutBooking } from '../../emails/emails.server'
import type { Booking } from '../../reservations/model'

/** What somebody of the studio writes to a client about a booking. A reply goes to the studio. */
export function messageToClient(
  letterhead: Letterhead,
  booking: Booking,
  { subject, message, when }: { subject: string; message: string; when: string },
): NewMail {
  const { name, email, reference, sessionType, place } = booking
  return {
    kind: 'booking-message',
    about: aboutBooking(booking),
    to: { name, email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={message.slice(0, 120)}
        title={subject}
        footnote={`This is about your booking ${reference}. Reply to this email to answer.`}
      >
        {paragraphsOf(message).map(({ key, text }) => (
          <Paragraph key={key}>{text}</Paragraph>
        ))}
        <Facts
          rows={[
            ['Booking', reference],
            ['Session', sessionType.title],
            ['When', when],
            ['Location', place.title],
          ]}
        />
      </Letter>,
    ),
  }
}

const paragraphsOf = (message: string): { key: string; text: string }[] =>
  message
    .split(/\n+/)
    .filter((text) => text.trim() !== '')
    .map((text, n) => ({ key: String(n), text }))

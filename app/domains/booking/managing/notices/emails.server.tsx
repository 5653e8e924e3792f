import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, MailLink, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/person-fields'
import type { Booking } from '../../reservations/model'
import { sessionLabel } from '../when'

/** Brings the new manage link to the address of the booking, whoever asked for it. */
export function linkRenewed(letterhead: Letterhead, booking: Booking, link: string): NewMail {
  const name = greetableName(booking.name)
  return {
    kind: 'booking-link',
    to: { name: '', email: booking.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: `${booking.reference}: a new link to your booking`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview="Older links no longer work."
        title="A new link to your booking"
        footnote="You’re getting this because someone asked for a new link on your booking’s page."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          This link opens your booking, where you can view, reschedule, or cancel it. Anyone with the link can
          do that too, so keep it private. Older links no longer work.
        </Paragraph>
        <Paragraph>
          <MailLink href={link}>{link}</MailLink>
        </Paragraph>
        <Facts rows={factsOf(booking)} />
      </Letter>,
    ),
  }
}

const factsOf = (booking: Booking): [string, string][] => [
  ['Booking', booking.reference],
  ['Session', booking.sessionType.title],
  ['When', sessionLabel(booking)],
]

import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, MailLink, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/person-fields'
import type { Booking } from '../../bookings/model'
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
        preview="The links that we sent before have stopped working."
        title="A new link to your booking"
        footnote="You get this because a new link was asked for on the page of your booking."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          This link opens your booking, where you see it, move it or cancel it. Who has the link can do that
          too, so keep it to yourself. The links that we sent before have stopped working.
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

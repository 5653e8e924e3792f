import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, MailButton, MailLink, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { sessionDay, sessionTime } from '../letters/session-time'
import type { Unconfirmed } from './model'

interface Asked {
  letterhead: Letterhead
  unconfirmed: Unconfirmed
  /** IANA name of the studio’s zone. */
  zone: string
}

/** The facts, without anything that was typed: anyone can type anyone’s address. */
const factsOf = ({ unconfirmed, zone }: Pick<Asked, 'unconfirmed' | 'zone'>) =>
  [
    ['Reference', unconfirmed.reference],
    ['Session', unconfirmed.sessionType.title],
    ['Day', sessionDay({ ...unconfirmed, zone })],
    ['Time', sessionTime({ ...unconfirmed, zone })],
    ['Location', unconfirmed.place.title],
  ] as const

const subjectOf = ({ unconfirmed, zone }: Pick<Asked, 'unconfirmed' | 'zone'>): string =>
  `${unconfirmed.sessionType.title}, ${sessionDay({ ...unconfirmed, zone })} (${unconfirmed.reference})`

/** @param until "3:40 PM Eastern Time" */
export function confirmMail(asked: Asked & { link: string; until: string }): NewMail {
  const { letterhead, unconfirmed, link, until } = asked
  return {
    kind: 'booking-to-confirm',
    pace: 'notice',
    expiresAt: unconfirmed.expiresAt,
    to: { name: '', email: unconfirmed.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: `Confirm your booking: ${subjectOf(asked)}`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={`Click the button by ${until} to book your session.`}
        title="One more step"
        footnote="You’re getting this because someone entered this email on our site. If that wasn’t you, you can ignore it."
      >
        <Paragraph>
          Thank you for your booking. We’re getting an unusual number of them, so please confirm yours.
        </Paragraph>
        <Facts rows={[...factsOf(asked)]} />
        <Paragraph>
          <MailButton href={link}>Confirm booking</MailButton>
        </Paragraph>
        <Paragraph>
          {unconfirmed.holdId === null
            ? `We can’t hold the time until you confirm. The link works until ${until}.`
            : `We’ll hold the time for you until ${until}. After that, others can book it.`}
        </Paragraph>
        <Paragraph>{`Questions? Reply to this email, or call ${letterhead.phone}.`}</Paragraph>
      </Letter>,
    ),
  }
}

export function lapsedMail(asked: Asked): NewMail {
  const { letterhead, unconfirmed } = asked
  return {
    kind: 'booking-lapsed',
    pace: 'receipt',
    to: { name: '', email: unconfirmed.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: `Your booking wasn’t confirmed: ${subjectOf(asked)}`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview="The time is open again. You’re welcome to book it once more."
        title="This booking wasn’t confirmed"
        footnote="You’re getting this because someone entered this email on our site. If that wasn’t you, you can ignore it."
      >
        <Paragraph>
          We’re sorry we missed you. The two hours to confirm this booking are over, so it isn’t booked.
          Nothing was charged.
        </Paragraph>
        <Facts rows={[...factsOf(asked)]} />
        <Paragraph>
          If you’d still like to come, please book again. Or reply to this email, and we’ll find a time
          together.
        </Paragraph>
        <Paragraph>
          <MailLink href={`${letterhead.siteUrl}/book-session`}>Choose a time</MailLink>
        </Paragraph>
      </Letter>,
    ),
  }
}

import type { NewMail } from '~/domains/outbox/model'
import { type EmailBranding, orCall } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { momentText, sessionDay, sessionTime } from '../emails/session-details'
import { calendarObject } from '../external-calendars/ics'
import { clientEntry } from '../external-calendars/session-entry'
import type { Booking } from './model'
import type { UnverifiedBooking } from './unverified-model'

interface UnverifiedMail {
  branding: EmailBranding
  unverified: UnverifiedBooking
  /** IANA name of the studio’s zone. */
  zone: string
}

/** The facts without anything the visitor typed, since anyone can enter anyone’s address. */
const factsOf = ({ unverified, zone }: Pick<UnverifiedMail, 'unverified' | 'zone'>) =>
  [
    ['Booking number', unverified.reference],
    ['Session', unverified.sessionType.title],
    ['Day', sessionDay({ ...unverified, zone })],
    ['Time', sessionTime({ ...unverified, zone })],
    ['Location', unverified.place.title],
  ] as const

const subjectOf = ({ unverified, zone }: Pick<UnverifiedMail, 'unverified' | 'zone'>): string =>
  `${unverified.sessionType.title}, ${sessionDay({ ...unverified, zone })} (${unverified.reference})`

/** @param until "3:40 PM Eastern Time" */
export function confirmMail(asked: UnverifiedMail & { link: string; until: string }): NewMail {
  const { branding, unverified, link, until } = asked
  return {
    kind: 'booking-to-confirm',
    pace: 'notice',
    expiresAt: unverified.expiresAt,
    to: { name: '', email: unverified.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `Confirm your booking: ${subjectOf(asked)}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
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
          {unverified.holdId === null
            ? `We can’t hold the time until you confirm. The link works until ${until}.`
            : `We’ll hold the time for you until ${until}. After that, others can book it.`}
        </Paragraph>
        <Paragraph>{`Questions? Reply to this email${orCall(branding)}.`}</Paragraph>
      </EmailLayout>,
    ),
  }
}

export function expiredMail(asked: UnverifiedMail): NewMail {
  const { branding, unverified } = asked
  return {
    kind: 'booking-lapsed',
    pace: 'receipt',
    to: { name: '', email: unverified.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `Your booking wasn’t confirmed: ${subjectOf(asked)}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
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
          <MailButton href={`${branding.siteUrl}/book-session`}>Choose a time</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Notifies the studio of a flood of unverified bookings, once per flood. */
export function floodMail(branding: EmailBranding, limit: number): NewMail {
  return {
    kind: 'booking-flood',
    to: { name: branding.name, email: branding.email },
    subject: 'Unusually many bookings from unverified addresses',
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="New clients now confirm by email before their booking counts."
        title="Unusually many bookings"
      >
        <Paragraph>
          {`You have ${limit} open bookings from unverified email addresses, or one network has made many in a day. Someone may be filling your calendar with fake clients.`}
        </Paragraph>
        <Paragraph>
          From now on, new clients must click a button in an email within two hours. Until then we hold the
          time for a limited number of them. Clients who are signed in, or who have used a link in one of our
          emails, book as usual.
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/bookings/unverified`}>
            Review unverified bookings
          </MailButton>
        </Paragraph>
        <Paragraph>You can decline them together there. We won’t email you about this flood again.</Paragraph>
      </EmailLayout>,
    ),
  }
}

/** A declined session as named in the email. */
export interface Declined {
  session: string
  sessionDate: number
  zone: string
}

/**
 * Notifies a client, once, that their bookings are declined. A single booking is removed from their calendar.
 * @param booking the only one; undefined: there are several, or it was never confirmed
 */
export function declinedMail(
  { branding, stamp }: { branding: EmailBranding; stamp: number },
  { email, declined, booking }: { email: string; declined: Declined[]; booking: Booking | undefined },
): NewMail {
  const entry = booking && clientEntry(booking, { studio: branding, stamp, manageLink: null })
  return {
    kind: 'bookings-declined',
    to: { name: '', email },
    replyTo: { name: branding.name, email: branding.email },
    subject:
      declined.length === 1
        ? `We can’t take this session: ${declined[0]?.session}`
        : `We can’t take these ${declined.length} sessions`,
    ...(entry && { calendar: { method: 'CANCEL' as const, content: calendarObject('CANCEL', [entry]) } }),
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="We’re sorry. You’re welcome to book again."
        title={declined.length === 1 ? 'We can’t take this session' : 'We can’t take these sessions'}
        footnote="You’re getting this because someone entered this email on our site. If that wasn’t you, you can ignore it."
      >
        <Paragraph>
          We’re sorry. We received far more bookings than usual and couldn’t tell which of them were real, so
          we had to decline the following. Nothing was charged.
        </Paragraph>
        <Facts
          rows={declined.map(({ session, sessionDate, zone }, index) => [
            declined.length === 1 ? 'Session' : `Session ${index + 1}`,
            `${session}, ${momentText(sessionDate, zone)}`,
          ])}
        />
        <Paragraph>
          {`If you’d like to come, please reply to this email${orCall(branding)}, and we’ll find a time. You’re also welcome to book again.`}
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/book-session`}>Choose a time</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

interface Wait {
  branding: EmailBranding
  email: string
  session: string
  place: string
  /** "Saturday, December 5, 2026" */
  day: string
  /** The full URL for leaving the waitlist. */
  leaveLink: string
}

/** Confirms a waitlist entry, with a link to leave: anyone can enter anyone's address. */
export function joinedMail({
  branding,
  email,
  session,
  place,
  day,
  zoneName,
  leaveLink,
}: Wait & { zoneName: string }): NewMail {
  return {
    kind: 'waitlist-joined',
    pace: 'receipt',
    to: { name: '', email },
    subject: `You’re on the waitlist for ${day}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="We’ll email you as soon as a time opens up."
        title="You’re on the waitlist"
        footnote={
          <>
            You’re getting this because someone entered this email on our site.{' '}
            <MailLink href={leaveLink}>Leave the waitlist</MailLink>.
          </>
        }
      >
        <Paragraph>
          If a time opens up that day, we’ll email the first person in line and hold it for up to two hours.
          We email between 8 AM and 8 PM {zoneName}, and at other hours only if the session is soon.
        </Paragraph>
        <Facts
          rows={[
            ['Session', session],
            ['Location', place],
            ['Day', day],
          ]}
        />
      </EmailLayout>,
    ),
  }
}

interface Offered extends Wait {
  /** "Saturday, December 5, 2026, 10:30 AM EST" */
  start: string
  until: string
  /** The same time in milliseconds since 1970. */
  expiresAt: number
  offerLink: string
}

/** Offers a freed start that is held for the recipient. */
export function offerMail(offered: Offered): NewMail {
  const { branding, email, session, place, start, until, offerLink, leaveLink } = offered
  return {
    kind: 'waitlist-offer',
    pace: 'notice',
    expiresAt: offered.expiresAt,
    to: { name: '', email },
    subject: `A time opened up: ${start}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`We’re holding it for you until ${until}.`}
        title="A time opened up"
        footnote={
          <>
            You’re getting this because you’re on our waitlist.{' '}
            <MailLink href={leaveLink}>Leave the waitlist</MailLink>.
          </>
        }
      >
        <Paragraph>
          You’re first in line, so we’re holding this time for you. After that, we’ll offer it to the next
          person.
        </Paragraph>
        <Facts
          rows={[
            ['Session', session],
            ['Location', place],
            ['Time', start],
            ['Held until', until],
          ]}
        />
        <Paragraph>
          <MailButton href={offerLink}>Book this time</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Notifies a waitlisted person that the day was rescheduled, and that they keep their place in line. */
export function dayRescheduledEmail(moved: Wait & { before: string; hadOffer: boolean }): NewMail {
  const { branding, email, session, place, day, before, hadOffer, leaveLink } = moved
  return {
    kind: 'waitlist-rescheduled',
    to: { name: '', email },
    subject: before === day ? `New times on ${day}` : `The day you’re waiting for is now ${day}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="You keep your place on the waitlist."
        title={before === day ? 'The times have changed' : 'The day was rescheduled'}
        footnote={
          <>
            You’re getting this because you’re on our waitlist.{' '}
            <MailLink href={leaveLink}>Leave the waitlist</MailLink>.
          </>
        }
      >
        <Paragraph>
          You keep your place on the waitlist. If a time opens on the new day, we’ll email you in turn.
        </Paragraph>
        {hadOffer ? (
          <Paragraph>
            We’re sorry: the time we offered you has ended with the old plan. If a time is free on the new
            day, we’ll offer you one.
          </Paragraph>
        ) : null}
        <Facts
          rows={[
            ['Session', session],
            ['Location', place],
            ['Before', before === day ? '' : before],
            ['Day', day],
          ]}
        />
        <Paragraph>
          If the new day doesn’t work for you, you can leave the waitlist with the link below.
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

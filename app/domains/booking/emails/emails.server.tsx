import type { NewMail } from '~/domains/outbox/model'
import { List, ListItem } from '~/platform/mail/email-article'
import { type EmailBranding, orCall } from '~/platform/mail/email-branding'
import {
  Cover,
  EmailLayout,
  Facts,
  MailButton,
  MailLink,
  Paragraph,
  Quoted,
} from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName, isMailAddress } from '~/platform/text'
import { dateOf, dayLabel, timeLabel } from '~/platform/time'
import { sessionLabel } from '../client/booking-list'
import { calendarObject } from '../external-calendars/ics'
import { clientEntry, studioEntry } from '../external-calendars/session-entry'
import type { Balance } from '../payments/balance'
import { emailPolicyCopy } from '../policy-copy'
import type { Booking } from '../reservations/model'
import type { EmailCopy } from './email-copy'
import type { Notice } from './notices'
import { type Row, sessionRows } from './session-details'

/** A photo for an email's `Cover`. */
export interface EmailPicture {
  path: string
  /** Pixels of the photo. */
  width: number
  height: number
  alt: string
}

export interface EmailContext {
  branding: EmailBranding
  booking: Booking
  /** The booking as its client's email may repeat it. */
  emailBooking: Booking
  /** The session type's photo; null: none. */
  picture: EmailPicture | null
  balance: Balance
  /** Whether the client’s email address is proven. */
  isProven: boolean
  /** The full URL of the booking's page. Only for its client. */
  manageLink: string
  /** Milliseconds since 1970. */
  now: number
  /** How often the client has rescheduled. */
  reschedules: number
}

/**
 * An email to a booking's client: what happened, facts, terms, link to the booking's page, and a calendar
 * part.
 */
export function clientEmail(context: EmailContext, saying: EmailCopy, rows: readonly Row[] = []): NewMail {
  const { branding, emailBooking: booking, picture, balance, manageLink, now } = context
  const entry = clientEntry(booking, { studio: branding, stamp: now, manageLink })
  const method = entry.status === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  const name = greetableName(booking.name)
  // An email has one button: its main action.
  const isOffering = saying.kind === 'booking-declined' || saying.kind === 'booking-hold-ended'
  const Manage = saying.asksToAccept || isOffering ? MailLink : MailButton
  return {
    kind: saying.kind,
    to: { name: '', email: booking.email },
    replyTo: { name: branding.name, email: branding.email },
    about: aboutBooking(booking),
    ...(saying.isAhead && booking.sessionDate > now ? { expiresAt: booking.sessionDate } : {}),
    ...(context.isProven ? {} : { pace: 'notice' }),
    subject: `${saying.subject}${saying.subject.endsWith('?') ? '' : ':'} ${subjectOf(booking)}`,
    calendar: { method, content: calendarObject(method, [entry]) },
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={saying.preview}
        title={saying.title}
        footnote="You’re getting this because someone booked a session with this email. If that wasn’t you, reply and tell us."
      >
        {picture && saying.isAhead ? (
          <Cover
            href={manageLink}
            src={branding.siteUrl + picture.path}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
          />
        ) : null}
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>{saying.opening}</Paragraph>
        {saying.steps ? <Steps steps={saying.steps} link={manageLink} label={saying.button ?? ''} /> : null}
        {saying.words === '' ? null : <Quoted>{saying.words}</Quoted>}
        <Facts rows={[...rows, ...sessionRows(booking, branding, balance)]} />
        {saying.repeatsNotes && booking.notes !== '' ? (
          <>
            <Paragraph>You wrote:</Paragraph>
            <Quoted>{booking.notes}</Quoted>
          </>
        ) : null}
        {saying.asksToAccept ? <Choice what={saying.asksToAccept} manageLink={manageLink} /> : null}
        {saying.closing.map((sentence) => (
          <Paragraph key={sentence}>{sentence}</Paragraph>
        ))}
        {isOffering ? (
          <Paragraph>
            <MailButton href={`${branding.siteUrl}/book-session`}>Choose another time</MailButton>
          </Paragraph>
        ) : null}
        {saying.isAhead ? <Paragraph>{emailPolicyCopy(booking, context).join(' ')}</Paragraph> : null}
        {saying.steps ? null : (
          <Paragraph>
            <Manage href={manageLink}>{saying.isAhead ? 'Manage your booking' : 'View your booking'}</Manage>
          </Paragraph>
        )}
        {saying.isAhead ? (
          <Paragraph>{`Questions? Reply to this email${orCall(branding)}.`}</Paragraph>
        ) : null}
      </EmailLayout>,
    ),
  }
}

/** What the client still has to do, with one button to the page where it's done. */
function Steps({ steps, link, label }: { steps: string[]; link: string; label: string }) {
  return (
    <>
      <List>
        {steps.map((step) => (
          <ListItem key={step}>{step}</ListItem>
        ))}
      </List>
      <Paragraph>
        <MailButton href={link}>{label}</MailButton>
      </Paragraph>
    </>
  )
}

/** The `about` of outbox rows for a booking's client. */
export const aboutBooking = ({ id }: Pick<Booking, 'id'>): string => `booking ${id}`

/**
 * Both links open the booking's page, which asks for confirmation, since email programs open links
 * automatically.
 */
function Choice({ what, manageLink }: { what: string; manageLink: string }) {
  return (
    <>
      <Paragraph>
        <MailButton href={`${manageLink}#accept`}>{`Confirm the new ${what}`}</MailButton>
      </Paragraph>
      <Paragraph>
        <MailLink href={`${manageLink}#move`}>Choose another</MailLink>
      </Paragraph>
    </>
  )
}

/** "Portrait, Saturday, December 5, 10:30 AM EST (DE-7K3Q9)" */
export const subjectOf = ({ reference, sessionType, sessionDate, zone }: Booking): string =>
  `${sessionType.title}, ${dayLabel(dateOf(sessionDate, zone))}, ${timeLabel(sessionDate, zone)} (${reference})`

/** An email that notifies the studio of a client's action. Replies go to the client. */
export function studioEmail(
  {
    branding,
    booking,
    balance,
    now,
  }: { branding: EmailBranding; booking: Booking; balance: Balance; now: number },
  notice: Notice,
): NewMail {
  const entry = studioEntry(booking, { studio: branding, stamp: now })
  const method = entry.status === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  return {
    kind: notice.kind,
    to: { name: branding.name, email: branding.email },
    ...(isMailAddress(booking.email) ? { replyTo: { name: booking.name, email: booking.email } } : {}),
    subject: `${notice.title}: ${subjectOf(booking)}, ${booking.name}`,
    calendar: { method, content: calendarObject(method, [entry]) },
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={notice.preview}
        title={notice.title}
        footnote="Your reply goes to the client."
      >
        <Paragraph>{notice.preview}</Paragraph>
        {notice.words === '' ? null : <Quoted>{notice.words}</Quoted>}
        <Facts
          rows={[
            ...notice.rows,
            ...sessionRows(booking, branding, balance),
            ['Name', booking.name],
            ['Email', booking.email],
            ['Phone', booking.phone],
            ...booking.answers.map(
              ({ question, answer }) => [question.replace(/[?:]+$/, ''), answer] as const,
            ),
          ]}
        />
        {booking.notes === '' ? null : <Quoted>{booking.notes}</Quoted>}
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/bookings/${booking.id}`}>
            View this booking in the Studio
          </MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** An email with the new manage link, sent only to the booking's address. */
export function newLinkEmail(branding: EmailBranding, booking: Booking, link: string): NewMail {
  const name = greetableName(booking.name)
  return {
    kind: 'booking-link',
    to: { name: '', email: booking.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `${booking.reference}: a new link to your booking`,
    body: mailBody(
      <EmailLayout
        branding={branding}
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
          <MailButton href={link}>View your booking</MailButton>
        </Paragraph>
        <Facts rows={factsOf(booking)} />
      </EmailLayout>,
    ),
  }
}

const factsOf = (booking: Booking): [string, string][] => [
  ['Booking number', booking.reference],
  ['Session', booking.sessionType.title],
  ['When', sessionLabel(booking)],
]

/** A message from the studio to a client about a booking. Replies go to the studio. */
export function messageEmail(
  branding: EmailBranding,
  booking: Booking,
  { subject, message, when }: { subject: string; message: string; when: string },
): NewMail {
  const { name, email, reference, sessionType, place } = booking
  return {
    kind: 'booking-message',
    about: aboutBooking(booking),
    to: { name, email },
    replyTo: { name: branding.name, email: branding.email },
    subject,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={message.slice(0, 120)}
        title={subject}
        footnote={`This is about your booking ${reference}. Reply to this email to answer.`}
      >
        {paragraphsOf(message).map(({ key, text }) => (
          <Paragraph key={key}>{text}</Paragraph>
        ))}
        <Facts
          rows={[
            ['Booking number', reference],
            ['Session', sessionType.title],
            ['When', when],
            ['Location', place.title],
          ]}
        />
      </EmailLayout>,
    ),
  }
}

const paragraphsOf = (message: string): { key: string; text: string }[] =>
  message
    .split(/\n+/)
    .filter((text) => text.trim() !== '')
    .map((text, n) => ({ key: String(n), text }))

import type { NewMail } from '~/domains/outbox/model'
import { withdrawMail } from '~/domains/outbox/operations.server'
import type { Tx } from '~/platform/db/database.server'
import { EmailLayout, Facts, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { money } from '~/platform/money'
import { greetableName } from '~/platform/text'
import { fullDate, longDate } from '~/platform/time'
import { sessionLabel } from '../client/booking-list'
import type { EmailContext } from '../emails/emails.server'
import { type PlannedReminder, sumOf } from './reminders'

/** Reminds a client of what is due soon, or hasn't been paid. */
export function paymentReminderEmail(
  { branding, emailBooking: booking, isProven, manageLink }: EmailContext,
  reminder: PlannedReminder,
  {
    card: savedCard,
    apartCents,
    canPayOnline,
    instructions,
    lateFee,
    expiresAt,
  }: {
    /** The saved card that will be charged; '': none. */
    card: string
    /** What it will be charged beside these parts; 0: it will be charged these parts, or there is none. */
    apartCents: number
    canPayOnline: boolean
    instructions: string
    lateFee: string
    expiresAt: number
  },
): NewMail {
  const { parts, isOverdue } = reminder
  const card = apartCents > 0 ? '' : savedCard
  const amount = money(sumOf(reminder))
  const name = greetableName(booking.name)
  const last = parts.at(-1)?.dueOn ?? reminder.on
  const title = isOverdue ? 'A payment is still open' : 'A payment is coming up'
  return {
    kind: 'payment-reminder',
    about: aboutReminder(booking.id),
    to: { name: '', email: booking.email },
    replyTo: { name: branding.name, email: branding.email },
    expiresAt,
    ...(isProven ? {} : { pace: 'notice' }),
    subject: isOverdue
      ? `Payment reminder: ${amount} is still open (${booking.reference})`
      : `Payment reminder: ${amount} is due ${longDate(last)} (${booking.reference})`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={isOverdue ? `${amount} is still open.` : `${amount} is due ${fullDate(last)}.`}
        title={title}
        footnote={`This is about your booking ${booking.reference}. If something isn’t right, reply and tell us.`}
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          {isOverdue
            ? 'We haven’t received this payment yet. If you’ve already sent it, thank you, and there’s nothing else you need to do. If something’s in the way, just reply. We’re happy to find a way together.'
            : 'This is a friendly reminder of your next payment. If you’ve already sent it, thank you, and there’s nothing else you need to do.'}
        </Paragraph>
        <Facts
          rows={[
            ...parts.map(({ dueOn, openCents }) => [`Due ${longDate(dueOn)}`, money(openCents)] as const),
            ...(parts.length > 1 ? [['Total', money(sumOf(reminder))] as const] : []),
            ['Booking number', booking.reference],
            ['Session', booking.sessionType.title],
            ['When', sessionLabel(booking)],
          ]}
        />
        {card === '' ? null : (
          <Paragraph>
            {`As you agreed, we’ll charge your ${card} on the due date, so you don’t need to do anything. To pay another way, remove the card on your booking’s page before that day.`}
          </Paragraph>
        )}
        {apartCents === 0 ? null : (
          <Paragraph>{`This doesn’t include the ${money(apartCents)} that we’ll charge to your ${savedCard}.`}</Paragraph>
        )}
        {lateFee === '' || card !== '' ? null : <Paragraph>{lateFee}</Paragraph>}
        {card !== '' ? null : (
          <Paragraph>
            {canPayOnline
              ? 'You can pay online on your booking’s page.'
              : instructions === ''
                ? 'To pay, reply to this email.'
                : instructions}
          </Paragraph>
        )}
        <Paragraph>
          <MailButton href={manageLink}>
            {canPayOnline && card === '' ? 'Pay online' : 'View your booking'}
          </MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** The `about` of outbox rows of a booking's payment reminders. */
const aboutReminder = (bookingId: string): string => `payment reminder ${bookingId}`

/** Keeps a reminder that is queued from being sent, in the transaction that makes it wrong. */
export const withdrawReminder = ({ db }: { db: Tx }, bookingId: string): Promise<void> =>
  withdrawMail(
    { db },
    aboutReminder(bookingId),
    'Not sent, because the booking or its payments changed in the meantime.',
  )

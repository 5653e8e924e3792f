import type { NewMail } from '~/domains/outbox/model'
import { List, ListItem } from '~/platform/mail/email-article'
import { EmailLayout, Facts, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { money } from '~/platform/money'
import { greetableName } from '~/platform/text'
import { fullDate, longDate } from '~/platform/time'
import { sessionLabel } from '../client/booking-list'
import type { EmailContext } from '../emails/emails.server'
import type { LaterPart } from './cards'
import type { PayableNow } from './model'

export const CARD_ANNOUNCEMENT = 'card-announcement'

/** The record in the outbox that the announcement of a charge names. */
export const aboutCharge = (bookingId: string, dueOn: string): string => `card charge ${bookingId} ${dueOn}`

/** Tells a client that their saved card will be charged, and how to stop it. */
export const announcementEmail = (
  context: EmailContext,
  { card, part: { dueOn, cents } }: { card: string; part: LaterPart },
): NewMail =>
  onlineEmail(context, {
    kind: CARD_ANNOUNCEMENT,
    about: aboutCharge(context.booking.id, dueOn),
    subject: `We’ll charge your card ${money(cents)} on ${longDate(dueOn)} (${context.booking.reference})`,
    title: 'Your next payment',
    words: [
      `As you agreed, we’ll charge ${money(cents)} to your ${card} on ${fullDate(dueOn)}. You don’t need to do anything.`,
      'If you’d like to pay another way, remove the card on your booking’s page before that day.',
    ],
    facts: [[`Due ${longDate(dueOn)}`, money(cents)]],
    button: 'View your booking',
  })

/** Asks a client to pay what their card wasn't charged. */
export const notChargedEmail = (
  context: EmailContext,
  { card, amountCents }: { card: string; amountCents: number },
): NewMail =>
  onlineEmail(context, {
    kind: 'card-declined',
    about: `card declined ${context.booking.id}`,
    subject: `We couldn’t charge your card ${money(amountCents)} (${context.booking.reference})`,
    title: 'Please pay another way',
    words: [
      `We tried to charge ${money(amountCents)} to your ${card}, and your bank didn’t allow it. It may want you to confirm the payment yourself. You haven’t been charged.`,
      'Please pay on your booking’s page. If something’s in the way, just reply. We’re happy to help.',
    ],
    facts: [['Open', money(amountCents)]],
    button: 'Pay online',
  })

/** Asks a client to pay again, days after a payment that their bank ended. */
export const paymentFailedEmail = (
  context: EmailContext,
  { id, amountCents, openCents }: { id: string; amountCents: number; openCents: number },
): NewMail =>
  onlineEmail(context, {
    kind: 'payment-failed',
    about: `payment failed ${id}`,
    subject: `Your payment of ${money(amountCents)} didn’t go through (${context.booking.reference})`,
    title: 'Please pay again',
    words: [
      `You started a payment of ${money(amountCents)} on our website, and your bank didn’t complete it. We haven’t received it.`,
      'Please pay again on your booking’s page, or another way. If something’s in the way, just reply. We’re happy to help.',
    ],
    facts: [['Open', money(openCents)]],
    button: 'Pay online',
  })

/** Confirms a payment to a client. */
export const paymentReceivedEmail = (
  context: EmailContext,
  {
    id,
    purpose,
    amountCents,
    tipCents,
    card,
    next,
  }: {
    id: string
    purpose: PayableNow['purpose']
    /** Tip included. */
    amountCents: number
    tipCents: number
    /** The saved card that was charged; '': the client paid on the provider's page. */
    card: string
    /** What is left to pay or to do. */
    next: { words: string[]; steps: string[]; button: string }
  },
): NewMail => {
  const { depositCents } = context.booking
  const ownCents = amountCents - tipCents
  const isDeposit = purpose === 'deposit' && ownCents <= depositCents
  const tip = tipCents > 0 ? ` and a tip of ${money(tipCents)}` : ''
  const what = `your ${isDeposit ? 'deposit' : 'payment'} of ${money(ownCents)}${tip}`
  return onlineEmail(context, {
    kind: 'payment-received',
    about: `payment received ${id}`,
    subject: `We received ${what} (${context.booking.reference})`,
    title: 'Thank you for your payment',
    words: [
      card === ''
        ? `We received ${what}.`
        : `As you agreed, we charged ${money(amountCents)} to your ${card}.`,
      ...next.words,
    ],
    steps: next.steps,
    facts: [
      ['Paid', money(amountCents)],
      ...(tipCents > 0 ? [['Tip included', money(tipCents)] as [string, string]] : []),
    ],
    button: next.button,
  })
}

/** Tells a client that the provider has returned money to them. */
export const refundEmail = (
  context: EmailContext,
  {
    id,
    amountCents,
    creditedCents,
    ofTip,
    left,
  }: {
    id: string
    amountCents: number
    creditedCents: number
    ofTip: boolean
    /** What is left to pay, if the refund is owed again. */
    left: string[]
  },
): NewMail =>
  onlineEmail(context, {
    kind: 'payment-refunded',
    about: `refund ${id}`,
    subject: `We refunded ${money(amountCents)} (${context.booking.reference})`,
    title: 'Your refund',
    words: [
      `We refunded ${money(amountCents)}${ofTip ? ' of your tip' : ''} to the card or account that you paid with. Your bank may take a few days to show it.`,
      ...(creditedCents > 0
        ? [
            `You don’t owe ${creditedCents < amountCents ? `${money(creditedCents)} of it` : 'this amount'} anymore.`,
          ]
        : []),
      ...left,
    ],
    facts: [['Refunded', money(amountCents)]],
    button: 'View your booking',
  })

function onlineEmail(
  { branding, emailBooking: booking, isProven, manageLink }: EmailContext,
  {
    words,
    steps = [],
    facts,
    title,
    button,
    ...mail
  }: Pick<NewMail, 'kind' | 'about' | 'subject'> & {
    words: string[]
    steps?: string[]
    facts: [string, string][]
    title: string
    button: string
  },
): NewMail {
  const name = greetableName(booking.name)
  return {
    ...mail,
    to: { name: '', email: booking.email },
    replyTo: { name: branding.name, email: branding.email },
    ...(isProven ? {} : { pace: 'notice' }),
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={words[0] ?? ''}
        title={title}
        footnote={`This is about your booking ${booking.reference}. If something isn’t right, reply and tell us.`}
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        {words.map((each) => (
          <Paragraph key={each}>{each}</Paragraph>
        ))}
        {steps.length > 0 ? (
          <List>
            {steps.map((step) => (
              <ListItem key={step}>{step}</ListItem>
            ))}
          </List>
        ) : null}
        <Facts
          rows={[
            ...facts,
            ['Booking number', booking.reference],
            ['Session', booking.sessionType.title],
            ['When', sessionLabel(booking)],
          ]}
        />
        <Paragraph>
          <MailButton href={manageLink}>{button}</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

import type { EmailBranding } from '~/platform/mail/email-branding'
import { money } from '~/platform/money'
import type { Balance } from '../payments/balance'
import { paymentCopy } from '../payments/balance'
import { whatIsNew } from '../policy'
import { type RequirementKind, stepLabel } from '../requirements/model'
import type { Booking } from '../reservations/model'
import type { HoldNews, Occasion, Reminder } from './model'
import { leftToPay, momentText, sessionDay, sessionTime } from './session-details'

/** The texts of an email to a client, besides the booking's facts. */
export interface EmailCopy {
  /** Kind of the outbox row, such as `booking-confirmed`. */
  kind: string
  /** The first part of the subject, before session and day. */
  subject: string
  /** The preview text that inboxes show beside the subject. */
  preview: string
  title: string
  opening: string
  /** What the client still has to do. */
  steps?: string[]
  /** Label of the main button; by default it leads to the booking. */
  button?: string
  /** The studio's message; '' without one. */
  words: string
  /** Paragraphs after the facts. */
  closing: string[]
  /** What the client has to accept; null: nothing. */
  asksToAccept: 'date' | 'time' | null
  /** Whether to repeat the notes that the client sent with the booking. */
  repeatsNotes: boolean
  /** The session is in the future, so the email says what rescheduling and canceling cost. */
  isAhead: boolean
}

interface EmailFacts {
  booking: Booking
  balance: Balance
  /** Milliseconds since 1970. */
  now: number
}

/** @param isOwnDoing whether the client booked without needing approval */
export function emailCopyOf(
  occasion: Occasion,
  { booking, balance, now }: EmailFacts,
  isOwnDoing: boolean,
): EmailCopy {
  switch (occasion.kind) {
    case 'requested':
      return {
        ...AHEAD,
        kind: 'booking-requested',
        repeatsNotes: true,
        subject: 'Your request',
        preview: 'We’re holding this time for you until we reply. You haven’t been charged.',
        title: 'We got your request',
        opening:
          'Thank you! We’re holding this time for you and will reply within one business day. You haven’t been charged.',
      }
    case 'confirmed': {
      const { paid } = occasion
      return {
        ...AHEAD,
        kind: 'booking-confirmed',
        repeatsNotes: isOwnDoing,
        subject: isOwnDoing ? 'Booked' : 'Confirmed',
        preview: 'See you then!',
        title: isOwnDoing ? 'Your session is booked' : 'Your session is confirmed',
        opening: paid
          ? `Thank you! We received your payment of ${money(paid.cents)}, and your session is confirmed.`
          : isOwnDoing
            ? 'Thank you! Your session is confirmed.'
            : 'Your session is confirmed. We look forward to seeing you!',
        words: occasion.words,
        closing: [
          ...(balance.depositOpen === 0
            ? []
            : [
                `Your ${money(balance.depositOpen)} deposit is due now. Your booking’s page says how to pay it, or reply to this email.`,
              ]),
          ...(paid ? leftToPay(paid.dues) : []),
        ],
      }
    }
    case 'held':
      return heldCopy(occasion, booking)
    case 'hold-ended':
      return {
        ...OVER,
        kind: 'booking-hold-ended',
        subject: 'Your time is no longer held',
        preview: 'We released the time that we held for you.',
        title: 'We released your time',
        opening: `We’re sorry. We held this time for you, but ${missingWords(occasion.open)}, so your session wasn’t confirmed.`,
        closing: [...moneyBack(booking, balance), 'We’d love to find another date.'],
      }
    case 'declined':
      return {
        ...OVER,
        kind: 'booking-declined',
        subject: 'About your session request',
        preview: 'We’re sorry, but we can’t take this session.',
        title: 'We can’t take this session',
        opening: 'We’re sorry, but we can’t take this session, so we’ve released the time.',
        words: occasion.words,
        closing: [...moneyBack(booking, balance), 'We’d love to find another date.'],
      }
    case 'rescheduled':
      return rescheduledCopy(occasion, booking, now)
    case 'canceled':
      return canceledSaying(occasion, booking, balance)
  }
}

function heldCopy({ words, open, why }: Extract<Occasion, { kind: 'held' }>, booking: Booking): EmailCopy {
  const until = momentText(booking.heldUntil ?? booking.sessionDate, booking.zone)
  return {
    ...AHEAD,
    kind: why === 'reminder' ? 'booking-hold-reminder' : 'booking-held',
    subject: HELD_SUBJECTS[why],
    preview: `We’re holding this time for you until ${until}.`,
    title: why === 'new' ? (open.length === 1 ? 'One more step' : 'A few more steps') : HELD_SUBJECTS[why],
    opening: `${why === 'new' ? 'Thank you! ' : ''}We’re ${why === 'reminder' ? 'still ' : ''}holding this time for you until ${until}. Your session is confirmed once ${open.length === 1 ? 'this is' : 'these are'} done:`,
    steps: (booking.requirements?.items ?? [])
      .filter(({ kind }) => open.includes(kind))
      .map((item) => stepLabel(item, booking)),
    button: 'Finish your booking',
    words,
    closing: ['If something’s in the way, just reply. After that time, we’ll release it for others.'],
  }
}

const HELD_SUBJECTS: Record<HoldNews, string> = {
  new: 'Almost booked',
  extended: 'You have more time',
  reminder: 'Your booking isn’t finished yet',
}

/** "the signed contract and the deposit didn’t arrive in time" */
export const missingWords = (open: readonly RequirementKind[]): string =>
  `${new Intl.ListFormat('en-US').format(open.map((kind) => `the ${MISSING[kind]}`))} didn’t arrive in time`

const MISSING: Record<RequirementKind, string> = {
  proposal: 'signed proposal',
  contract: 'signed contract',
  deposit: 'deposit',
  questionnaire: 'answers to our questions',
}

const AHEAD = { words: '', closing: [], asksToAccept: null, repeatsNotes: false, isAhead: true }
const OVER = { ...AHEAD, isAhead: false }

function rescheduledCopy(
  { by, feeCents, words, fromDate, ...occasion }: Extract<Occasion, { kind: 'rescheduled' }>,
  booking: Booking,
  now: number,
): EmailCopy {
  const asksToAccept = occasion.asksToAccept ? whatIsNew(booking, fromDate) : null
  const what = booking.state === 'requested' ? 'request' : 'session'
  const common = { ...AHEAD, kind: 'booking-rescheduled', subject: 'Rescheduled', asksToAccept }
  if (by === 'client')
    return {
      ...common,
      preview: 'You have a new time.',
      title: `Your ${what} is rescheduled`,
      opening:
        booking.state === 'requested'
          ? 'You picked a new time. We’re holding it for you until we reply.'
          : 'You rescheduled it. The new time is yours.',
      closing: [
        feeCents === 0
          ? 'There’s no rescheduling fee.'
          : `Per our policy, there’s a ${money(feeCents)} rescheduling fee, on top of the price. ${paymentCopy(booking, { now, email: 'this email' })}`,
      ],
    }
  return {
    ...common,
    words,
    subject: asksToAccept ? `Does the new ${asksToAccept} work for you?` : 'Rescheduled',
    preview: asksToAccept
      ? 'We had to reschedule. Please tell us if the new time works.'
      : 'We rescheduled it.',
    title: asksToAccept ? `Does the new ${asksToAccept} work for you?` : `We rescheduled your ${what}`,
    opening: asksToAccept
      ? `We had to reschedule your ${what}. We’re holding a new time for you. Please confirm it or choose another.`
      : `We rescheduled your ${what}. There’s no fee.`,
  }
}

function canceledSaying(
  { by, isDepositReturned, keptCents, words }: Extract<Occasion, { kind: 'canceled' }>,
  booking: Booking,
  balance: Balance,
): EmailCopy {
  return {
    ...OVER,
    kind: 'booking-canceled',
    subject: 'Canceled',
    // Clients don't need a copy of their own message.
    words: by === 'studio' ? words : '',
    preview: by === 'client' ? 'You canceled your session.' : 'We canceled your session.',
    title:
      by === 'studio' && isDepositReturned ? 'We had to cancel your session' : 'Your session is canceled',
    opening: canceledOpening(by, isDepositReturned),
    closing: [
      ...(isDepositReturned ? moneyBack(booking, balance) : keptDeposit(keptCents, balance)),
      ...(balance.open ? [`To pay the ${money(balance.open)} that’s left, reply to this email.`] : []),
    ],
  }
}

/**
 * The first sentence. If the deposit is kept, the client caused the cancellation, so it doesn't apologize.
 */
function canceledOpening(by: 'client' | 'studio', isDepositReturned: boolean): string {
  if (by === 'client') return 'Your session is canceled. There’s nothing else you need to do.'
  return isDepositReturned
    ? 'We’re sorry, but we can’t keep this date.'
    : 'We canceled your session for you. There’s nothing else you need to do.'
}

const keptDeposit = (keptCents: number, { deposit, over }: Balance): string[] => [
  deposit >= keptCents
    ? `Per our policy, the ${money(keptCents)} deposit isn’t refundable.`
    : `Per our policy, you still owe the ${money(keptCents)} deposit.`,
  ...(over > 0 ? [`We’ll refund ${money(over)}.`] : []),
]

/** What the client gets back. A payment may be on its way that the studio hasn't recorded yet. */
function moneyBack({ depositCents }: Booking, { over }: Balance): string[] {
  if (over > 0) return [`We’ll refund ${money(over)}.`]
  return depositCents === 0
    ? []
    : [`You don’t owe the ${money(depositCents)} deposit. If you’ve paid it, we’ll refund it.`]
}

export function reminderCopy(
  reminder: Reminder,
  booking: Booking,
  { phone }: Pick<EmailBranding, 'phone'>,
): EmailCopy {
  const reach = phone === '' ? 'reply to this email' : 'call us'
  const common = {
    kind: `booking-${reminder}`,
    words: '',
    closing: [],
    repeatsNotes: false,
    asksToAccept: booking.acceptanceRequestedAt === null ? null : ('date' as const),
  }
  const when = `${sessionDay(booking)}, ${sessionTime(booking)}.`
  switch (reminder) {
    case 'reminder-48':
      return {
        ...common,
        subject: 'Reminder',
        preview: when,
        title: 'Your session is coming up',
        opening: 'Your session is coming up. If this time no longer works, let us know as soon as you can.',
        isAhead: true,
      }
    case 'reminder-3':
      return {
        ...common,
        subject: 'See you soon',
        preview: when,
        title: 'See you soon',
        opening:
          booking.place.kind === 'client'
            ? `We’re packed and coming to you. If something has changed, please ${reach}.`
            : `Everything is ready. If you’re running late, please ${reach}.`,
        isAhead: true,
      }
    case 'thanks':
      return {
        ...common,
        asksToAccept: null,
        subject: 'Thank you',
        preview: 'Thanks for coming!',
        title: 'Thank you',
        opening:
          'Thanks for coming! Questions about what’s next? Just reply. A real person reads every email.',
        isAhead: false,
      }
  }
}

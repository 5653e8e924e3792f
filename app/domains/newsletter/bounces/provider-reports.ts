import { z } from 'zod'
import { asCleanLine, isMailAddress } from '~/platform/text'
import { isMailboxGone } from '../campaigns/answers'

/** An address that never works, or whose owner marked a newsletter as spam. */
export interface ProviderReport {
  reason: 'bounced' | 'complained'
  email: string
  /** What the server said. */
  detail: string
}

/** The address that Amazon SNS asks to open once, before it sends notifications. */
interface Confirmation {
  confirmAt: string
}

const DETAIL_MAX = 500
const MOST_REPORTS = 1_000

/**
 * Reads what an email provider posts: our own format, Amazon SES by SNS, Postmark or Mailgun. Failures that may
 * pass, and codes 5.7 of RFC 3463, which refuse the sender, are left out.
 * @returns undefined: not JSON. No reports for anything that it doesn't know
 */
export function readProviderMessage(body: string): ProviderReport[] | Confirmation | undefined {
  const message = parsed(body)
  if (message === undefined) return undefined
  const sns = snsSchema.safeParse(message)
  if (sns.success) {
    if (sns.data.Type === 'Notification') return reportsIn(parsed(sns.data.Message))
    const confirmAt = sns.data.SubscribeURL ?? ''
    return isSnsAddress(confirmAt) ? { confirmAt } : []
  }
  return reportsIn(message)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** https://docs.aws.amazon.com/sns/latest/dg/http-notification-json.html */
const snsSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation']),
  Message: z.string(),
  SubscribeURL: z.string().optional(),
})

function isSnsAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, searchParams } = new URL(address)
  return (
    protocol === 'https:' &&
    port === '' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(hostname) &&
    searchParams.get('Action') === 'ConfirmSubscription'
  )
}

function reportsIn(message: unknown): ProviderReport[] {
  for (const read of [ownReports, sesReports, postmarkReports, mailgunReports]) {
    const found = read(message)
    if (found)
      return found
        .filter(({ email, code }) => isMailAddress(email) && !/\b5\.7\.\d/.test(code))
        .map(({ reason, email, detail }) => ({
          reason,
          email,
          detail: asCleanLine(detail).slice(0, DETAIL_MAX),
        }))
  }
  return []
}

/** `code` is the enhanced status code, or a text that contains it. */
type Found = ProviderReport & { code: string }

const SPAM = 'Marked as spam'
const bounced = (email: string, said: string, code = said): Found => ({
  ...{ reason: 'bounced', email, detail: said || 'The address doesn’t exist.', code },
})
const complained = (email: string): Found => ({ reason: 'complained', email, detail: SPAM, code: '' })

/** Our own: `{"reports": [{"email": "ann@example.com", "type": "bounce", "detail": "550 5.1.1"}]}`. */
const ownSchema = z.object({
  reports: z
    .array(
      z.object({ email: z.string(), type: z.enum(['bounce', 'complaint']), detail: z.string().default('') }),
    )
    .max(MOST_REPORTS),
})

function ownReports(message: unknown): Found[] | undefined {
  const read = ownSchema.safeParse(message)
  if (!read.success) return undefined
  return read.data.reports.map(({ email, type, detail }) =>
    type === 'bounce' ? bounced(email, detail) : complained(email),
  )
}

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html; events are named by `eventType`. */
const sesSchema = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z
        .array(
          z.object({
            emailAddress: z.string(),
            status: z.string().default(''),
            diagnosticCode: z.string().default(''),
          }),
        )
        .max(MOST_REPORTS),
    })
    .optional(),
  complaint: z
    .object({
      complaintFeedbackType: z.string().nullish(),
      complainedRecipients: z.array(z.object({ emailAddress: z.string() })).max(MOST_REPORTS),
    })
    .optional(),
})

function sesReports(message: unknown): Found[] | undefined {
  const read = sesSchema.safeParse(message)
  const type = read.success ? (read.data.notificationType ?? read.data.eventType) : undefined
  if (!read.success || type === undefined) return undefined
  const { bounce, complaint } = read.data
  if (type === 'Bounce' && bounce?.bounceType === 'Permanent')
    return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) =>
      bounced(emailAddress, diagnosticCode.replace(/^smtp;\s*/i, ''), `${status} ${diagnosticCode}`),
    )
  if (type === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam')
    return complaint.complainedRecipients.map(({ emailAddress }) => complained(emailAddress))
  return []
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook and /spam-complaint-webhook */
const postmarkSchema = z.object({
  RecordType: z.string(),
  Type: z.string().default(''),
  Email: z.string().default(''),
  Details: z.string().default(''),
})

/** Types of bounces of addresses that don't exist. */
const POSTMARK_FOR_GOOD = ['HardBounce', 'BadEmailAddress']

function postmarkReports(message: unknown): Found[] | undefined {
  const read = postmarkSchema.safeParse(message)
  if (!read.success) return undefined
  const { RecordType, Type, Email, Details } = read.data
  if (RecordType === 'SpamComplaint') return [complained(Email)]
  return RecordType === 'Bounce' && POSTMARK_FOR_GOOD.includes(Type) ? [bounced(Email, Details)] : []
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks */
const mailgunSchema = z.object({
  'event-data': z.object({
    event: z.string(),
    severity: z.string().default(''),
    reason: z.string().default(''),
    recipient: z.string().default(''),
    'delivery-status': z
      .object({ message: z.string().default(''), description: z.string().nullish() })
      .default({ message: '' }),
  }),
})

/** `old`, for example: the server was out of reach for too long. `bounce`: the server refused it, for any reason. */
const isMailgunForGood = (reason: string, said: string): boolean =>
  reason === 'suppress-bounce' || (reason === 'bounce' && isMailboxGone(said, 'RCPT TO'))

function mailgunReports(message: unknown): Found[] | undefined {
  const read = mailgunSchema.safeParse(message)
  if (!read.success) return undefined
  const { event, severity, reason, recipient, 'delivery-status': status } = read.data['event-data']
  if (event === 'complained') return [complained(recipient)]
  const said = status.message || (status.description ?? '')
  return event === 'failed' && severity === 'permanent' && isMailgunForGood(reason, said)
    ? [bounced(recipient, said)]
    : []
}

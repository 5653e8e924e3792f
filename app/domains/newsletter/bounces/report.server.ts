import type { Attachment } from 'postal-mime'
import { asCleanLine, isMailAddress } from '~/platform/text'
import { isMailboxGone } from '../campaigns/answers'
import type { SuppressionReason } from '../model'

/** What a mail server reports about an email of ours. */
export interface Report {
  reason: Extract<SuppressionReason, 'bounced' | 'complained'>
  email: string
  /** What the server said. */
  detail: string
}

/** Whether an email of this site was sent to an address. @param id what its Message-ID begins with */
export type WasSentTo = (id: string, email: string) => Promise<boolean>

const DETAIL_MAX = 500

/**
 * The addresses that a message reports as gone for good (RFC 3464 or QSBMF) or as complaining (RFC 5965). It has to
 * contain the Message-ID of an email that this site sent to them, since anyone can send reports.
 * @param host of the site, which ends its Message-IDs
 * @returns none for any other message
 */
export async function readReport(
  source: Uint8Array,
  { host, wasSentTo }: { host: string; wasSentTo: WasSentTo },
): Promise<Report[]> {
  const { default: PostalMime } = await import('postal-mime')
  // Anyone can send one that can't be parsed, such as with hundreds of nested parts.
  const message = await PostalMime.parse(source, { forceRfc822Attachments: true }).catch(() => undefined)
  if (!message) return []
  const part = (...types: string[]) => message.attachments.find(({ mimeType }) => types.includes(mimeType))
  const ofQmail = inQmailsForm(message.text ?? '')
  const copy = ofQmail?.copy ?? textOf(part('message/rfc822', 'text/rfc822-headers'))
  const [original] = fieldsOf(copy)
  const [, id = '', sender] = /^<([\w.-]{1,100})@([^<>\s]+)>$/.exec(original?.get('message-id') ?? '') ?? []
  if (!original || sender !== host) return []
  const status = part('message/delivery-status')
  const feedback = part('message/feedback-report')
  const reports = ofQmail
    ? ofQmail.recipients.flatMap(bounceOfQmail)
    : status
      ? bouncesIn(textOf(status))
      : feedback
        ? complaintsIn(textOf(feedback), original)
        : []
  const proven: Report[] = []
  for (const report of reports.slice(0, MOST_REPORTS))
    if (await wasSentTo(id, report.email)) proven.push(report)
  return proven
}

/** An email has one recipient, and mail servers report a few at once. */
const MOST_REPORTS = 100

const textOf = (part: Attachment | undefined): string => {
  if (!part) return ''
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
}

/** Groups of header fields, separated by blank lines, by name in lower case. The first of a name counts. */
function fieldsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
        const [, name = '', value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? []
        if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
    .filter(({ size }) => size > 0)
}

function bouncesIn(status: string): Report[] {
  return fieldsOf(status).flatMap((fields): Report[] => {
    // The address that the email was sent to; the final one may be that of a forwarding.
    const email = addressIn(fields.get('original-recipient') ?? fields.get('final-recipient'))
    const code = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0]
    if (email === undefined || code === undefined) return []
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const said = fields.get('diagnostic-code')?.replace(/^smtp;\s*/i, '') ?? ''
    if (!isMailboxGone(`${code} ${said}`, 'RCPT TO')) return []
    // Servers repeat the code on every line.
    const words = said.replace(/\b5\d\d[- ](\d\.\d{1,3}\.\d{1,3})\s+/g, (all, repeated) =>
      repeated === code ? '' : all,
    )
    return [{ reason: 'bounced', email, detail: asCleanLine(`${code} ${words}`).slice(0, DETAIL_MAX) }]
  })
}

/**
 * A report as qmail writes it, as plain text: paragraphs about addresses, then a copy of the email
 * (QSBMF, https://cr.yp.to/proto/qsbmf.txt). @returns undefined for any other text
 */
function inQmailsForm(text: string): { recipients: string[]; copy: string } | undefined {
  if (!text.startsWith('Hi. This is the')) return undefined
  const [, ...paragraphs] = text.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  const end = paragraphs.findIndex((paragraph) => paragraph.startsWith('-'))
  return end < 0 ? undefined : { recipients: paragraphs.slice(0, end), copy: paragraphs[end + 1] ?? '' }
}

/** From `<ann@example.com>:` and the lines that say why. */
function bounceOfQmail(paragraph: string): Report[] {
  const [, email = '', said = ''] = /^<([^<>\n]*)>:\n(.*)$/s.exec(paragraph) ?? []
  if (!isMailAddress(email) || !isMailboxGone(said, 'RCPT TO')) return []
  return [{ reason: 'bounced', email, detail: asCleanLine(said).slice(0, DETAIL_MAX) }]
}

function complaintsIn(feedback: string, original: Map<string, string>): Report[] {
  const [fields] = fieldsOf(feedback)
  if (fields?.get('feedback-type')?.toLowerCase() !== 'abuse') return []
  const email = addressIn(fields.get('original-rcpt-to') ?? original.get('to'))
  return email === undefined ? [] : [{ reason: 'complained', email, detail: 'Marked as spam' }]
}

/** From `rfc822; ann@example.com`, `<ann@example.com>` or `Ann <ann@example.com>`. */
function addressIn(field: string | undefined): string | undefined {
  const typed = field?.replace(/^rfc822;/i, '').trim() ?? ''
  const address = /<([^<>]*)>$/.exec(typed)?.[1] ?? typed
  return isMailAddress(address) ? address : undefined
}

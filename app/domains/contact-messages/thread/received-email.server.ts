import { Parser } from 'htmlparser2'
import type { Email } from 'postal-mime'
import { withLinksRemoved } from '~/platform/http/special-paths'
import { sha256 } from '~/platform/ids.server'
import { asCleanLine, asCleanText } from '~/platform/text'
import { SUBJECT_MAX } from '../model'

/** A client's email, as text. */
export interface ReceivedEmail {
  /** Its Message-ID, or a hash of an email without a usable one. */
  receivedId: string
  /** In lower case; '' if it names none. */
  from: string
  /** "Ann Lee <ann@example.com>" */
  author: string
  subject: string
  text: string
  /** Sent by a program, such as an out-of-office reply (RFC 3834). */
  isAutomatic: boolean
}

const TEXT_MAX = 20_000
const AUTHOR_MAX = 300
/** Only visible ASCII, since a reply names it in its header. */
const MESSAGE_ID = /^<[!-;=?-~]{1,500}>$/
/** Refuses what no email program writes. */
const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 200_000 }
/** An email within it counts as an attachment: those within others would be read again at each level. */
const READING = { ...LIMITS, forceRfc822Attachments: true }

/** Reads an email, up to 20,000 characters of its text. Attachments are only counted. */
export async function readEmail(source: Uint8Array): Promise<ReceivedEmail> {
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(source, READING).catch(() => undefined)
  const hash = sha256(Buffer.from(source).toString('base64'))
  if (!email)
    return {
      ...{ receivedId: hash, from: '', author: 'Unknown sender', subject: '', isAutomatic: true },
      text: 'We couldn’t read this email. You’ll find it in your mailbox.',
    }
  const { name = '', address = '' } = email.from ?? {}
  const sender = asCleanLine(name) === '' ? asCleanLine(address) : asCleanLine(`${name} <${address}>`)
  return {
    receivedId: MESSAGE_ID.test(email.messageId ?? '') ? (email.messageId ?? hash) : hash,
    from: address.toLowerCase(),
    author: cut(sender, AUTHOR_MAX) || 'Unknown sender',
    subject: cut(asCleanLine(email.subject ?? ''), SUBJECT_MAX),
    text: textOf(email),
    isAutomatic: email.headers.some(({ key, value }) => key === 'auto-submitted' && !/^no\b/i.test(value)),
  }
}

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed()

function textOf(email: Email): string {
  const written = asCleanText(email.text ?? textOfHtml(email.html ?? ''))
    .split('\n')
    // A pattern would take quadratic time for many inner spaces.
    .map((each) => each.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const count = email.attachments.length
  const rest = [
    ...(written.length > TEXT_MAX ? ['The rest of this email is in your mailbox.'] : []),
    ...(count > 0
      ? [count === 1 ? '1 attachment is in your mailbox.' : `${count} attachments are in your mailbox.`]
      : []),
    ...(written === '' && count === 0 ? ['This email has no text.'] : []),
  ]
  // It may quote an email of ours with a link that only the client may use.
  return [withLinksRemoved(cut(written, TEXT_MAX)), ...rest].filter((part) => part !== '').join('\n\n')
}

const HIDDEN = new Set(['head', 'script', 'style', 'title'])
const BLOCKS = new Set(['blockquote', 'div', 'h1', 'h2', 'h3', 'li', 'p', 'table', 'tr'])

function textOfHtml(html: string): string {
  const parts: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (HIDDEN.has(name)) hidden += 1
      if (name === 'br') parts.push('\n')
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text.replace(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden -= 1
      if (BLOCKS.has(name)) parts.push('\n')
    },
  })
  parser.end(html)
  return parts.join('')
}

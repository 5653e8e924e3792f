import type { FetchMessageObject, ImapFlowOptions, MessageStructureObject } from 'imapflow'

export interface ImapServer {
  host: string
  port: number
  encryption: 'tls' | 'starttls'
  username: string
  password: string
}

/** How far a mailbox has been read. */
export interface Mark {
  /** The validity of the ids (RFC 9051, 2.3.1.1). */
  uidValidity: string
  lastUid: number
}

const MOST_MESSAGES = 2_000
const MOST_BYTES = 500_000

/** What becomes of the messages that arrived. */
export interface MailboxReader {
  /** Gets the source of each report. */
  onReport(source: Uint8Array): Promise<void>
  /**
   * Called for each message that names emails of a site like this one, with the ids in their Message-IDs.
   * @param download gets its source, up to 500,000 bytes
   */
  onReply(ids: string[], download: () => Promise<Uint8Array | undefined>): Promise<void>
}

export type MailboxRead = { ok: true; mark: Mark } | { ok: false; sentence: string }

/**
 * Reads the reports and the replies that arrived since a mark. Nothing in the mailbox is changed, not even
 * whether a message is seen. Of other messages, only what kind they are and what they answer is downloaded.
 * @param since null: only finds the end of the mailbox
 * @param options for tests
 */
export async function readMailbox(
  server: ImapServer,
  since: { mark: Mark; reader: MailboxReader } | null,
  options: Partial<ImapFlowOptions> = {},
): Promise<MailboxRead> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    ...{ host: server.host, port: server.port },
    secure: server.encryption === 'tls',
    doSTARTTLS: server.encryption === 'starttls' ? true : undefined,
    auth: { user: server.username, pass: server.password },
    ...{ logger: false, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 },
    ...options,
  } as ImapFlowOptions)
  // Without a listener, a lost connection would stop the process. The command that it breaks reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const mailbox = await client.mailboxOpen('INBOX', { readOnly: true })
    const end = { uidValidity: String(mailbox.uidValidity), lastUid: mailbox.uidNext - 1 }
    if (since === null) return { ok: true, mark: end }
    const { mark, reader } = since
    if (mark.uidValidity !== end.uidValidity || mark.lastUid >= end.lastUid) return { ok: true, mark: end }
    const lastUid = Math.min(end.lastUid, mark.lastUid + MOST_MESSAGES)
    const range = `${mark.lastUid + 1}:${lastUid}`
    const query = { uid: true, bodyStructure: true, envelope: true, headers: ['in-reply-to', 'references'] }
    for (const found of await client.fetchAll(range, query, { uid: true })) {
      const download = async () => {
        const whole = { source: { maxLength: MOST_BYTES } }
        const message = await client.fetchOne(String(found.uid), whole, { uid: true })
        const source = message ? message.source : undefined
        return source && firstLines(source)
      }
      const ids = answeredIds(found)
      const source = isReport(found) ? await download() : undefined
      if (source) await reader.onReport(source)
      else if (ids.length > 0 && !isReport(found)) await reader.onReply(ids, download)
    }
    return { ok: true, mark: { ...end, lastUid } }
  } catch (error) {
    return { ok: false, sentence: sentenceOf(error) }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** Lines of an email that are read. 500,000 bytes that a program wrote have a few thousand. */
const MOST_LINES = 20_000

/** Each line takes its time to read, so that an email of nothing but line breaks would keep the site busy. */
export function firstLines(source: Uint8Array): Uint8Array {
  let end = -1
  for (let lines = 0; lines < MOST_LINES; lines += 1) {
    end = source.indexOf(0x0a, end + 1)
    if (end === -1) return source
  }
  return source.subarray(0, end)
}

/** A report by its type, or plain text from a mail server, as qmail sends. */
function isReport({ bodyStructure, envelope }: FetchMessageObject): boolean {
  const type = (bodyStructure as MessageStructureObject | undefined)?.type.toLowerCase()
  const isFromServer = /^mailer-daemon(?:@|$)/i.test(envelope?.from?.[0]?.address ?? '')
  return type === 'multipart/report' || (type === 'text/plain' && isFromServer)
}

/** Most ids that a message names. The newest are the last. */
const MOST_IDS = 50

/** The ids of emails like this site's that a message answers (RFC 5322, 3.6.4). */
const answeredIds = ({ headers }: FetchMessageObject): string[] =>
  [...(headers?.toString('latin1') ?? '').matchAll(/<([0-9a-f-]{36})@[^<>\s]{1,255}>/g)]
    .map(([, id = '']) => id)
    .slice(-MOST_IDS)

/** What the server said, without the password, which no reply contains. Where none answers, always the same. */
function sentenceOf(error: unknown): string {
  const { authenticationFailed, responseText, message } = error as {
    authenticationFailed?: boolean
    responseText?: string
    message?: string
  }
  if (authenticationFailed)
    return `The server didn’t accept the user name or password. It said: ${responseText ?? message}`
  const said = responseText ?? (/certificate/i.test(message ?? '') ? message : undefined)
  return said === undefined
    ? 'We couldn’t reach the mailbox. Check the server, the port, and the encryption.'
    : `We couldn’t read the mailbox: ${said}`
}

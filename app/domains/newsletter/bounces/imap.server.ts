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

export type MailboxRead = { ok: true; mark: Mark } | { ok: false; sentence: string }

/**
 * Reads the reports that arrived since a mark. Nothing in the mailbox is changed, not even whether a message is
 * seen. Only reports are downloaded, of other messages only what kind they are.
 * @param mark null: only finds the end of the mailbox
 * @param onReport called with the source of each
 * @param options for tests
 */
export async function readMailbox(
  server: ImapServer,
  mark: Mark | null,
  onReport: (source: Uint8Array) => Promise<void>,
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
    if (mark === null || mark.uidValidity !== end.uidValidity || mark.lastUid >= end.lastUid)
      return { ok: true, mark: end }
    const lastUid = Math.min(end.lastUid, mark.lastUid + MOST_MESSAGES)
    const range = `${mark.lastUid + 1}:${lastUid}`
    const found = await client.fetchAll(range, { uid: true, bodyStructure: true }, { uid: true })
    for (const uid of found.filter(isReport).map((each) => each.uid)) {
      const report = await client.fetchOne(String(uid), { source: { maxLength: MOST_BYTES } }, { uid: true })
      const source = report ? report.source : undefined
      if (source) await onReport(source)
    }
    return { ok: true, mark: { ...end, lastUid } }
  } catch (error) {
    return { ok: false, sentence: sentenceOf(error) }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

const isReport = ({ bodyStructure }: FetchMessageObject): boolean =>
  (bodyStructure as MessageStructureObject | undefined)?.type.toLowerCase() === 'multipart/report'

/** What the server said, without the password, which no reply contains. */
function sentenceOf(error: unknown): string {
  const { authenticationFailed, responseText, message } = error as {
    authenticationFailed?: boolean
    responseText?: string
    message?: string
  }
  const said = responseText ?? message ?? String(error)
  return authenticationFailed
    ? `The server didn’t accept the user name or password. It said: ${said}`
    : `We couldn’t read the mailbox: ${said}`
}

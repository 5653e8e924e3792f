import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '~/platform/config.server'
import { mailAttempts } from '~/platform/metrics.server'
import type { Delivery, EncodedMail, FailedDelivery, Mailer, OutgoingMail } from './message'

/**
 * Sends over SMTP if there is a server, else writes files.
 * @param readServerUrl called for each email, since the server can change
 */
export function createMailer(
  config: Pick<Config, 'dataDir'>,
  readServerUrl: () => Promise<string | undefined>,
): Mailer {
  const files = fileMailer(folderOf(config))
  const server = serverMailer(readServerUrl)
  return {
    send: async (mail, fileName) => {
      const smtp = await server.open()
      if (smtp === undefined) return await files.send(mail, fileName)
      const delivery = await smtp.send(mail)
      // The file was written before there was a server. It contains live links, and sent emails keep none.
      if (delivery.ok) await dropMailFile(config, fileName)
      return delivery
    },
    close: () => {
      files.close()
      server.close()
    },
  }
}

/**
 * The mailer of the current mail server.
 * @param options `connections`: emails sent at the same time
 */
export function serverMailer(
  readServerUrl: () => Promise<string | undefined>,
  options: { connections?: number } = {},
): { open(): Promise<ServerMailer | undefined>; close(): void } {
  let current: { url: string; mailer: ServerMailer } | undefined
  return {
    open: async () => {
      const url = await readServerUrl()
      if (url !== undefined && current?.url !== url) {
        current?.mailer.close()
        current = { url, mailer: smtpMailer(url, options) }
      }
      return url === undefined ? undefined : current?.mailer
    },
    close: () => current?.mailer.close(),
  }
}

/** Sends to a mail server, never to a file. */
export interface ServerMailer {
  send(mail: OutgoingMail | EncodedMail): Promise<Delivery>
  close(): void
}

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail')

export const dropMailFile = (config: Pick<Config, 'dataDir'>, fileName: string): Promise<void> =>
  rm(join(folderOf(config), fileName), { force: true })

/** `2026-11-20T12-00-00.000Z-{id}.eml`, so that files sort by time. */
export const mailFileName = ({ id, createdAt }: { id: string; createdAt: number }): string =>
  `${new Date(createdAt).toISOString().replaceAll(':', '-')}-${id}.eml`

/** Deletes files of emails created before an instant, by their names. @returns how many */
export async function dropMailFilesBefore(config: Pick<Config, 'dataDir'>, before: number): Promise<number> {
  const folder = folderOf(config)
  const first = new Date(before).toISOString().replaceAll(':', '-')
  const names = await readdir(folder).catch(() => [])
  const old = names.filter((name) => /^\d{4}-.*\.eml$/.test(name) && name < first)
  for (const name of old) await dropMailFile(config, name)
  return old.length
}

/** Loads the library with the first email. It takes memory and start time that few processes need. */
function openedLater<Transport extends { close(): void }>(
  create: (library: Pick<typeof import('nodemailer'), 'createTransport'>) => Transport,
) {
  let transport: Promise<Transport> | undefined
  return {
    open: () => (transport ??= import('nodemailer').then((library) => create(library.default))),
    close: () => void transport?.then((each) => each.close()),
  }
}

/** Keeps a few connections open between messages. */
export function smtpMailer(url: string, { connections = 2 }: { connections?: number } = {}): ServerMailer {
  const transport = openedLater(({ createTransport }) => {
    const pool = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    } as Parameters<typeof createTransport>[0])
    pool.use('stream', ({ data, message }, done) => {
      const createReadStream = message.createReadStream.bind(message)
      message.createReadStream = (options) => {
        const text = createReadStream(options)
        ;(data as TrackedOptions).tracked.text = text
        return text
      }
      done()
    })
    return pool
  })
  return {
    send: async (mail): Promise<Delivery> => {
      const tracked: TrackedOptions['tracked'] = {}
      const options: TrackedOptions = { ...optionsOf(mail), tracked }
      try {
        const { response } = await (await transport.open()).sendMail(options)
        mailAttempts.add({ outcome: 'accepted' })
        return { ok: true, isSent: true, answer: response }
      } catch (error) {
        const failed = deliveryOf(error, { isTextSent: tracked.text?.readableDidRead === true })
        const delivery = { ...failed, detail: withoutPassword(failed.detail, url) }
        mailAttempts.add({ outcome: delivery.reason })
        return delivery
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Connects and signs in, without sending anything.
 * @throws the refusal
 */
export async function signInToServer(url: string): Promise<void> {
  const { default: library } = await import('nodemailer')
  const transport = library.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  } as Parameters<typeof library.createTransport>[0])
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** The text of an email. It is read once the server has accepted the recipient and asks for it. */
type TrackedOptions = SendMailOptions & { tracked: { text?: Readable } }

/**
 * The meaning of an SMTP server's reply (RFC 5321, 4.2.1): 5yz is permanent, 4yz and everything else temporary.
 * So is a refused sign-in, which the operator can fix.
 */
function deliveryOf(error: unknown, { isTextSent }: { isTextSent: boolean }): FailedDelivery {
  const { responseCode, code, message, response, command } = error as SmtpError
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return {
    ok: false,
    reason: isRefused ? 'refused' : 'temporary',
    // The server’s own words about the recipient or the text.
    detail: (isAboutMail(command) ? response : undefined) ?? message ?? String(error),
    isReached: responseCode !== undefined,
    command,
    isUncertain: isTextSent && code !== 'EENVELOPE' && code !== 'EMESSAGE',
  }
}

/** A server can repeat what it was sent, as text or as base64 (RFC 4616). Its words are stored, logged and shown. */
function withoutPassword(words: string, url: string): string {
  const [user, password] = [new URL(url).username, new URL(url).password].map(decodeURIComponent)
  if (!password) return words
  const sent = [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'))
  return [...sent, password].reduce((shown, secret) => shown.replaceAll(secret, '[password]'), words)
}

const isAboutMail = (command: string | undefined) => command === 'RCPT TO' || command === 'DATA'

interface SmtpError {
  responseCode?: number
  code?: string
  message?: string
  /** What the server answered. */
  response?: string
  command?: string
}

/** Writes one `.eml` file per message, atomically. Sending a message again replaces its file. */
export function fileMailer(folder: string): Mailer {
  const transport = openedLater(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    send: async (mail, fileName) => {
      const { message } = await (await transport.open()).sendMail(optionsOf(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `.${fileName}.part`)
      const file = await open(unfinished, 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, join(folder, fileName))
      return { ok: true, isSent: false }
    },
    close: () => transport.close(),
  }
}

const optionsOf = (mail: OutgoingMail | EncodedMail): SendMailOptions => ({
  messageId: mail.messageId,
  date: mail.date,
  from: mail.from,
  to: mail.to,
  ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: mail.headers,
  attachments: (mail.pictures ?? []).map(({ cid, data, type = 'image/png' }) => ({
    cid,
    content: Buffer.from(data),
    contentType: type,
    contentDisposition: 'inline',
    filename: type === 'image/png' ? 'logo.png' : 'cover.jpg',
  })),
  ...(mail.calendar ? { icalEvent: icalEventOf(mail.calendar) } : {}),
  // Visitors' texts must never make the library read a file or a URL.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Added as an alternative to the bodies, which calendars read, and as an attachment, which people open. Base64,
 * so that mail servers don't change line endings or wrap long lines.
 */
const icalEventOf = ({ method, content }: NonNullable<OutgoingMail['calendar']>) => ({
  method,
  content,
  filename: 'session.ics',
  contentTransferEncoding: 'base64' as const,
})

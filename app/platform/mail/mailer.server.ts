import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Config } from '~/platform/config.server'
import type { Delivery, Mailer, OutgoingMail } from './message'

/** Over SMTP when the operator gave a server, else into files. */
export const createMailer = (config: Pick<Config, 'smtpUrl' | 'dataDir'>): Mailer =>
  config.smtpUrl ? smtpMailer(config.smtpUrl) : fileMailer(join(config.dataDir, 'mail'))

/** A few connections are kept open between messages. */
export function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  } as Parameters<typeof nodemailer.createTransport>[0])
  return {
    send: async (mail): Promise<Delivery> => {
      try {
        const { response } = await transport.sendMail(optionsOf(mail))
        return { ok: true, answer: response }
      } catch (error) {
        return deliveryOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * What an SMTP server’s answer means (RFC 5321, 4.2.1): 5yz is for good, 4yz and everything else may pass.
 * A refused sign-in is the operator’s to mend, so the message waits for it.
 */
function deliveryOf(error: unknown): Delivery {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message?: string }
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return { ok: false, reason: isRefused ? 'refused' : 'temporary', detail: message ?? String(error) }
}

/** One `.eml` file a message. It appears whole or not at all; sent again, it replaces itself. */
export function fileMailer(folder: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail, fileName) => {
      const { message } = await transport.sendMail(optionsOf(mail))
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
      return { ok: true }
    },
    close: () => transport.close(),
  }
}

const optionsOf = (mail: OutgoingMail): SendMailOptions => ({
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
  // Texts of visitors must never make the program read a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * As an alternative to the bodies, which calendars read, and as a file, which people open. Base64, so that no server on
 * the way changes a line end or a long line of it.
 */
const icalEventOf = ({ method, content }: NonNullable<OutgoingMail['calendar']>) => ({
  method,
  content,
  filename: 'session.ics',
  contentTransferEncoding: 'base64' as const,
})

import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  /** Recipients in the SMTP envelope. */
  recipients: string[]
  raw: string
  mail: Email
}

export interface SmtpSink {
  url: string
  caught: CaughtMail[]
  /** Answers the next recipients with this SMTP code; undefined: accepts all. */
  answerWith(code: number | undefined): void
  close(): Promise<void>
}

/** A mail server that stores what it receives. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const caught: CaughtMail[] = []
  let answer: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => {
      if (answer === undefined) callback()
      else
        callback(
          Object.assign(new Error(answer >= 500 ? 'No such mailbox' : 'Try later'), { responseCode: answer }),
        )
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        caught.push({ recipients, raw, mail: await PostalMime.parse(raw) })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    caught,
    answerWith: (code) => {
      answer = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

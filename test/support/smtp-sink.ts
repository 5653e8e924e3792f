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

interface SinkOptions {
  /** Requires STARTTLS and this sign-in. The certificate is for tests. */
  signIn?: { username: string; password: string }
  /** What happens to a recipient, by address and number of attempts so far; by default it is accepted. */
  treat?: (address: string, attempt: number) => Treatment | undefined
}

/**
 * An answer to the recipient, such as `450 4.2.1 Busy`, or after the text; the connection is cut in the text, or
 * after it was stored; or the answer waits.
 */
export type Treatment =
  | { recipient: string }
  | { text: string }
  | { cut: 'in the text' | 'after the text' }
  | { wait: Promise<unknown> }

/** A mail server that stores what it receives. */
export async function openSmtpSink({ signIn, treat }: SinkOptions = {}): Promise<SmtpSink> {
  const caught: CaughtMail[] = []
  let answer: number | undefined
  const attempts = new Map<string, number>()
  const treatments = new Map<string, Treatment | undefined>()
  const server = new SMTPServer({
    ...(signIn
      ? {
          onAuth: ({ username, password }, _session, callback) =>
            username === signIn.username && password === signIn.password
              ? callback(null, { user: username })
              : callback(answerError(`535 5.7.8 Wrong user name or password: ${username} ${password}`)),
        }
      : { authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] }),
    onRcptTo: ({ address }, session, callback) => {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      const treatment = treat?.(address, attempt)
      treatments.set(session.id, treatment)
      if (treatment && 'recipient' in treatment) callback(answerError(treatment.recipient))
      else if (answer === undefined) callback()
      else
        callback(
          Object.assign(new Error(answer >= 500 ? 'No such mailbox' : 'Try later'), { responseCode: answer }),
        )
    },
    onData: (stream, session, callback) => {
      const treatment = treatments.get(session.id)
      const cut = () => {
        for (const connection of server.connections)
          if ((connection as unknown as Connection).session.id === session.id)
            (connection as unknown as Connection)._socket.destroy()
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (treatment && 'cut' in treatment && treatment.cut === 'in the text') cut()
        chunks.push(chunk)
      })
      stream.on('end', async () => {
        if (treatment && 'text' in treatment) return callback(answerError(treatment.text))
        if (treatment && 'wait' in treatment) await treatment.wait
        const raw = Buffer.concat(chunks).toString('utf8')
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        caught.push({ recipients, raw, mail: await PostalMime.parse(raw) })
        if (treatment && 'cut' in treatment) cut()
        else callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const who = signIn ? `${encodeURIComponent(signIn.username)}:${encodeURIComponent(signIn.password)}@` : ''
  return {
    url: `smtp://${who}127.0.0.1:${port}${signIn ? '?requireTLS=true&tls.rejectUnauthorized=false' : ''}`,
    caught,
    answerWith: (code) => {
      answer = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

interface Connection {
  session: { id: string }
  _socket: { destroy(): void }
}

/** @param answer with its code, such as `550 5.1.1 No such user` */
const answerError = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })

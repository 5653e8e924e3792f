import type { AddressInfo } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'

/** An IMAP server with an inbox, which accepts the user `testuser` with the password `testpass`. */
export async function openImapServer(messages: string[]) {
  const server = hoodiecrow({
    plugins: ['ID', 'SASL-IR', 'AUTH-PLAIN', 'NAMESPACE', 'UNSELECT', 'ENABLE'],
    storage: { INBOX: { messages: messages.map((raw) => ({ raw, flags: [] })) } },
  })
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    deliver: (raw: string) => server.appendMessage('INBOX', [], '', raw),
    flags: () => server.getMailbox('INBOX').messages.map((message) => message.flags),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

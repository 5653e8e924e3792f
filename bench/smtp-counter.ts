import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts everything and keeps nothing. Sends its port to the parent process. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, callback) => stream.resume().on('end', () => callback()),
})
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))

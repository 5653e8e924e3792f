declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  interface HoodiecrowServer {
    server: Server
    getMailbox(path: string): { messages: { flags: string[] }[] }
    listen(port: number, done: () => void): void
    appendMessage(mailbox: string, flags: string[], date: string, raw: string): void
    close(done: () => void): void
  }

  export default function hoodiecrow(options: {
    plugins: string[]
    storage: Record<string, { messages: { raw: string; flags: string[] }[] }>
  }): HoodiecrowServer
}

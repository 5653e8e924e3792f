import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowConnections {
  port: number
  /** By how long everything that the server sends is delayed from now on, in milliseconds. */
  delayMs: number
  /** Whether whatever either side sends is lost from now on, while connections stay open. */
  isSilent: boolean
  close(): Promise<void>
}

/** Passes connections on to a server on this machine. */
export async function slowConnections(to: number): Promise<SlowConnections> {
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(to, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.on('data', (data) => {
      if (!passing.isSilent) outgoing.write(data)
    })
    let last = Promise.resolve()
    outgoing.on('data', (data) => {
      const due = sleep(passing.delayMs)
      last = last.then(async () => {
        await due
        if (!passing.isSilent) incoming.write(data)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const passing = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    isSilent: false,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return passing
}

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const CHECK_EVERY_MS = 100

export interface Balancer {
  url: string
  /** Addresses of the instances. Those that aren't ready get no requests. */
  targets: Set<string>
  /** Requests that an instance didn't answer. */
  failures: number
  close(): Promise<void>
}

/** Passes each request to the next instance that is ready, without sticky sessions, and never repeats one. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const balancer = { url: '', targets: new Set<string>(), failures: 0, close }
  let turn = 0
  let isOpen = true
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  balancer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const checking = check()
  return balancer

  async function check(): Promise<void> {
    for (; isOpen; await sleep(CHECK_EVERY_MS))
      await Promise.all(
        [...balancer.targets].map(async (target) => {
          const isReady = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
            async (answer) => {
              await answer.arrayBuffer()
              return answer.ok
            },
            () => false,
          )
          if (isReady) ready.add(target)
          else ready.delete(target)
        }),
      )
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const free = [...ready].filter((target) => balancer.targets.has(target))
    const target = free[turn++ % free.length]
    if (target === undefined) return void outgoing.writeHead(503).end('No instance is ready.')
    const fail = () => {
      ready.delete(target)
      balancer.failures += 1
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end('The instance did not answer.')
    }
    const asked = request(
      new URL(incoming.url ?? '/', target),
      { agent, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
        answer.on('error', fail).on('aborted', fail)
        answer.pipe(outgoing)
      },
    )
    asked.on('error', fail)
    incoming.on('error', () => asked.destroy())
    incoming.pipe(asked)
  }

  async function close(): Promise<void> {
    isOpen = false
    await checking
    agent.destroy()
    server.close()
    server.closeAllConnections()
  }
}

export interface Answered {
  status: number
  headers: Headers
  body: Buffer
}

/** Sends a request, and once again if it failed. Notes how long it took, and whether both failed. */
export function createClient(url: string) {
  const taken: number[] = []
  const failed: string[] = []
  let repeated = 0
  /** Requests under way for the second time. */
  let again = 0
  return {
    taken,
    failed,
    get repeated() {
      return repeated
    },
    /** Whether a request is under way for the second time. Another failure would be its last. */
    get isRepeating() {
      return again > 0
    },
    async ask(path: string, init: RequestInit = {}): Promise<Answered> {
      const begun = performance.now()
      for (let attempt = 1; ; attempt++) {
        const answer = await askOnce(path, init)
        if (attempt === 2) again -= 1
        if (answer.status > 0 && answer.status < 500) {
          taken.push(performance.now() - begun)
          return answer
        }
        if (attempt === 2) {
          taken.push(performance.now() - begun)
          failed.push(`${answer.status} ${init.method ?? 'GET'} ${path}`)
          return answer
        }
        repeated += 1
        again += 1
        await sleep(RETRY_MS)
      }
    },
  }

  async function askOnce(path: string, init: RequestInit): Promise<Answered> {
    try {
      const answer = await fetch(url + path, { redirect: 'manual', ...init })
      return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
    } catch {
      return { status: 0, headers: new Headers(), body: Buffer.alloc(0) }
    }
  }
}

const RETRY_MS = 300

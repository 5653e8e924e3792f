import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Config, ConfigError } from '~/platform/config.server'
import type { Logger } from '~/platform/logging.server'
import { keepPace, PACE, type Pace } from './pace.server'
import { plainPage } from './plain-page.server'
import { baseHeaders, type HeaderConfig, STRICT_POLICY } from './security-headers.server'
import type { Site } from './site.server'

export interface Listener {
  /** The actual port, also when 0 was requested. */
  port: number
  /** Each connection ends with its next response, so that a load balancer sends new requests elsewhere. */
  drain(): void
  /** Accepts no more connections, and waits up to `drainMs` milliseconds for running requests. */
  close(drainMs: number): Promise<void>
}

/**
 * Connections that wait to be accepted while the program is busy; Linux lowers it to `net.core.somaxconn`. Beyond it, a
 * browser tries again only after 1, 3 and 7 seconds, and Node.js’s 511 are full after a second of a busy site.
 */
const WAITING_CONNECTIONS = 4_096

/** Time for the final response to arrive before the connection is closed, in milliseconds. */
const FINAL_RESPONSE_MS = 1_000

/** Serves over HTTP/1.1. */
export async function listen(
  config: Pick<Config, 'host' | 'port'> & HeaderConfig,
  log: Logger,
  site: Pick<Site, 'fromMemory' | 'fetch'>,
  pace: Pace = PACE,
): Promise<Listener> {
  const server = createServer({
    headersTimeout: 15_000,
    // Bodies have their own speed limits, which differ for photos and forms.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
    // Refused later, where the answer gets our headers.
    requireHostHeader: false,
  })
  let closing = false
  const running = new Set<ServerResponse>()
  const answer = getRequestListener((request, env) => site.fetch(request, env as HttpBindings), {
    hostname: 'localhost',
    errorHandler: (error) => {
      log.debug({ err: error }, 'a request could not be read')
      return withBaseHeaders(config, plainPage(400, 'We can’t read that URL. Check it and try again.'))
    },
  })
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (closing) outgoing.setHeader('Connection', 'close')
    // HTTP/1.1 connections stay open by default (RFC 9112, 9.3).
    else if (incoming.httpVersion === '1.1' && !incoming.headers.connection)
      outgoing.removeHeader('Connection')
    if (site.fromMemory(incoming, outgoing)) return
    keepPace(incoming, pace, () => refuseLate(config, incoming, outgoing))
    running.add(outgoing)
    outgoing.once('close', () => running.delete(outgoing))
    void answer(incoming, outgoing)
  }
  server.on('request', serve)
  // Unknown expectations may be ignored (RFC 9110, 10.1.1). Node's own refusal lacks our headers.
  server.on('checkExpectation', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseRaw(config, error, socket as Socket),
  )
  await opened(server, config)
  return {
    port: (server.address() as AddressInfo).port,
    drain,
    close: async (drainMs) => {
      drain()
      const closed = new Promise((resolve) => server.close(resolve))
      const cutOff = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearTimeout(cutOff)
    },
  }

  function drain(): void {
    closing = true
    for (const outgoing of running) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
  }
}

const UNKNOWN_HOST =
  'HOST must be an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.'

function opened(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.syscall === 'getaddrinfo' ? new ConfigError(UNKNOWN_HOST) : error)
    server.once('error', fail)
    server.listen(port, host, WAITING_CONNECTIONS, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function withBaseHeaders(config: HeaderConfig, response: Response): Response {
  for (const [name, value] of Object.entries(baseHeaders(config, '/'))) response.headers.set(name, value)
  response.headers.set('Content-Security-Policy', STRICT_POLICY)
  return response
}

const RAW_ANSWERS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'That request’s headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** Ends a request whose body arrives too slowly. */
function refuseLate(config: HeaderConfig, { socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.headersSent) return void socket.destroy()
  const late = Object.assign(new Error('The request is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  refuseRaw(config, late, socket)
  setTimeout(() => socket.destroy(), FINAL_RESPONSE_MS).unref()
}

/** Answers bytes that aren't valid HTTP. */
function refuseRaw(config: HeaderConfig, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, sentence] = RAW_ANSWERS[error.code ?? ''] ?? [
    '400 Bad Request',
    'We can’t read that request.',
  ]
  const headers = {
    ...baseHeaders(config, '/'),
    'Content-Security-Policy': STRICT_POLICY,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(sentence)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${sentence}`)
}

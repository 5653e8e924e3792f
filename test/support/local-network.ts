import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Network, openInternet } from '~/platform/http/safe-fetch.server'

/**
 * A local server in place of the internet: every name resolves to it, without TLS.
 * @returns also the host names that were resolved
 */
export async function localNetwork(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lookedUp: string[] = []
  const network: Network = {
    ...openInternet,
    resolve: async (host) => {
      lookedUp.push(host)
      if (host === 'nowhere.example') throw new Error('ENOTFOUND')
      if (host === 'inside.example') return [{ address: '10.0.0.1', family: 4 }]
      return [{ address: '127.0.0.1', family: 4 }]
    },
    isAllowed: (address) => address === '127.0.0.1',
    request: (url, options) => request(Object.assign(new URL(url), { protocol: 'http:' }), options),
    timeLimitMs: 3_000,
  }
  return {
    network,
    lookedUp,
    at: (path: string, host = 'calendar.example') => `https://${host}:${port}${path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isPublicAddress } from './public-address'

const MOST_REDIRECTS = 3
const MOST_BYTES = 5_000_000
const TIME_LIMIT_MS = 10_000

interface Resolved {
  address: string
  family: number
}

/** Network access; tests replace it. */
export interface Network {
  resolve(host: string): Promise<Resolved[]>
  isAllowed(address: string): boolean
  request: typeof request
  timeLimitMs: number
}

export const openInternet: Network = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  request,
  timeLimitMs: TIME_LIMIT_MS,
}

export type Fetched =
  | { ok: true; text: string; etag: string | null }
  | { ok: true; text: null }
  | { ok: false; reason: FetchFailure; status?: number }

export type FetchFailure =
  /** Not https, or contains a name and password. */
  | 'address'
  | 'unknown-host'
  /** It resolves to an address that isn't public. */
  | 'private'
  | 'redirects'
  | 'too-large'
  | 'too-slow'
  /** The response's status wasn't successful. */
  | 'refused'
  | 'broken'

/**
 * Downloads a text from an address that a user typed, without access to the internal network: https only,
 * every address of every host on the way is checked, and the connection goes to the checked address.
 * @param etag of the known version; `text` is null when it is unchanged
 */
export async function fetchSafely(
  network: Network,
  address: string,
  { etag, accept }: { etag: string | null; accept: string },
): Promise<Fetched> {
  const signal = AbortSignal.timeout(network.timeLimitMs)
  try {
    return await follow(network, address, { etag, accept, signal })
  } catch (error) {
    if (signal.aborted) return { ok: false, reason: 'too-slow' }
    return { ok: false, reason: error instanceof TooLarge ? 'too-large' : 'broken' }
  }
}

interface RequestOptions {
  etag: string | null
  accept: string
  signal: AbortSignal
}

async function follow(network: Network, address: string, options: RequestOptions): Promise<Fetched> {
  let url = URL.parse(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
      return { ok: false, reason: 'address' }
    const addresses = await checkedAddresses(network, url, options.signal)
    if (typeof addresses === 'string') return { ok: false, reason: addresses }
    const answer = await ask(network, url, addresses, options)
    try {
      const status = answer.statusCode ?? 0
      if (status === 304 && options.etag !== null) return { ok: true, text: null }
      if (status === 200)
        return { ok: true, text: await textOf(answer, options.signal), etag: answer.headers.etag ?? null }
      if (![301, 302, 303, 307, 308].includes(status)) return { ok: false, reason: 'refused', status }
      url = URL.parse(answer.headers.location ?? '', url)
    } finally {
      answer.destroy()
    }
  }
  return { ok: false, reason: 'redirects' }
}

/** One address that isn't public is enough to refuse a host. */
async function checkedAddresses(
  { resolve, isAllowed }: Network,
  { hostname }: URL,
  signal: AbortSignal,
): Promise<Resolved[] | FetchFailure> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family !== 0) return isAllowed(host) ? [{ address: host, family }] : 'private'
  const found = await untilAborted(
    resolve(host).catch(() => []),
    signal,
  )
  if (found.length === 0) return 'unknown-host'
  return found.every(({ address }) => isAllowed(address)) ? found : 'private'
}

function ask(
  network: Network,
  url: URL,
  addresses: Resolved[],
  { etag, accept, signal }: RequestOptions,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const checked: LookupFunction = (_, { all }, found) => {
    const [first] = addresses
    if (all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family)
  }
  const outgoing = network.request(url, {
    // No pooled connections: each goes to the address that was checked.
    agent: false,
    lookup: checked,
    signal,
    headers: {
      Accept: accept,
      'Accept-Encoding': 'gzip',
      'User-Agent': 'Studio calendar reader',
      ...(etag === null ? {} : { 'If-None-Match': etag }),
    },
  })
  outgoing.on('response', resolve).on('error', reject).end()
  return promise
}

/** At most MOST_BYTES, also after decompression. */
async function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const keep = async (stream: AsyncIterable<Uint8Array>) => {
    for await (const chunk of stream) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) throw new TooLarge()
      chunks.push(chunk)
    }
  }
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding === 'gzip') await pipeline(answer, createGunzip(), keep, { signal })
  else if (encoding === 'identity') await pipeline(answer, keep, { signal })
  else throw new Error(`An encoding that wasn’t requested: ${encoding.slice(0, 40)}`)
  return Buffer.concat(chunks).toString('utf8')
}

class TooLarge extends Error {}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

import { lookup } from 'node:dns/promises'
import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isPublicAddress } from './public-address'

const MOST_REDIRECTS = 3
const MOST_BYTES = 5_000_000
const REDIRECTS = [301, 302, 303, 307, 308]
const TIME_LIMIT_MS = 10_000

interface Resolved {
  address: string
  family: number
}

/** Network access; tests replace it. */
export interface Network {
  resolve(host: string): Promise<Resolved[]>
  isAllowed(address: string): boolean
  request(url: URL, options: RequestOptions): ClientRequest
  timeLimitMs: number
}

export const openInternet: Network = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  request: (url, options) => (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options),
  timeLimitMs: TIME_LIMIT_MS,
}

export interface NotFetched {
  ok: false
  reason: FetchFailure
  /** HTTP status of a response that wasn't successful. */
  status?: number
}

export type Fetched = { ok: true; text: string; etag: string | null } | { ok: true; text: null } | NotFetched

export type FetchFailure =
  /** A protocol that isn't allowed, or it contains a name and password. */
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
  const headers = { Accept: accept, ...(etag === null ? {} : { 'If-None-Match': etag }) }
  return await following<Fetched>(network, address, { headers }, async (answer, signal) => {
    if (answer.statusCode === 304 && etag !== null) return { ok: true, text: null }
    if (answer.statusCode !== 200) return refusalOf(answer)
    const bytes = await bytesOf(answer, MOST_BYTES, signal)
    return { ok: true, text: bytes.toString('utf8'), etag: answer.headers.etag ?? null }
  })
}

/**
 * Downloads a file, such as a picture of a site that is imported, as safely as `fetchSafely`, also over http.
 * @param mostBytes a larger file is `too-large`
 * @returns `type`: the Content-Type as the server sent it, which may be wrong
 */
export async function fetchFileSafely(
  network: Network,
  address: string,
  { accept, mostBytes }: { accept: string; mostBytes: number },
): Promise<{ ok: true; bytes: Uint8Array; type: string } | NotFetched> {
  const options = { headers: { Accept: accept }, allowsHttp: true }
  return await following<{ ok: true; bytes: Uint8Array; type: string } | NotFetched>(
    network,
    address,
    options,
    async (answer, signal) => {
      if (answer.statusCode !== 200) return refusalOf(answer)
      const bytes = await bytesOf(answer, mostBytes, signal)
      return { ok: true, bytes, type: answer.headers['content-type'] ?? '' }
    },
  )
}

/** Whether a page answers, over http or https. Its content isn't downloaded. */
export const answersSafely = (network: Network, address: string): Promise<{ ok: true } | NotFetched> =>
  following<{ ok: true } | NotFetched>(
    network,
    address,
    { headers: { Accept: '*/*' }, allowsHttp: true },
    async (answer) => ((answer.statusCode ?? 0) < 300 ? { ok: true } : refusalOf(answer)),
  )

const refusalOf = ({ statusCode = 0 }: IncomingMessage): NotFetched => ({
  ok: false,
  reason: 'refused',
  status: statusCode,
})

interface Sent {
  headers: Record<string, string>
  allowsHttp?: boolean
}

/** Follows redirects, and reads the response that isn't one. */
async function following<Result>(
  network: Network,
  address: string,
  sent: Sent,
  read: (answer: IncomingMessage, signal: AbortSignal) => Promise<Result | NotFetched>,
): Promise<Result | NotFetched> {
  const signal = AbortSignal.timeout(network.timeLimitMs)
  const protocols = sent.allowsHttp ? ['https:', 'http:'] : ['https:']
  let url = URL.parse(address)
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (!url || !protocols.includes(url.protocol) || url.username !== '' || url.password !== '')
        return { ok: false, reason: 'address' }
      const addresses = await checkedAddresses(network, url, signal)
      if (typeof addresses === 'string') return { ok: false, reason: addresses }
      const answer = await ask(network, url, addresses, sent, signal)
      try {
        if (!REDIRECTS.includes(answer.statusCode ?? 0)) return await read(answer, signal)
        url = URL.parse(answer.headers.location ?? '', url)
      } finally {
        answer.destroy()
      }
    }
    return { ok: false, reason: 'redirects' }
  } catch (error) {
    if (signal.aborted) return { ok: false, reason: 'too-slow' }
    return { ok: false, reason: error instanceof TooLarge ? 'too-large' : 'broken' }
  }
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
  { headers }: Sent,
  signal: AbortSignal,
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
      'Accept-Encoding': 'gzip',
      'User-Agent': 'Studio reader',
      ...headers,
    },
  })
  outgoing.on('response', resolve).on('error', reject).end()
  return promise
}

/** @param most also after decompression */
async function bytesOf(answer: IncomingMessage, most: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const keep = async (stream: AsyncIterable<Uint8Array>) => {
    for await (const chunk of stream) {
      bytes += chunk.byteLength
      if (bytes > most) throw new TooLarge()
      chunks.push(chunk)
    }
  }
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding === 'gzip') await pipeline(answer, createGunzip(), keep, { signal })
  else if (encoding === 'identity') await pipeline(answer, keep, { signal })
  else throw new Error(`An encoding that wasn’t requested: ${encoding.slice(0, 40)}`)
  return Buffer.concat(chunks)
}

class TooLarge extends Error {}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFauxqs } from 'fauxqs'
import type { S3Settings } from '~/platform/storage/model'

const KEYS = { accessKeyId: 'AKIATESTSTUDIO', secretAccessKey: 'the/secret+of the test studio' }

/**
 * What goes wrong with one request. The connection is cut before the store gets the request, before its answer, or
 * within it. `later`: a listing lags, and lacks the objects of the last minute. `denied`: the key may not do that.
 */
export type Fault =
  | 'unavailable'
  | 'slow'
  | 'cut-before-request'
  | 'cut-before-answer'
  | 'cut'
  | 'wrong-length'
  | 'later'
  | 'denied'

/** A request that the store received. */
export interface Asked {
  method: string
  /** Path with query, below the bucket. */
  path: string
  headers: IncomingHttpHeaders
  bytes: number
}

export interface S3Server {
  settings: S3Settings
  /** The environment of a program that stores its files here. */
  env: Record<string, string>
  asked: Asked[]
  /** Faults of the next requests. undefined: none. */
  fault: ((asked: Asked) => Fault | undefined) | undefined
  stop(): Promise<void>
}

/**
 * Faults of requests in turn, never of their repeats: requests run at once, and an unlucky one would fail each time.
 * @param isHit which requests count
 */
export function failingOnce(
  faults: readonly (Fault | undefined)[],
  isHit: (asked: Asked) => boolean = () => true,
): S3Server['fault'] {
  const requests = new Set<string>()
  return (asked) => {
    const request = `${asked.method} ${asked.path} ${asked.headers.range ?? ''}`
    if (!isHit(asked) || requests.has(request)) return undefined
    requests.add(request)
    return faults[(requests.size - 1) % faults.length]
  }
}

let buckets = 0

/**
 * A store that speaks S3 over HTTP, with an empty bucket. In front of fauxqs, a proxy does what that doesn't: it
 * verifies each request's signature and MD5, writes conditionally (`If-None-Match: *`), and lists incomplete
 * uploads. A request can have up to 11 MiB.
 */
export async function startS3(): Promise<S3Server> {
  const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const bucket = `photos-${++buckets}`
  store.createBucket(bucket)
  const port = Number(new URL(store.address).port)
  const asked: Asked[] = []
  const written = new Map<string, number>()
  const busy = new Map<string, Promise<void>>()
  const uploads = new Map<string, { key: string; since: Date }>()

  const front = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const { method = '', url = '', headers } = incoming
    const one = { method, path: url.replace(`/${bucket}`, ''), headers, bytes: body.length }
    asked.push(one)
    if (!isSigned({ method, url, headers, body }, KEYS.secretAccessKey))
      return refuse(outgoing, 403, 'SignatureDoesNotMatch')
    const sum = headers['content-md5']
    if (sum !== undefined && sum !== createHash('md5').update(body).digest('base64'))
      return refuse(outgoing, 400, 'BadDigest')
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const query = Object.fromEntries(searchParams)
    const fault = server.fault?.(one)
    if (fault === 'unavailable') return refuse(outgoing, 503, 'SlowDown')
    if (fault === 'denied') return refuse(outgoing, 403, 'AccessDenied')
    if (fault === 'cut-before-request') return void outgoing.destroy()
    if (fault === 'slow') await sleep(300)
    if (method === 'PUT') written.set(pathname, Date.now())
    if (method === 'GET' && 'uploads' in query) listUploads(query.prefix ?? '', outgoing)
    else if (headers['if-none-match'] === '*')
      await takeTurn(pathname, () => putNew(incoming, body, outgoing))
    else await pass(incoming, body, outgoing, fault)
  }

  function listUploads(prefix: string, outgoing: ServerResponse): void {
    const entries = [...uploads].flatMap(([id, { key, since }]) =>
      key.startsWith(prefix)
        ? `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${since.toISOString()}</Initiated></Upload>`
        : [],
    )
    outgoing.writeHead(200, { 'Content-Type': 'application/xml' })
    outgoing.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
  }

  function noteUpload(method: string | undefined, url: string, answer: string): void {
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const begun = /<UploadId>(.*?)<\/UploadId>/.exec(answer)?.[1]
    if (begun !== undefined)
      uploads.set(begun, { key: pathname.replace(`/${bucket}/`, ''), since: new Date() })
    else if (method !== 'PUT') uploads.delete(searchParams.get('uploadId') ?? '')
  }

  async function takeTurn(key: string, work: () => Promise<void>): Promise<void> {
    const turn = (busy.get(key) ?? Promise.resolve()).then(work, work)
    busy.set(key, turn)
    await turn
  }

  async function putNew(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '', 'http://s3').pathname
    const head = await send({ method: 'HEAD', path, port })
    if (head.statusCode === 200) return refuse(outgoing, 412, 'PreconditionFailed')
    await pass(incoming, body, outgoing)
  }

  async function pass(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    fault?: Fault,
  ): Promise<void> {
    const answer = await send({ method: method ?? '', path: url ?? '', headers, port }, body)
    let bytes: Buffer = await buffer(answer)
    if (answer.statusCode !== 206 && url?.includes('upload')) noteUpload(method, url, bytes.toString())
    if (fault === 'cut-before-answer') return void outgoing.destroy()
    if (fault === 'later') bytes = withoutNewest(bytes, written, bucket)
    const kept = fault === 'wrong-length' ? bytes.subarray(0, bytes.length / 2) : bytes
    outgoing.writeHead(answer.statusCode ?? 500, {
      ...answer.headers,
      ...(method === 'HEAD' ? {} : { 'content-length': kept.length }),
    })
    if (fault !== 'cut') return void outgoing.end(kept)
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy())
  }

  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const server: S3Server = {
    settings: {
      ...KEYS,
      ...{ endpoint, region: 'us-east-1', bucket, prefix: '', forcePathStyle: true },
    },
    env: {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_FORCE_PATH_STYLE: '1' },
      ...{ S3_ACCESS_KEY_ID: KEYS.accessKeyId, S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey },
    },
    asked,
    fault: undefined,
    async stop() {
      front.close()
      front.closeAllConnections()
      await store.stop()
    },
  }
  return server
}

/** A listing without the objects that were written in the last minute. */
function withoutNewest(xml: Buffer, written: Map<string, number>, bucket: string): Buffer {
  const since = Date.now() - 60_000
  return Buffer.from(
    xml
      .toString()
      .replace(/<Contents>.*?<\/Contents>/gs, (entry) =>
        (written.get(`/${bucket}/${/<Key>(.*?)<\/Key>/.exec(entry)?.[1]}`) ?? 0) > since ? '' : entry,
      ),
  )
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/xml' })
  outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

interface Sent {
  method: string
  path: string
  port: number
  headers?: IncomingHttpHeaders
}

async function send(options: Sent, body?: Buffer): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', ...options })
  sent.on('error', () => {})
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

interface Signed {
  method: string
  /** Path with query, as sent. */
  url: string
  headers: IncomingHttpHeaders
  body: Uint8Array
}

/**
 * Whether a request has a valid AWS Signature Version 4 in its header
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function isSigned({ method, url, headers, body }: Signed, secret: string): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const payload = headers['x-amz-content-sha256']
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hex(body)) return false
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map((pair) => pair.map(encoded).join('='))
      .toSorted()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${secret}`)
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n')
  return timingSafeEqual(Buffer.from(hmac(key, toSign).toString('hex')), Buffer.from(signature.padEnd(64)))
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hex = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

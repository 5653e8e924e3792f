import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand, HeadObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { BucketAway, isBucketAway } from './bucket-away'
import type { FileReader } from './storage.server'

/** Times a request is sent before it fails: the store is overloaded, or the connection breaks. */
export const ATTEMPTS = 5

interface Place {
  Bucket: string
  Key: string
}

interface Reading {
  client: S3Client
  at: (key: string) => Place
}

export async function hashOf(reading: Reading, key: string): Promise<string | undefined> {
  const first = await readPart(reading, key, { start: 0, end: FIRST })
  if (!first) return undefined
  const hash = createHash('sha256')
  for await (const bytes of partsFrom(reading, key, { start: 0, end: first.size, first })) hash.update(bytes)
  return hash.digest('hex')
}

interface Part {
  bytes: Uint8Array
  /** Bytes of the whole file. */
  size: number
  etag: string | undefined
}

/** Bytes of the first request for a file. Each following one asks for twice as much, up to LARGEST. */
export const FIRST = 512 * 1024
const LARGEST = 4 * 1024 * 1024
/** How long a request that reads may wait for the beginning of its answer, in milliseconds. */
export const FIRST_BYTE_MS = 5_000
/** Delay before a part is requested again, in milliseconds, doubled each time. */
const AGAIN_MS = 100

/**
 * Part of a file, from `start` to `end` (exclusive) or to its end. Requested again when the connection breaks.
 * @param etag of the parts before: the part is of the same file
 * @returns undefined: not found
 */
export async function readPart(
  { client, at }: Reading,
  key: string,
  { start, end, etag }: { start: number; end: number; etag?: string | undefined },
  abortSignal?: AbortSignal,
): Promise<Part | undefined> {
  const place = at(key)
  for (let attempt = 1; ; attempt++)
    try {
      const answer = await client.send(
        new GetObjectCommand({
          ...place,
          Range: `bytes=${start}-${end - 1}`,
          ...(etag === undefined ? {} : { IfMatch: etag }),
        }),
        { requestTimeout: FIRST_BYTE_MS, ...(abortSignal && { abortSignal }) },
      )
      const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.ContentRange ?? '') ?? []
      const bytes = await answer.Body?.transformToByteArray()
      if (Number(first) !== start || bytes?.length !== Math.min(end, Number(size)) - start)
        throw new WrongLength(`${key} was sent with another length than requested`)
      return { bytes, size: Number(size), etag: answer.ETag }
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      // There is nothing from `start` on.
      if (status === 416) {
        const found = await whenThere(client.send(new HeadObjectCommand(place)))
        return found && { bytes: new Uint8Array(), size: found.ContentLength ?? 0, etag: found.ETag }
      }
      if (isMissing(error)) return undefined
      // The client has sent it again already, unless the connection broke within the answer.
      if (isBucketAway(error)) throw error
      if (attempt === ATTEMPTS || abortSignal?.aborted)
        throw new BucketAway((error as Error).message, { cause: error })
      await sleep(AGAIN_MS * 2 ** attempt)
    }
}

class WrongLength extends Error {
  override name = 'WrongLength'
}

/** Following parts, each of which is on its way while the one before is used. */
export async function* partsFrom(
  reading: Reading,
  key: string,
  { start, end, first }: { start: number; end: number; first: Part },
): AsyncGenerator<Uint8Array> {
  const stopping = new AbortController()
  let length = FIRST
  let asked = start + first.bytes.length
  const ask = () => {
    length = Math.min(length * 2, LARGEST)
    const part = { start: asked, end: Math.min(asked + length, end), etag: first.etag }
    if (part.start >= part.end) return undefined
    asked = part.end
    const asking = readPart(reading, key, part, stopping.signal)
    // Awaited below, unless no one wants it anymore.
    asking.catch(() => {})
    return asking
  }
  try {
    let coming = ask()
    if (first.bytes.length > 0) yield first.bytes
    while (coming) {
      const part = await coming
      if (!part) throw new Error(`${key} was deleted while it was read`)
      coming = ask()
      yield part.bytes
    }
  } finally {
    stopping.abort()
  }
}

/** Reads ahead as long as each read follows the one before. */
export async function openReader(
  reading: Reading,
  key: string,
  from: number,
): Promise<FileReader | undefined> {
  const first = await readPart(reading, key, { start: from, end: from + FIRST })
  if (!first) return undefined
  const { size } = first
  let parts = partsFrom(reading, key, { start: from, end: size, first })
  let next = from
  let rest: Uint8Array = new Uint8Array()

  async function goTo(position: number): Promise<void> {
    await parts.return(undefined)
    const part = await readPart(reading, key, {
      ...{ start: position, end: position + FIRST, etag: first?.etag },
    })
    if (!part) throw new Error(`${key} was deleted while it was read`)
    parts = partsFrom(reading, key, { start: position, end: size, first: part })
    next = position
    rest = new Uint8Array()
  }

  return {
    async read(into, position) {
      if (position >= size || into.length === 0) return 0
      const skipped = position - next
      if (skipped > 0 && skipped < rest.length) {
        rest = rest.subarray(skipped)
        next = position
      }
      if (position !== next) await goTo(position)
      if (rest.length === 0) rest = (await parts.next()).value ?? rest
      const taken = rest.subarray(0, into.length)
      into.set(taken)
      rest = rest.subarray(taken.length)
      next += taken.length
      return taken.length
    },
    size: async () => size,
    close: async () => void (await parts.return(undefined)),
  }
}

/** undefined when there is no such object. A missing bucket is an error. */
export async function whenThere<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A request for the head alone gets no more than the status 404. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)

import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { chunksOf } from '~/platform/chunks'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { checkKey, isKey, type S3Settings } from './model'
import {
  ATTEMPTS,
  FIRST,
  FIRST_BYTE_MS,
  hashOf,
  openReader,
  partsFrom,
  readPart,
  whenThere,
} from './s3-reading.server'
import type { Storage } from './storage.server'

/** A connection on which nothing arrives for this long is closed, in milliseconds. */
const IDLE_MS = 30_000

/** A connection to an object store. Checksum headers are sent only where S3 requires them: some stores refuse others. */
export const s3Client = (settings: S3Settings): S3Client =>
  new S3Client({
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: IDLE_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  })

const SOCKETS = 128

interface Options {
  client?: S3Client
  /** Nothing is overwritten: `put` and `putFile` leave a file that exists as it is. */
  isAppendOnly?: boolean
}

/** Files in a bucket, below the prefix of the settings. */
export function s3Storage(
  settings: S3Settings,
  { client = s3Client(settings), isAppendOnly = false }: Options = {},
): Storage {
  const { bucket, prefix } = settings
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })
  const reading = { client, at }
  const head = (key: string) =>
    whenThere(client.send(new HeadObjectCommand(at(key)), { requestTimeout: FIRST_BYTE_MS }))

  const openFile: Storage['open'] = async (key, range) => {
    const start = range?.start ?? 0
    const first = await readPart(reading, key, { start, end: Math.min(start + FIRST, endOf(range)) })
    if (!first) return undefined
    const end = Math.min(endOf(range), first.size)
    return { size: first.size, stream: () => Readable.from(partsFrom(reading, key, { start, end, first })) }
  }

  async function copyOlder(key: string, to: string, before: number): Promise<boolean> {
    const found = await head(key)
    if (!isOlder(found, before)) return false
    await client.send(
      new CopyObjectCommand({
        ...at(to),
        CopySource: `${bucket}/${prefix}${key}`.split('/').map(encodeURIComponent).join('/'),
        CopySourceIfMatch: found?.ETag,
      }),
    )
    // A newer file with the same content may have been written in between.
    const [source, copy] = await Promise.all([head(key), head(to)])
    if (isOlder(source, before) && copy?.ContentLength === found?.ContentLength) return true
    await client.send(new DeleteObjectCommand(at(to)))
    return false
  }

  return {
    async put(key, data) {
      if (isAppendOnly) await this.putNew(key, data)
      else await client.send(putting(at(key), data))
    },
    async putNew(key, data) {
      try {
        await client.send(putting({ ...at(key), IfNoneMatch: '*' }, data))
        return true
      } catch (error) {
        if (!isThere(error)) throw error
        // The answer to an earlier attempt may have been lost.
        if ((error.$metadata.attempts ?? 1) === 1) return false
        return Buffer.from(data).equals((await this.read(key)) ?? Buffer.alloc(0))
      }
    },
    async putFile(key, source, sha256) {
      const file = await open(source)
      try {
        const { size } = await file.stat()
        const place = { ...at(key), ...(isAppendOnly && { IfNoneMatch: '*' as const }) }
        const sent = { partSize: Math.max(1, Math.min(size, partSizeOf(size))), sha256 }
        return (
          (await putPieces(client, place, file.createReadStream({ autoClose: false }), sent)) !== undefined
        )
      } finally {
        await file.close()
      }
    },
    storeMany(use) {
      return use({
        putWritten: (key, write) =>
          withTemporary(async (path) => {
            const { sha256 } = await write(path)
            if (!(await this.putFile(key, path, sha256)))
              throw new Error('A temporary file changed while it was stored.')
          }),
      })
    },
    putStream: async (key, pieces, atMost) =>
      (await putPieces(client, at(key), pieces, { partSize: partSizeOf(atMost) })) ?? 0,
    open: openFile,
    openToRead: (key, from = 0) => openReader(reading, key, from),
    size: async (key) => (await head(key))?.ContentLength,
    async read(key) {
      const found = await openFile(key)
      return found && Buffer.concat(await found.stream().toArray())
    },
    async withFile(key, use) {
      const found = await openFile(key)
      if (!found) return undefined
      return await withTemporary(async (path) => {
        const file = await open(path, 'wx')
        try {
          for await (const part of found.stream()) await file.writeFile(part)
        } finally {
          await file.close()
        }
        return await use(path)
      })
    },
    exists: async (key) => (await head(key)) !== undefined,
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
    },
    delete: async (key) => void (await client.send(new DeleteObjectCommand(at(key)))),
    async deleteOlder(key, before) {
      if (!isOlder(await head(key), before)) return false
      await client.send(new DeleteObjectCommand(at(key)))
      return true
    },
    async moveOlder(key, to, before) {
      if (!(await copyOlder(key, to, before))) return false
      await client.send(new DeleteObjectCommand(at(key)))
      return true
    },
    async clearDrafts(before) {
      for (
        let from: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> = {};
        ;
      ) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({
            ...{ Bucket: bucket, Prefix: prefix },
            ...(from.NextKeyMarker && { KeyMarker: from.NextKeyMarker }),
            ...(from.NextUploadIdMarker && { UploadIdMarker: from.NextUploadIdMarker }),
          }),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Initiated && Initiated.getTime() < before)
            await whenThere(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
        if (!page.IsTruncated || !page.NextKeyMarker) return
        from = page
      }
    },
    async *list(keys) {
      for (let after: string | undefined; ; ) {
        const page = await this.inventory(keys, after)
        for (const { key } of page.files) yield key
        after = page.next
        if (after === undefined) return
      }
    },
    async inventory(keys, after) {
      const page: ListObjectsV2CommandOutput = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix + keys,
          MaxKeys: PAGE,
          ...(after === undefined ? {} : { StartAfter: prefix + after }),
        }),
      )
      const found = (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
        key: Key.slice(prefix.length),
        size: Size,
        modified: LastModified?.getTime() ?? Date.now(),
      }))
      return {
        // Others may keep objects in the bucket too.
        files: found.filter(({ key }) => isKey(key)),
        next: page.IsTruncated ? found.at(-1)?.key : undefined,
      }
    },
  }
}

async function withTemporary<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'stored-'))
  try {
    return await use(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const PAGE = 1_000

const endOf = (range: { end: number } | undefined): number => (range?.end ?? Number.MAX_SAFE_INTEGER - 1) + 1

const isOlder = (found: { LastModified?: Date | undefined } | undefined, before: number): boolean =>
  found?.LastModified !== undefined && found.LastModified.getTime() < before

/** The condition that there be no such file was not met. */
const isThere = (error: unknown): error is S3ServiceException =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412

interface Place {
  Bucket: string
  Key: string
  /** The file must not exist. */
  IfNoneMatch?: '*'
}

/** Content-MD5 makes the store refuse what arrives damaged. */
const putting = (place: Place, data: Uint8Array) =>
  new PutObjectCommand({ ...place, Body: data, ContentLength: data.length, ContentMD5: md5(data) })

const md5 = (data: Uint8Array): string => createHash('md5').update(data).digest('base64')

/** Bytes of a part, of which S3 takes up to 10,000. */
const PART = 8 * 1024 * 1024
const MOST_PARTS = 10_000
/** @param bytes of all parts */
const partSizeOf = (bytes: number): number => Math.max(PART, Math.ceil(bytes / MOST_PARTS))
/** Parts on their way at once. */
const PARTS_AT_ONCE = 3

interface Sent {
  /** Bytes of each part but the last. */
  partSize: number
  /** Hexadecimal; undefined: any. */
  sha256?: string
}

/**
 * Stores content, in parts if it is large. It gets its name only when the checksum of all of it is right.
 * @returns bytes; undefined, and nothing stored, for another checksum
 */
async function putPieces(
  client: S3Client,
  { IfNoneMatch, ...place }: Place,
  pieces: AsyncIterable<Uint8Array>,
  { partSize, sha256 }: Sent,
): Promise<number | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  let upload: (Place & { UploadId: string | undefined }) | undefined
  const parts: Promise<{ PartNumber: number; ETag: string | undefined }>[] = []
  const send = async (data: Uint8Array, PartNumber: number) => {
    const { ETag } = await client.send(
      new UploadPartCommand({
        ...place,
        ...{ UploadId: upload?.UploadId, PartNumber, Body: data },
        ...{ ContentLength: data.length, ContentMD5: md5(data) },
      }),
    )
    return { PartNumber, ETag }
  }
  try {
    for await (const { chunk, number, isLast } of chunksOf(pieces, partSize)) {
      hash.update(chunk)
      bytes += chunk.length
      if (isLast && number === 0) {
        if (sha256 !== undefined && hash.digest('hex') !== sha256) return undefined
        await client.send(putting({ ...place, ...(IfNoneMatch && { IfNoneMatch }) }, chunk))
        return bytes
      }
      upload ??= { ...place, UploadId: (await client.send(new CreateMultipartUploadCommand(place))).UploadId }
      await parts[number - PARTS_AT_ONCE]
      const part = send(Buffer.from(chunk), number + 1)
      // Awaited below, but it may fail before.
      part.catch(() => {})
      parts.push(part)
    }
    const Parts = await Promise.all(parts)
    const digest = hash.digest('hex')
    if (sha256 === undefined || digest === sha256) {
      const completing = new CompleteMultipartUploadCommand({
        ...place,
        ...{ UploadId: upload?.UploadId, MultipartUpload: { Parts } },
        ...(IfNoneMatch && { IfNoneMatch }),
      })
      if (await whenThere(client.send(completing))) return bytes
      // The answer to an earlier attempt may have been lost.
      if ((await hashOf({ client, at: () => place }, place.Key)) === digest) return bytes
      throw new Error(`The parts of ${place.Key} were removed while it was being stored.`)
    }
  } catch (error) {
    await abandon()
    // What was there stays.
    if (isThere(error)) return bytes
    throw error
  }
  await abandon()
  return undefined

  /** Otherwise `clearDrafts` does it. */
  async function abandon(): Promise<void> {
    await Promise.allSettled(parts)
    if (upload) await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
  }
}

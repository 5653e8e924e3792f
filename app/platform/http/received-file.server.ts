import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { Actor } from '~/platform/auth/actor'
import { isDiskFull } from '~/platform/disk-full'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { FORM_BYTES, forgetBody } from './body.server'
import { acceptFields, BROKEN, type FormFields, MOST_FIELDS, NOT_A_FORM, TOO_MANY } from './forms.server'
import { isStudio } from './guard.server'
import { isAnswersPath, isLargeFormPath, isVerifyPath } from './special-paths'

/** Largest file, in bytes. */
const FILE_BYTES = 1024 ** 3

export type Received =
  /** `file`: the path of a file that is deleted after the request; undefined if none was chosen. */
  | { ok: true; form: FormFields; file: { path: string; name: string } | undefined }
  | { ok: false; status: 400 | 413 | 415; sentence: string }

const tooLarge = (size: string) =>
  ({ ok: false, status: 413, sentence: `This file is over the ${size} limit.` }) as const

/** Largest file that is hashed, in bytes. */
const HASHED_BYTES = 10 * 1024 ** 2

/** A form whose file was hashed as it arrived and not kept. `sha256`: hexadecimal; undefined if none was chosen. */
export type Hashed =
  | { ok: true; form: FormFields; sha256: string | undefined }
  | { ok: false; status: 400 | 413 | 415; sentence: string }

/** Hashes the file of the form that verifies one before its page runs, which finds the result in `scope.hashed`. */
export function hashFiles(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST' || !isVerifyPath(c.req.path)) return next()
    const hash = createHash('sha256')
    const limit = { bytes: HASHED_BYTES, words: '10 MB' }
    const read = await readFile(c.req.raw, { field: 'file', into: () => hash, limit })
    c.set('body', new Uint8Array())
    c.set(
      'hashed',
      read.ok
        ? {
            ok: true,
            form: read.form,
            sha256: read.name === undefined ? undefined : hash.read().toString('hex'),
          }
        : read,
    )
    await next()
    // Stops the sender.
    if (!read.ok) c.header('Connection', 'close')
    return undefined
  }
}

/**
 * Stores the file of a large form on disk before its page runs, which finds it in `scope.received`. Only from the
 * owner: everyone else’s request is read as a form without a file.
 */
export function receiveLargeForms(actorOf: (request: Request) => Promise<Actor>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST' || !isLargeFormPath(c.req.path) || !(await isOwner(c.req.raw))) return next()
    const folder = await mkdtemp(join(await temporaryFolder(), 'form-'))
    try {
      const received = await receiveFile(c.req.raw, { field: 'file', path: join(folder, 'file') })
      c.set('received', received)
      c.set('body', new Uint8Array())
      await next()
      // Stops the sender.
      if (!received.ok) c.header('Connection', 'close')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return undefined
  }

  /** If the session can’t be read, the page says so. */
  async function isOwner(request: Request): Promise<boolean> {
    const actor = await actorOf(request).catch(() => undefined)
    return actor?.kind === 'person' && isStudio(actor) && actor.role === 'owner'
  }
}

/** A file of a form with several. */
export interface ReceivedFile {
  /** Name of its field. */
  field: string
  /** As it was sent. */
  name: string
  /** Of a file that is deleted after the request. */
  path: string
  /** It was over the limit, and isn't there as a whole. */
  isTooLarge: boolean
}

/** `isMore`: there were more files than the form can have. They weren't kept. */
export type ReceivedFiles =
  | { ok: true; form: FormFields; files: ReceivedFile[]; isMore: boolean }
  | { ok: false; status: 400 | 413 | 415 | 429; sentence: string }

/** Largest whole body of such a form, in bytes. Files that aren't kept count too. */
const FILES_BYTES = 512 * 1024 ** 2

/** Such forms that arrive at once. Anyone with a booking may send them, and together they take this disk's room. */
const FORMS_AT_ONCE = 4

const BUSY = {
  ok: false,
  status: 429,
  sentence: 'Too many photos are arriving right now. Please send the form again in a minute.',
} as const

/**
 * Stores the photos of a form on disk before its page runs, which finds them in `scope.receivedFiles`. Only from people
 * who may send them: everyone else’s request is read as a form without files.
 * @param limit files that are kept, and bytes of each
 */
export function receivePhotos({
  maySend,
  limit,
}: {
  maySend: (request: Request) => Promise<boolean>
  limit: { files: number; bytes: number }
}): MiddlewareHandler {
  let arriving = 0
  return async (c, next) => {
    const isForm = c.req.method === 'POST' && isAnswersPath(c.req.path)
    const isMultipart = /^multipart\/form-data/i.test(c.req.header('content-type') ?? '')
    if (!isForm || !isMultipart || !(await maySend(c.req.raw).catch(() => false))) return next()
    if (arriving >= FORMS_AT_ONCE) {
      await forgetBody(c.req.raw)
      return passOn(c, next, BUSY)
    }
    arriving += 1
    try {
      const folder = await mkdtemp(join(await temporaryFolder(), 'form-'))
      try {
        return await passOn(c, next, await readFiles(c.req.raw, { folder, limit }))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    } finally {
      arriving -= 1
    }
  }

  async function passOn(c: Context, next: Next, received: ReceivedFiles): Promise<undefined> {
    c.set('receivedFiles', received)
    c.set('body', new Uint8Array())
    await next()
    // Stops the sender.
    if (!received.ok) c.header('Connection', 'close')
  }
}

/** @throws when the disk is full */
async function readFiles(
  request: Request,
  { folder, limit }: { folder: string; limit: { files: number; bytes: number } },
): Promise<ReceivedFiles> {
  const files: ReceivedFile[] = []
  let isMore = false
  const read = await streamParts(request, {
    limit: { ...limit, body: FILES_BYTES, words: '512 MB' },
    take: (field, name) => {
      isMore ||= files.length >= limit.files
      if (isMore) return undefined
      const file = { field, name, path: join(folder, String(files.length)), isTooLarge: false }
      files.push(file)
      return {
        into: createWriteStream(file.path, { mode: 0o600 }),
        onLimit: () => {
          file.isTooLarge = true
        },
      }
    },
  })
  return read.ok ? { ...read, files, isMore } : read
}

/**
 * Reads a multipart form (RFC 7578), and stores its file in `path` as it arrives.
 * @throws when the disk is full
 */
async function receiveFile(
  request: Request,
  { field, path }: { field: string; path: string },
): Promise<Received> {
  const into = () => createWriteStream(path, { mode: 0o600 })
  const read = await readFile(request, { field, into, limit: { bytes: FILE_BYTES, words: '1 GB' } })
  return read.ok
    ? { ok: true, form: read.form, file: read.name === undefined ? undefined : { path, name: read.name } }
    : read
}

interface FileToRead {
  field: string
  into: () => Writable
  /** Bytes of the file, also in words. */
  limit: { bytes: number; words: string }
}

type ReadFile =
  /** `name` of the file; undefined if none was chosen. */
  | { ok: true; form: FormFields; name: string | undefined }
  | { ok: false; status: 400 | 413 | 415; sentence: string }

async function readFile(request: Request, { field, into, limit }: FileToRead): Promise<ReadFile> {
  let chosen: string | undefined
  const read = await streamParts(request, {
    limit: { ...limit, body: limit.bytes + FORM_BYTES },
    take: (name, fileName) => {
      if (name !== field || chosen !== undefined) return undefined
      chosen = fileName
      return { into: into() }
    },
  })
  return read.ok ? { ...read, name: chosen } : read
}

interface PartsToRead {
  /** Bytes of a file and of the whole body, and the limit in words. */
  limit: { bytes: number; body: number; words: string }
  /**
   * Where a file goes; undefined: it's skipped. A file over the limit ends the reading, unless it has `onLimit`: then
   * the rest of it is skipped.
   */
  take: (field: string, fileName: string) => { into: Writable; onLimit?: () => void } | undefined
}

async function streamParts(
  request: Request,
  { limit, take }: PartsToRead,
): Promise<{ ok: true; form: FormFields } | { ok: false; status: 400 | 413 | 415; sentence: string }> {
  if (Number(request.headers.get('content-length') ?? 0) > limit.body) {
    await forgetBody(request)
    return tooLarge(limit.words)
  }
  const parser = parserFor(request.headers.get('content-type') ?? '', limit.bytes)
  if (!parser || !request.body) return NOT_A_FORM
  const fields: [string, string][] = []
  const stored: Promise<unknown>[] = []
  let refused: ReturnType<typeof tooLarge> | typeof TOO_MANY | undefined
  const stopping = new AbortController()
  const stop = (answer: NonNullable<typeof refused>) => {
    refused ??= answer
    stopping.abort()
  }
  // A body in chunks doesn't say how long it is, and what is before and between its parts counts too.
  async function* upToMost(chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > limit.body) return stop(tooLarge(limit.words))
      yield chunk
    }
  }
  parser.on('field', (name, value) => fields.push([name, value]))
  parser.on('partsLimit', () => stop(TOO_MANY))
  parser.on('file', (name, stream, { filename }) => {
    // A file input that was left empty is sent as a file without a name.
    const file = filename ? take(name, filename) : undefined
    if (!file) return void stream.resume()
    stream.on('limit', file.onLimit ?? (() => stop(tooLarge(limit.words))))
    const storing = pipeline(stream, file.into)
    storing.catch(() => stopping.abort())
    stored.push(storing)
    return undefined
  })
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), upToMost, parser, {
      signal: stopping.signal,
    })
    await Promise.all(stored)
  } catch (error) {
    const failures = (await Promise.allSettled(stored)).flatMap((each) =>
      each.status === 'rejected' ? [each.reason as unknown] : [],
    )
    const full = [error, ...failures].find(isDiskFull)
    if (full) throw full
    return refused ?? BROKEN
  }
  return refused ?? acceptFields(fields)
}

function parserFor(type: string, maxBytes: number) {
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { fileSize: maxBytes, fieldSize: FORM_BYTES, parts: MOST_FIELDS },
    })
  } catch {
    return undefined
  }
}

declare module 'hono' {
  interface ContextVariableMap {
    received: Received | undefined
    receivedFiles: ReceivedFiles | undefined
    hashed: Hashed | undefined
  }
}

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { MiddlewareHandler } from 'hono'
import type { Actor } from '~/platform/auth/actor'
import { isDiskFull } from '~/platform/disk-full'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { FORM_BYTES } from './body.server'
import { acceptFields, BROKEN, type FormFields, MOST_FIELDS, NOT_A_FORM, TOO_MANY } from './forms.server'
import { isStudio } from './guard.server'
import { isLargeFormPath } from './special-paths'

/** Largest file, in bytes. */
const FILE_BYTES = 1024 ** 3

export type Received =
  /** `file`: the path of a file that is deleted after the request; undefined if none was chosen. */
  | { ok: true; form: FormFields; file: { path: string; name: string } | undefined }
  | { ok: false; status: 400 | 413 | 415; sentence: string }

const TOO_LARGE: Received = { ok: false, status: 413, sentence: 'This file is over the 1 GB limit.' }

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

/**
 * Reads a multipart form (RFC 7578), and stores its file in `path` as it arrives.
 * @throws when the disk is full
 */
export async function receiveFile(
  request: Request,
  { field, path, maxBytes = FILE_BYTES }: { field: string; path: string; maxBytes?: number },
): Promise<Received> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + FORM_BYTES) return TOO_LARGE
  const parser = parserFor(request.headers.get('content-type') ?? '', maxBytes)
  if (!parser || !request.body) return NOT_A_FORM
  const fields: [string, string][] = []
  let file: { path: string; name: string } | undefined
  let stored: Promise<unknown> = Promise.resolve()
  let refused: Received | undefined
  const stopping = new AbortController()
  const stop = (answer: Received) => {
    refused ??= answer
    stopping.abort()
  }
  parser.on('field', (name, value) => fields.push([name, value]))
  parser.on('partsLimit', () => stop(TOO_MANY))
  parser.on('file', (name, stream, { filename }) => {
    // A file input that was left empty is sent as a file without a name.
    if (name !== field || !filename || file) return void stream.resume()
    file = { path, name: filename }
    stream.on('limit', () => stop(TOO_LARGE))
    stored = pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    stored.catch(() => stopping.abort())
    return undefined
  })
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser, { signal: stopping.signal })
    await stored
  } catch (error) {
    const failure = await stored.then(
      () => error,
      (reason: unknown) => reason,
    )
    if (isDiskFull(failure)) throw failure
    return refused ?? BROKEN
  }
  if (refused) return refused
  const read = acceptFields(fields)
  return read.ok ? { ok: true, form: read.form, file } : read
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
  }
}

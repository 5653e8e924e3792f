import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Locker, Server, Upload } from '@tus/server'
import { DISK_FULL, isDiskFull } from '~/platform/disk-full'
import { OUR_ERROR } from './notices'

/** A new upload, as its sender announced it. */
export interface AnnouncedUpload {
  /** 128 random bits, hexadecimal. */
  id: string
  bytes: number
  /** By name, unparsed. */
  metadata: Record<string, string | null>
}

export type Announced = { ok: true } | { ok: false; status: 404 | 413 | 422 | 429 | 507; sentence: string }

/** What the caller stores about an upload. */
export interface KnownUpload {
  /** Its address without the id. */
  path: string
  bytes: number
  /** All bytes have arrived, and the file may have been removed. */
  isOver: boolean
}

export interface ResumableOptions<Uploader extends { path: string }> {
  /** Folder of the incomplete files, named by their ids. */
  folder: string
  maxBytes: number
  announce(uploader: Uploader, upload: AnnouncedUpload): Promise<Announced>
  find(id: string): Promise<KnownUpload | undefined>
  /** Every byte has arrived. May be called more than once. */
  finish(id: string): Promise<void>
  /** Whether its file may be deleted. */
  mayGiveUp(uploader: Uploader, id: string): Promise<boolean>
  /** Called after its file was deleted. */
  giveUp(uploader: Uploader, id: string): Promise<void>
  onError(error: unknown): void
}

const refusal = (status: number, sentence: string) => ({ status_code: status, body: `${sentence}\n` })

/**
 * Resumable uploads by the tus protocol 1.0 (creation, creation with upload, termination). The caller stores
 * an upload's metadata; this stores only the bytes.
 * @returns handles a tus request by someone who may upload to `path`
 */
export function resumableUploads<Uploader extends { path: string }>(
  options: ResumableOptions<Uploader>,
): (request: Request, uploader: Uploader) => Promise<Response> {
  const uploaders = new WeakMap<object, Uploader>()
  const requestOf = (request: object): Uploader => {
    const uploader = uploaders.get(request)
    if (!uploader) throw new Error('An upload without a signed-in person.')
    return uploader
  }
  const find = async (id: string) => (ID.test(id) ? await options.find(id) : undefined)
  const server = new Server({
    path: '/',
    datastore: new Files(options.folder, find),
    locker: locksInTurn(),
    maxSize: options.maxBytes,
    disableTerminationForFinishedUploads: true,
    getFileIdFromRequest: (request) => idIn(request),
    generateUrl: (request, { id }) => `${requestOf(request).path}/${id}`,
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return
      if ((await find(id))?.path !== requestOf(request).path) throw ERRORS.FILE_NOT_FOUND
      if (request.method === 'DELETE' && !(await options.mayGiveUp(requestOf(request), id)))
        throw ERRORS.FILE_NOT_FOUND
    },
    onUploadCreate: async (request, { id, size, metadata }) => {
      const upload = { id, bytes: size ?? 0, metadata: metadata ?? {} }
      const announced = await options.announce(requestOf(request), upload)
      if (!announced.ok) throw refusal(announced.status, announced.sentence)
      return {}
    },
    onUploadFinish: async (_, { id }) => {
      await options.finish(id)
      return {}
    },
    onResponseError: (_, error) => {
      if (!(error instanceof Error)) return undefined
      if (isDiskFull(error)) return refusal(507, DISK_FULL)
      if ('status_code' in error) return undefined
      options.onError(error)
      return refusal(500, OUR_ERROR)
    },
  })
  return async (request, uploader) => {
    uploaders.set(request, uploader)
    const response = await server.handleWeb(request)
    const id = idIn(request)
    // All bytes arrived, but the server stopped before finishing: the client won't send another request.
    const isWhole = response.headers.get('Upload-Offset') === response.headers.get('Upload-Length')
    if (request.method === 'HEAD' && response.ok && isWhole && !(await find(id))?.isOver)
      await options.finish(id)
    if (request.method === 'DELETE' && response.ok) await options.giveUp(uploader, id)
    return withoutOrigins(response)
  }
}

const ID = /^[0-9a-f]{32}$/

/** The last segment of the path. */
const idIn = ({ url }: Request): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Removes CORS headers, since only pages of this site upload. */
function withoutOrigins(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name)
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

/** The library's file store, with sizes from the caller's records. */
class Files extends FileStore {
  private readonly find: (id: string) => Promise<KnownUpload | undefined>

  constructor(folder: string, find: (id: string) => Promise<KnownUpload | undefined>) {
    const configstore = {
      get: async (id: string) => {
        const found = await find(id)
        return found && new Upload({ id, size: found.bytes, offset: 0 })
      },
      set: async () => {},
      delete: async () => {},
    }
    super({ directory: folder, configstore })
    this.find = find
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.find(id)
    if (found?.isOver) return new Upload({ id, size: found.bytes, offset: found.bytes })
    return await super.getUpload(id)
  }

  /**
   * Writes one piece after the other, so that after a broken connection the file is an exact beginning of the
   * upload.
   */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), 'r+')
    let at = offset
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>)
        for (let done = 0; done < piece.length; ) {
          const { bytesWritten } = await file.write(piece, done, piece.length - done, at)
          done += bytesWritten
          at += bytesWritten
        }
      return at
    } finally {
      await file.close()
    }
  }
}

/** How long a request waits for another one of the same upload to end, in milliseconds. */
const PATIENCE_MS = 10_000

interface Held {
  letGo(): void
  freed: Promise<void>
  free(): void
}

/**
 * One request at a time per upload. A client that reconnects arrives before the server has noticed the lost
 * connection, so the newer request asks the older one to end, and waits without polling.
 */
function locksInTurn(): Locker {
  const held = new Map<string, Held>()
  return {
    newLock: (id) => ({
      lock: async (signal, letGo) => {
        const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
        for (let other = held.get(id); other; other = held.get(id)) {
          other.letGo()
          await Promise.race([other.freed, aborted(until)])
          if (until.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
        }
        const { promise: freed, resolve: free } = Promise.withResolvers<void>()
        held.set(id, { letGo, freed, free })
      },
      unlock: async () => {
        const mine = held.get(id)
        held.delete(id)
        mine?.free()
      },
    }),
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

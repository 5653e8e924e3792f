import type { Readable } from 'node:stream'
import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server'
import { DISK_FULL, isDiskFull } from '~/platform/disk-full'
import { isBucketAway, NO_PHOTO_STORAGE } from '~/platform/storage/bucket-away'
import type { IncomingFiles } from '~/platform/storage/incoming-files.server'
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
  /** The incomplete files, by their ids. */
  files: IncomingFiles
  maxBytes: number
  announce(uploader: Uploader, upload: AnnouncedUpload): Promise<Announced>
  find(id: string): Promise<KnownUpload | undefined>
  /** Every byte has arrived. May be called more than once. */
  finish(id: string): Promise<void>
  /** Whether its file may be deleted. */
  mayGiveUp(uploader: Uploader, id: string): Promise<boolean>
  /**
   * One request at a time has an upload, among all instances.
   * @returns undefined: another request had it until `signal` was aborted
   */
  takeLease(
    id: string,
    asked: { signal: AbortSignal; letGo: () => void },
  ): Promise<{ end(): Promise<void> } | undefined>
  /** Called after its file was deleted. */
  giveUp(uploader: Uploader, id: string): Promise<void>
  onError(error: unknown, what: string): void
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
    datastore: new Files(options.files, find),
    locker: locksInTurn(options.takeLease),
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
      const isAway = isBucketAway(error)
      options.onError(error, isAway ? 'the bucket isn’t responding' : 'an upload failed')
      return isAway ? refusal(503, NO_PHOTO_STORAGE) : refusal(500, OUR_ERROR)
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

/** The library's interface to the incoming files, with sizes from the caller's records. */
class Files extends DataStore {
  private readonly files: IncomingFiles
  private readonly known: (id: string) => Promise<KnownUpload | undefined>

  constructor(files: IncomingFiles, known: (id: string) => Promise<KnownUpload | undefined>) {
    super()
    this.files = files
    this.known = known
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.files.create(upload.id)
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.known(id)
    if (!known) throw ERRORS.FILE_NOT_FOUND
    if (known.isOver) return new Upload({ id, size: known.bytes, offset: known.bytes })
    const found = await this.files.find(id)
    if (!found) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({ id, size: known.bytes, offset: found.bytes })
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return this.files.write(id, offset, stream as AsyncIterable<Uint8Array>)
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.files.find(id))) throw ERRORS.FILE_NOT_FOUND
    await this.files.delete(id)
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
 * connection, so the newer request asks the older one to end. Requests of this process wait for each other
 * without polling, and then for those of other instances.
 */
function locksInTurn(takeLease: ResumableOptions<never>['takeLease']): Locker {
  const held = new Map<string, Held>()
  return {
    newLock: (id) => {
      let mine: Held | undefined
      let lease: Awaited<ReturnType<typeof takeLease>>
      const unlock = async () => {
        if (mine && held.get(id) === mine) held.delete(id)
        try {
          await lease?.end()
        } finally {
          mine?.free()
        }
      }
      return {
        lock: async (signal, letGo) => {
          const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
          for (let other = held.get(id); other; other = held.get(id)) {
            other.letGo()
            await Promise.race([other.freed, aborted(until)])
            if (until.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
          }
          const { promise: freed, resolve: free } = Promise.withResolvers<void>()
          mine = { letGo, freed, free }
          held.set(id, mine)
          try {
            lease = await takeLease(id, { signal: until, letGo })
          } finally {
            if (!lease) await unlock()
          }
          if (!lease) throw ERRORS.ERR_LOCK_TIMEOUT
        },
        unlock,
      }
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

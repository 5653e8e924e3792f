import type { DetailedError, Upload } from 'tus-js-client'
import { PIECE_BYTES } from '../model'
import type { QueuedFile } from './upload-queue'

export interface Sending {
  /** Pauses. The server keeps what it has, and sending the file again resumes. */
  stop(): void
  /** Cancels. The server deletes what it has. */
  giveUp(): void
}

interface SendCallbacks {
  onProgress(sent: number): void
  /** @param upload its id */
  onSent(upload: string): void
  onFailed(sentence: string): void
}

/** Delays between attempts in milliseconds, about a minute in total. */
const RETRY_AFTER = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Uploads a file by the tus protocol. Resumes an earlier attempt, also one from another page. */
export function send(next: QueuedFile, endpoint: string, callbacks: SendCallbacks): Sending {
  let upload: Upload | undefined
  let isOver = false
  void begin()
  return {
    stop: () => {
      isOver = true
      void upload?.abort()
    },
    giveUp: () => {
      isOver = true
      upload?.abort(true).catch(() => {})
    },
  }

  async function begin(): Promise<void> {
    try {
      const tus = await import('tus-js-client')
      if (isOver) return
      upload = new tus.Upload(next.file, {
        endpoint,
        chunkSize: PIECE_BYTES,
        retryDelays: RETRY_AFTER,
        removeFingerprintOnSuccess: true,
        metadata: metadataOf(next),
        fingerprint: async () => fingerprintOf(next, endpoint),
        onShouldRetry: (error) => mayPass(statusOf(error)),
        onProgress: (sent) => !isOver && callbacks.onProgress(sent),
        onSuccess: () => !isOver && callbacks.onSent(upload?.url?.split('/').at(-1) ?? ''),
        onError: (error) => !isOver && callbacks.onFailed(sentenceFor(error as DetailedError)),
      })
      const [earlier] = await upload.findPreviousUploads()
      if (earlier) upload.resumeFromPreviousUpload(earlier)
      if (!isOver) upload.start()
    } catch {
      callbacks.onFailed('This file couldn’t be uploaded. Try again.')
    }
  }
}

const metadataOf = ({ name, folder, batch, order, sha256, people }: QueuedFile): Record<string, string> => ({
  name,
  folder,
  batch,
  order: String(order),
  ...(sha256 ? { sha256 } : {}),
  ...(people ? { people } : {}),
})

/** Identifies a file after reloading the page: endpoint, folder, name, size, modification time and answer. */
const fingerprintOf = ({ file, folder, people }: QueuedFile, endpoint: string): string =>
  ['upload', endpoint, people, folder, file.name, file.size, file.lastModified].join('|')

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0

/** Whether an error may be temporary: a lost connection, a busy server, or a locked upload. */
const mayPass = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)

function sentenceFor(error: DetailedError): string {
  const said = error.originalResponse?.getBody()?.trim() ?? ''
  switch (statusOf(error)) {
    case 0:
      return 'Connection lost. The upload resumes when you’re back online.'
    case 401:
    case 413:
    case 422:
    case 429:
    case 503:
    case 507:
      return said || 'This file couldn’t be uploaded.'
    case 404:
      return 'This gallery no longer exists.'
    default:
      return 'This file couldn’t be uploaded. Try again in a moment.'
  }
}

/** SHA-256 of a file, hexadecimal; '' if the browser can't compute it, or the file can't be read. */
export async function checksumOf(file: File): Promise<string> {
  // `crypto.subtle` needs HTTPS or localhost.
  if (!globalThis.crypto?.subtle) return ''
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')
  } catch {
    return ''
  }
}

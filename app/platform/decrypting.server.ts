import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type AgeKey, DamagedAge } from './age.server'
import { projectRoot } from './project-root.server'

/** Paths of local files. */
export interface Decrypting {
  from: string
  /** A file that doesn’t exist. */
  to: string
  /** Bytes of content. */
  atMost: number
}

export interface Decrypted {
  bytes: number
  /** Hexadecimal. */
  sha256: string
  /** The first bytes, enough to recognize a format. */
  head: Uint8Array
}

export type DecryptingReply =
  | ({ outcome: 'decrypted' } & Decrypted)
  | { outcome: 'damaged' | 'failed'; message: string; code: string | undefined }

/**
 * Decrypts one file at a time into a new one, which isn’t synced.
 * @throws DamagedAge also for a longer file; a part of it may be written
 */
export type Decrypt = (asked: Decrypting) => Promise<Decrypted>

/** Starts a thread for `use` with its first file, and ends it afterward. */
export async function inDecryptingThread<T>(key: AgeKey, use: (decrypt: Decrypt) => Promise<T>): Promise<T> {
  let thread: Worker | undefined
  try {
    return await use(async (asked) => {
      thread ??= startThread(key)
      thread.postMessage(asked)
      const [reply] = (await once(thread, 'message')) as [DecryptingReply]
      if (reply.outcome === 'decrypted') return reply
      const { message, code } = reply
      throw reply.outcome === 'damaged'
        ? new DamagedAge(message)
        : Object.assign(new Error(message), { code })
    })
  } finally {
    await thread?.terminate()
  }
}

// Node runs the TypeScript file directly.
const startThread = (key: AgeKey): Worker =>
  new Worker(join(projectRoot(), 'app/platform/decrypting-worker.ts'), { workerData: key, env: {} })

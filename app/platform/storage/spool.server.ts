import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const LETTERS_AT_ONCE = 65_536

/** A temporary text file, for data too large for memory. */
export interface Spool {
  add(text: string): Promise<void>
  /** All of it, as added. */
  pieces(): AsyncGenerator<Uint8Array>
  /** All of it, line by line. */
  lines(): AsyncGenerator<string>
  /** Keeps the file. */
  close(): Promise<void>
}

/** @throws when there is such a file already */
export async function openSpool(path: string): Promise<Spool> {
  const file = await open(path, 'wx', 0o600)
  let waiting = ''
  async function flush() {
    const text = waiting
    waiting = ''
    await file.writeFile(text)
  }
  return {
    async add(text) {
      waiting += text
      if (waiting.length >= LETTERS_AT_ONCE) await flush()
    },
    async *pieces() {
      await flush()
      yield* createReadStream(path)
    },
    async *lines() {
      await flush()
      yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
    },
    close: () => file.close(),
  }
}

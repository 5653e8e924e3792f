/** A thread that decrypts files. Node runs the TypeScript file directly. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DamagedAge, decryptAge } from './age.server.ts'
import type { Decrypted, Decrypting, DecryptingReply } from './decrypting.server.ts'
import { HEAD_BYTES } from './imaging/photo-format.ts'

parentPort?.on('message', async (asked: Decrypting) => {
  parentPort?.postMessage(await replyTo(asked))
})

async function replyTo(asked: Decrypting): Promise<DecryptingReply> {
  try {
    return { outcome: 'decrypted', ...(await decrypt(asked)) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { outcome: error instanceof DamagedAge ? 'damaged' : 'failed', message, code }
  }
}

async function decrypt({ from, to, atMost }: Decrypting): Promise<Decrypted> {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx')]
  try {
    const hash = createHash('sha256')
    let head = new Uint8Array()
    let bytes = 0
    for await (const piece of decryptAge(workerData, piecesOf(source))) {
      if (bytes === 0) head = piece.slice(0, HEAD_BYTES)
      bytes += piece.length
      if (bytes > atMost) throw new DamagedAge('The encrypted file is longer than expected.')
      hash.update(piece)
      writeFileSync(target, piece)
    }
    return { bytes, sha256: hash.digest('hex'), head }
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

const buffer = new Uint8Array(512 * 1024)

/** All pieces share the buffer. */
function* piecesOf(file: number): Generator<Uint8Array> {
  for (;;) {
    const length = readSync(file, buffer)
    if (length === 0) return
    yield buffer.subarray(0, length)
  }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Decrypter } from 'age-encryption'
import { chunksOf } from './chunks.ts'

/**
 * Files in the age format (https://age-encryption.org/v1), which the `age` command also reads. `age-encryption`
 * writes and reads the headers. The content is encrypted by Node.js’s ChaCha20-Poly1305, which is several times as
 * fast as JavaScript.
 */

/** The secret identity `AGE-SECRET-KEY-1…` and its public recipient `age1…`, or a passphrase. */
export type AgeKey = { identity: string; recipient: string } | { passphrase: string }

/** A file that isn’t in the age format, is damaged or cut off, or needs another key. */
export class DamagedAge extends Error {
  override name = 'DamagedAge'
}

const library = () => import('age-encryption')

export async function newAgeKey(): Promise<Extract<AgeKey, { identity: string }>> {
  return await ageKeyOf(await (await library()).generateX25519Identity())
}

export async function ageKeyOf(identity: string): Promise<Extract<AgeKey, { identity: string }>> {
  return { identity, recipient: await (await library()).identityToRecipient(identity) }
}

/** Bytes of content that are encrypted together, with one tag. */
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 16
/** Length of a header for one recipient. */
const HEADER_BYTES = 168

/** Length of a file encrypted to a recipient. @param bytes of its content */
export const encryptedBytes = (bytes: number): number =>
  HEADER_BYTES + NONCE_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / CHUNK_BYTES))

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export async function* encryptAge(key: AgeKey, content: Pieces): AsyncGenerator<Uint8Array> {
  const header = await newHeader(key)
  const nonce = randomBytes(NONCE_BYTES)
  yield header
  yield nonce
  const streamKey = streamKeyOf(await fileKeyOf(key, header), nonce)
  for await (const { chunk, number, isLast } of chunksOf(content, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, streamKey, chunkNonce(number, isLast), { authTagLength: TAG_BYTES })
    const encrypted = cipher.update(chunk)
    cipher.final()
    yield encrypted
    yield cipher.getAuthTag()
  }
}

/**
 * Content is passed on only after its tag was checked. The end is authenticated too, so a file that was cut off
 * is noticed.
 * @throws DamagedAge
 */
export async function* decryptAge(key: AgeKey, file: Pieces): AsyncGenerator<Uint8Array> {
  const { header, rest } = await readHeader(file)
  const nonce = await rest.take(NONCE_BYTES)
  const streamKey = streamKeyOf(await fileKeyOf(key, header), nonce)
  for await (const { chunk, number, isLast } of chunksOf(rest.pieces(), CHUNK_BYTES + TAG_BYTES))
    yield decryptChunk(streamKey, chunk, { number, isLast })
}

function decryptChunk(
  streamKey: Uint8Array,
  chunk: Uint8Array,
  { number, isLast }: { number: number; isLast: boolean },
): Uint8Array {
  const end = chunk.length - TAG_BYTES
  if (end < 0 || (end === 0 && number > 0)) throw new DamagedAge('The encrypted file is cut off.')
  const opener = createDecipheriv(CIPHER, streamKey, chunkNonce(number, isLast), { authTagLength: TAG_BYTES })
  opener.setAuthTag(chunk.subarray(end))
  const content = opener.update(chunk.subarray(0, end))
  try {
    opener.final()
  } catch {
    throw new DamagedAge('The encrypted file is damaged or cut off.')
  }
  return content
}

const CIPHER = 'chacha20-poly1305'

const streamKeyOf = (fileKey: Uint8Array, nonce: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32))

/** The number of a chunk in 11 bytes, and whether it is the last one. */
function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** A header with a new file key: everything before the nonce of an empty file. */
async function newHeader(key: AgeKey): Promise<Uint8Array> {
  const { Encrypter } = await library()
  const encrypter = new Encrypter()
  if ('passphrase' in key) {
    encrypter.setPassphrase(key.passphrase)
    encrypter.setScryptWorkFactor(WORK_FACTOR)
  } else encrypter.addRecipient(key.recipient)
  return (await encrypter.encrypt('')).subarray(0, -(NONCE_BYTES + TAG_BYTES))
}

/** The base-2 logarithm. Enough, since passphrases have 160 random bits. */
const WORK_FACTOR = 14

const decrypters = new WeakMap<AgeKey, Promise<Decrypter>>()

/** One for each key, since making one computes its recipient. */
async function newDecrypter(key: AgeKey): Promise<Decrypter> {
  const { Decrypter } = await library()
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else decrypter.addIdentity(key.identity)
  return decrypter
}

async function fileKeyOf(key: AgeKey, header: Uint8Array): Promise<Uint8Array> {
  const decrypter = decrypters.get(key) ?? newDecrypter(key)
  decrypters.set(key, decrypter)
  const made = await decrypter
  try {
    return await made.decryptHeader(header)
  } catch {
    throw new DamagedAge('The encrypted file is damaged, or encrypted to another key.')
  }
}

const MOST_HEADER_BYTES = 64 * 1024

/** Splits a file after the line that ends its header. */
async function readHeader(file: Pieces) {
  const pieces = (async function* () {
    yield* file
  })()
  let held: Buffer = Buffer.alloc(0)
  const more = async () => {
    // Copied, since pieces may share a buffer. Mostly, all of a small file is in the first one.
    const before = Buffer.from(held)
    const next = await pieces.next()
    if (next.done) throw new DamagedAge('The encrypted file is cut off.')
    held = before.length === 0 ? bufferOver(next.value) : Buffer.concat([before, next.value])
  }
  let end = -1
  for (; end < 0; end = endOfHeader(held)) {
    if (held.length > MOST_HEADER_BYTES) throw new DamagedAge('The file isn’t encrypted in the age format.')
    await more()
  }
  const header = held.subarray(0, end)
  held = held.subarray(end)
  return {
    header: new Uint8Array(header),
    rest: {
      async take(count: number) {
        while (held.length < count) await more()
        const taken = new Uint8Array(held.subarray(0, count))
        held = held.subarray(count)
        return taken
      },
      async *pieces() {
        yield held
        yield* pieces
      },
    },
  }
}

const bufferOver = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)

function endOfHeader(start: Buffer): number {
  const lastLine = start.indexOf('\n--- ')
  const end = lastLine < 0 ? -1 : start.indexOf('\n', lastLine + 1)
  return end < 0 ? -1 : end + 1
}

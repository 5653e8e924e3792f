import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: stored with its parameters, so that they can be raised. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Normalized (NFC), since keyboards compose characters differently. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8')

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive('argon2id', {
    message: bytesOf(password),
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Without a stored hash it takes equally long, so that timing doesn't reveal whether an account exists. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, lanes, salt = '', hash = ''] =
    PHC.exec(stored ?? '') ?? PHC.exec(UNMATCHABLE) ?? []
  const expected = Buffer.from(hash, 'base64')
  const found = await derive('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  })
  return timingSafeEqual(found, expected) && stored !== undefined && PHC.test(stored)
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash that no password matches. */
const UNMATCHABLE = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(HASH_BYTES))}`

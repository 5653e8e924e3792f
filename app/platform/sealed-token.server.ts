import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentSecret, type Secret, secretsOf } from './secret.ts'

const ID_BYTES = 16
const VERSION_BYTES = 4
const SEAL_BYTES = 16

/**
 * A capability token for links to one row: its id, a version that revokes earlier tokens when raised, and an
 * HMAC-SHA-256 (128 bits) for one purpose. Nothing has to be stored, so reminders can contain it years later.
 * @param id a UUID
 */
export function sealToken(
  secret: Secret,
  purpose: string,
  { id, version }: { id: string; version: number },
): string {
  const body = Buffer.alloc(ID_BYTES + VERSION_BYTES)
  body.write(id.replaceAll('-', ''), 'hex')
  body.writeUInt32BE(version, ID_BYTES)
  return sealBytes(secret, purpose, body)
}

/** A capability token that contains some bytes and an HMAC-SHA-256 (128 bits) for one purpose. */
export const sealBytes = (secret: Secret, purpose: string, body: Buffer): string =>
  Buffer.concat([body, sealOf(currentSecret(secret), purpose, body)]).toString('base64url')

/** The bytes of a valid token. @param length of the bytes */
export function openBytes(
  secret: Secret,
  purpose: string,
  token: string,
  length: number,
): Buffer | undefined {
  if (token.length !== Math.ceil(((length + SEAL_BYTES) * 4) / 3) || !/^[\w-]+$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // Bits after the last byte would make several spellings of one token.
  if (bytes.toString('base64url') !== token) return undefined
  const [body, seal] = [bytes.subarray(0, length), bytes.subarray(length)]
  const isSealed = secretsOf(secret).some((each) => timingSafeEqual(seal, sealOf(each, purpose, body)))
  return isSealed ? body : undefined
}

/** The id and version of a valid token. The row decides whether the version is current. */
export function openToken(
  secret: Secret,
  purpose: string,
  token: string,
): { id: string; version: number } | undefined {
  const body = openBytes(secret, purpose, token, ID_BYTES + VERSION_BYTES)
  return body && { id: uuidOf(body), version: body.readUInt32BE(ID_BYTES) }
}

/** The UUID in the first 16 bytes. */
export const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const sealOf = (secret: string, purpose: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n`).update(body).digest().subarray(0, SEAL_BYTES)

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
  return Buffer.concat([body, sealOf(currentSecret(secret), purpose, body)]).toString('base64url')
}

/** The id and version of a valid token. The row decides whether the version is current. */
export function openToken(
  secret: Secret,
  purpose: string,
  token: string,
): { id: string; version: number } | undefined {
  if (!/^[\w-]{48}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, ID_BYTES + VERSION_BYTES)
  const seal = bytes.subarray(ID_BYTES + VERSION_BYTES)
  if (!secretsOf(secret).some((each) => timingSafeEqual(seal, sealOf(each, purpose, body)))) return undefined
  const id = body.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { id, version: body.readUInt32BE(ID_BYTES) }
}

const sealOf = (secret: string, purpose: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n`).update(body).digest().subarray(0, SEAL_BYTES)

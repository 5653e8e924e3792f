import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'

/** A row's id: a UUID of version 7 (RFC 9562), so that ids sort by the time they were made. */
export const newId = (): string => randomUUIDv7()

/** 192 random bits in base64url: a capability that cannot be guessed. */
export const newToken = (): string => randomBytes(24).toString('base64url')

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

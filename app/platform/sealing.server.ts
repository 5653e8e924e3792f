import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from './db/schema'
import { currentSecret, type Secret, secretsOf } from './secret'

/** A column whose values are sealed; its table has a key `id`. */
interface SealedColumn {
  table: keyof Database
  column: string
  /** A value sealed for one purpose can't be opened for another. */
  purpose: string
}

const sealed = <Table extends keyof Database>(
  table: Table,
  column: keyof Database[Table] & string,
  purpose: string,
): SealedColumn => ({ table, column, purpose })

/**
 * Every column with sealed values. `seal` accepts only names from this list, so rotating the secret can't
 * miss a column.
 */
export const SEALED_COLUMNS = {
  galleryPin: sealed('galleries', 'pin', 'PIN of a gallery'),
  externalCalendar: sealed('external_calendars', 'url', 'external calendar'),
  postPassword: sealed('post_links', 'password', 'password of a link to a post'),
  bounceWebhook: sealed('bounce_webhooks', 'token', 'address for bounce reports'),
  bounceMailbox: sealed('bounce_mailboxes', 'password', 'password of the bounce mailbox'),
  exportPassphrase: sealed('exports', 'passphrase', 'passphrase of an export'),
  mailServer: sealed('mail_servers', 'password', 'password of the mail server'),
}

export type SealedName = keyof typeof SEALED_COLUMNS

/** Everything sealed: the columns, and the server's copy of the key of its backups, a file beside them. */
type Sealed = SealedName | 'backupKey'

const purposeOf = (name: Sealed): string =>
  name === 'backupKey' ? 'key of the backups' : SEALED_COLUMNS[name].purpose

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a value that a stolen database must not reveal: AES-256-GCM with a key derived from the
 * installation's secret.
 */
export function seal(secret: Secret, name: Sealed, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(currentSecret(secret), name), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns undefined when sealed with another secret, for another column, or modified */
export function unseal(secret: Secret, name: Sealed, sealed: string): string | undefined {
  for (const each of secretsOf(secret)) {
    const text = unsealWith(each, name, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

function unsealWith(secret: string, name: Sealed, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const opener = createDecipheriv('aes-256-gcm', keyOf(secret, name), bytes.subarray(0, NONCE_BYTES))
  opener.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = Buffer.concat([opener.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()])
    return text.toString('utf8')
  } catch {
    return undefined
  }
}

const keyOf = (secret: string, name: Sealed): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal ${purposeOf(name)}`, 32))

/**
 * A value of a previous secret, sealed again with the current one; undefined: needs no change, or can't be
 * opened.
 */
export function reseal(secret: Secret, name: SealedName, sealed: string): string | undefined {
  if (unsealWith(currentSecret(secret), name, sealed) !== undefined) return undefined
  const text = unseal(secret, name, sealed)
  return text === undefined ? undefined : seal(secret, name, text)
}

/** Fingerprint to compare the secrets of two installations, without revealing them. */
export const markOf = (secret: Secret): string =>
  Buffer.from(hkdfSync('sha256', currentSecret(secret), '', 'mark of the secret', 16)).toString('base64url')

import { hkdfSync } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '~/platform/db/database.server'
import { rewriteColumn } from '~/platform/resealing/rewriting.server'
import { currentSecret, type Secret, secretsOf } from '~/platform/secret'

/**
 * Re-encrypts second factors with the current secret, as Better Auth does. Values that no secret decrypts
 * stay unchanged.
 */
export async function resealTwoFactors(db: Db, secret: Secret): Promise<void> {
  const key = {
    keys: new Map(secretsOf(secret).map((each) => [secretVersion(each), each])),
    currentVersion: secretVersion(currentSecret(secret)),
  }
  const current = `$ba$${key.currentVersion}$`
  for (const column of ['secret', 'backup_codes'])
    await rewriteColumn(db, { table: 'two_factors', column }, async (data) => {
      if (data.startsWith(current)) return undefined
      for (const legacySecret of secretsOf(secret)) {
        const text = await symmetricDecrypt({ key: { ...key, legacySecret }, data }).catch(() => undefined)
        if (text !== undefined) return await symmetricEncrypt({ key, data: text })
      }
      return undefined
    })
}

/** Identifies the secret that encrypted a value, for Better Auth. Depends only on the secret. */
export const secretVersion = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, '', 'version of the secret', 4)).readUInt32BE()

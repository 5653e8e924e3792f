import { hkdfSync } from 'node:crypto'

/** Identifies the secret that encrypted a value, for Better Auth. Depends only on the secret. */
export const secretVersion = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, '', 'version of the secret', 4)).readUInt32BE()

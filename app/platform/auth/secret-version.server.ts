import { hkdfSync } from 'node:crypto'

/** By what Better Auth tells apart the secrets that encrypted a value. The same for the same secret, whatever its place. */
export const secretVersion = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, '', 'version of the secret', 4)).readUInt32BE()

import { hkdfSync } from 'node:crypto'

/** The installation's secret. During a rotation: the new one, then the previous ones still accepted. */
export type Secret = string | readonly [current: string, ...previous: string[]]

/** Seals and signs new values. */
export const currentSecret = (secret: Secret): string => (typeof secret === 'string' ? secret : secret[0])

/** All accepted secrets, the current one first. */
export const secretsOf = (secret: Secret): readonly string[] =>
  typeof secret === 'string' ? [secret] : secret

export const hasPrevious = (secret: Secret): boolean => secretsOf(secret).length > 1

/** Identifies the secret that encrypted a value, for Better Auth. Depends only on the secret. */
export const secretVersion = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, '', 'version of the secret', 4)).readUInt32BE()

/** The installation's secret. While it is rotated: the new one, then those that are still accepted. */
export type Secret = string | readonly [current: string, ...previous: string[]]

/** What new things are sealed and signed with. */
export const currentSecret = (secret: Secret): string => (typeof secret === 'string' ? secret : secret[0])

/** What is accepted, the current one first. */
export const secretsOf = (secret: Secret): readonly string[] =>
  typeof secret === 'string' ? [secret] : secret

export const hasPrevious = (secret: Secret): boolean => secretsOf(secret).length > 1

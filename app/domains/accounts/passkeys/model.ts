export const PASSKEY_NAME_MAX = 60

/** More passkeys than anyone needs. Without a limit, a script could add them forever. */
export const MOST_PASSKEYS = 20

/** What a challenge is for. */
export const CHALLENGES = ['sign-in', 'confirm', 'add'] as const
export type Challenge = (typeof CHALLENGES)[number]

export interface Passkey {
  id: string
  name: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** null: never used. */
  lastUsedAt: number | null
}

/** @returns an error for the name; undefined: it's valid */
export function passkeyNameError(name: string): string | undefined {
  if (name === '') return 'Enter a name, for example “My phone”.'
  return name.length > PASSKEY_NAME_MAX ? `Use up to ${PASSKEY_NAME_MAX} characters.` : undefined
}

export const PASSKEY_NAME_MAX = 60

/** More than anyone has devices. Without a limit, a script could add passkeys forever. */
export const MOST_PASSKEYS = 20

/** What a challenge is for. */
export const CHALLENGES = ['sign-in', 'confirm', 'add'] as const
export type Challenge = (typeof CHALLENGES)[number]

export interface Passkey {
  id: string
  name: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** null: never. */
  lastUsedAt: number | null
}

/** @returns what is wrong with a name; undefined: nothing */
export function passkeyNameError(name: string): string | undefined {
  if (name === '') return 'Enter a name, for example “My phone”.'
  return name.length > PASSKEY_NAME_MAX ? `Use up to ${PASSKEY_NAME_MAX} characters.` : undefined
}

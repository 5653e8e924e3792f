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

/** What a person may do: the owner everything, an assistant no settings, people or deletion, a client what is theirs. */
export type Role = 'owner' | 'assistant' | 'client'

export interface Person {
  kind: 'person'
  uid: string
  role: Role
  name: string
  email: string
  emailVerified: boolean
  /** Signs in with a code as well. */
  twoFactor: boolean
  sessionId: string
  /** When they last proved who they are in this session, in milliseconds since 1970. */
  provedAt: number
}

/** Who asks. */
export type Actor = { kind: 'visitor' } | Person

export const VISITOR: Actor = { kind: 'visitor' }

/** What a person may do: the owner everything, an assistant no settings, people or deletion, a client what is theirs. */
export type Role = 'owner' | 'assistant' | 'client'

/** `set-up`: they have no second step yet. `confirm`: they have one, and haven't used it in this session. */
export type SecondStep = 'met' | 'set-up' | 'confirm'

export interface Person {
  kind: 'person'
  uid: string
  role: Role
  name: string
  email: string
  emailVerified: boolean
  /** Signs in with a code as well. */
  twoFactor: boolean
  /** Has a passkey. */
  passkey: boolean
  /** What the team's rule asks of them before they may open the Studio. Always `met` for clients. */
  secondStep: SecondStep
  /** A code or a passkey was given in this session. */
  twoSteps: boolean
  sessionId: string
  /** When they last proved who they are in this session, in milliseconds since 1970. */
  provedAt: number
}

/** Who asks. */
export type Actor = { kind: 'visitor' } | Person

export const VISITOR: Actor = { kind: 'visitor' }

/** Whether they may open the Studio now (D5), and what belongs to it: uploads, pictures of drafts, every client gallery. */
export const isStudio = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.role !== 'client' && actor.secondStep === 'met'

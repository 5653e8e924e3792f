/**
 * Permissions: the owner has all, an assistant has no settings, clients or deletion, a client has only their
 * own data.
 */
export type Role = 'owner' | 'assistant' | 'client'

/** `set-up`: no second factor yet. `confirm`: has one, and hasn't used it in this session. */
export type SecondStep = 'met' | 'set-up' | 'confirm'

export interface Person {
  kind: 'person'
  uid: string
  role: Role
  name: string
  email: string
  emailVerified: boolean
  /** Has an authenticator app. */
  twoFactor: boolean
  /** Has a passkey. */
  passkey: boolean
  /** What the team's rule requires before the Studio opens. Always `met` for clients. */
  secondStep: SecondStep
  /** This session was confirmed by a code or a passkey. */
  twoSteps: boolean
  sessionId: string
  /** Time of the last proof of identity in this session, in milliseconds since 1970. */
  provedAt: number
}

/** The sender of a request. */
export type Actor = { kind: 'visitor' } | Person

export const VISITOR: Actor = { kind: 'visitor' }

/**
 * A person as pages know them that are kept for everyone of a role.
 * @throws when anything but the role is read
 */
export const anyoneAs = (role: Role): Actor =>
  new Proxy({ kind: 'person', role } as Person, {
    get(known, name) {
      if (name in known) return Reflect.get(known, name)
      throw new Error('A page that is kept for a role can’t depend on anything else of a person.')
    },
  })

/**
 * Whether they may open the Studio now (D5), including uploads, unpublished images, and every client gallery.
 */
export const isStudio = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.role !== 'client' && actor.secondStep === 'met'

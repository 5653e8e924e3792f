import type { Person } from '~/platform/auth/actor'

/** Data of a page that asks for a recent proof before it does what was posted. */
export interface ProofAsked {
  /** A path of ours: where to go on. */
  returnTo: string
  /** What was posted there; it is posted again once the proof is given. */
  fields: [name: string, value: string][]
  /** The person may prove it by a code from their authenticator app. */
  twoFactor: boolean
  /** They may prove it by a passkey. */
  passkey: boolean
  /** The team's rule requires a second factor: a password or an emailed code isn't enough. */
  secondStep: boolean
}

export const proofFor = (
  { twoFactor, passkey, secondStep }: Person,
  asked: Pick<ProofAsked, 'returnTo' | 'fields'>,
): ProofAsked => ({ ...asked, twoFactor, passkey, secondStep: secondStep === 'confirm' })

/** The proof that a refusal asks for; undefined: none. */
export function proofAskedBy(refusal: unknown): ProofAsked | undefined {
  const isAsked = typeof refusal === 'object' && refusal !== null && 'proofAsked' in refusal
  return isAsked ? (refusal.proofAsked as ProofAsked) : undefined
}

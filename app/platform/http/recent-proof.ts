import type { Person } from '~/platform/auth/actor'

/** Data of a page that asks for a recent proof of identity before a form is accepted. */
export interface ProofRequest {
  /** Path of the form's page. */
  returnTo: string
  /** The posted fields, to post again after the proof. */
  fields: [name: string, value: string][]
  /** The person has an authenticator app. */
  twoFactor: boolean
  /** The person has a passkey. */
  passkey: boolean
  /** The team's rule requires a second factor: a password or an emailed code isn't enough. */
  secondStep: boolean
}

export const proofFor = (
  { twoFactor, passkey, secondStep }: Person,
  asked: Pick<ProofRequest, 'returnTo' | 'fields'>,
): ProofRequest => ({ ...asked, twoFactor, passkey, secondStep: secondStep === 'confirm' })

/** The proof that a thrown response asks for; undefined: none. */
export function proofRequestedBy(refusal: unknown): ProofRequest | undefined {
  const isAsked = typeof refusal === 'object' && refusal !== null && 'proofAsked' in refusal
  return isAsked ? (refusal.proofAsked as ProofRequest) : undefined
}

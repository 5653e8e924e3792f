/** Says to a page that its person has to prove who they are before it does what was posted. */
export interface ProofAsked {
  /** A path of ours: where to go on. */
  returnTo: string
  /** What was posted there; it is posted again once the proof is given. */
  fields: [name: string, value: string][]
  /** The person may prove it by a code from their authenticator app. */
  twoFactor: boolean
}

/** The proof that a refusal asks for; undefined: it asks for none. */
export function proofAskedBy(refusal: unknown): ProofAsked | undefined {
  const isAsked = typeof refusal === 'object' && refusal !== null && 'proofAsked' in refusal
  return isAsked ? (refusal.proofAsked as ProofAsked) : undefined
}

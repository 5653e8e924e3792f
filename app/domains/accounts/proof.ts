/** How a signed-in person proves again who they are. */
export type ProofGiven =
  | { by: 'password'; password: string }
  /** From the authenticator app, or a recovery code. */
  | { by: 'code'; code: string }
  | { by: 'emailed-code'; code: string }
  /** What the browser made of the device's answer. */
  | { by: 'passkey'; answer: string }

/** The form's own fields; the others belong to the request that needs the proof. */
export const PROOF_FIELDS = {
  by: 'proofBy',
  password: 'proofPassword',
  code: 'proofCode',
  passkey: 'proofPasskey',
  returnTo: 'proofReturnTo',
} as const

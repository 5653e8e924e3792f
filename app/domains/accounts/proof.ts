/** How a signed-in person proves again who they are. */
export type ProofGiven =
  | { by: 'password'; password: string }
  /** From the authenticator app, or a recovery code. */
  | { by: 'code'; code: string }
  | { by: 'emailed-code'; code: string }
  /** What the browser made of the device's answer. */
  | { by: 'passkey'; answer: string }

/** The fields of the form; everything else in it is what the proof was asked for. */
export const PROOF_FIELDS = {
  by: 'proofBy',
  password: 'proofPassword',
  code: 'proofCode',
  passkey: 'proofPasskey',
  returnTo: 'proofReturnTo',
} as const

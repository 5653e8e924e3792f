import { z } from 'zod'
import { emailAddress } from '~/platform/fields'

/** Limits of a password, in characters. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256

/** The purpose of an emailed link. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'sign-in' | 'change-email'

/** One-time, expiring tokens: links, and the code that proves identity again. */
export type TokenPurpose = LinkPurpose | 'proof-code'

export type AccountField = 'name' | 'email' | 'password'
export type AccountErrors = Partial<Record<AccountField, string>>

export interface TooMany {
  ok: false
  reason: 'too-many'
  /** Milliseconds since 1970. */
  retryAt: number
  sentence: string
}

/** Network, device and session of a request. */
export interface From {
  network: string
  userAgent: string
  /** The browser's current session, even another user's. Signing in replaces it. */
  sessionId?: string | undefined
  /** The token of the device cookie; '' without one. */
  device?: string
}

/** The same with the browser's secret, which identifies the browser when it opens the link. */
export interface Requester extends From {
  browser: string
}

/** The origin of a link request, shown in its email and bound to the link. */
export interface LinkRequest {
  /** SHA-256 of the browser's secret. */
  browser: string
  /** "Firefox on Windows" */
  device: string
  /** Milliseconds since 1970. */
  at: number
}

/** The way of signing in, for the activity log and the email. */
export type SignInWay =
  | 'Password'
  | 'Passkey'
  | 'Authenticator code'
  | 'Recovery code'
  | 'Email link'
  | 'Invitation'

/**
 * An account's normalized address: lowercase, as mail providers treat it. ASCII only, so that a look-alike
 * (such as the Kelvin sign) doesn't become another letter.
 */
export const accountEmail = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Job kind for emailing a requested link. */
export const MAIL_LINK = 'mail-account-link'

/** Job kind for emailing a link to an account's new address. */
export const MAIL_EMAIL_CHANGE = 'mail-email-change'

/** Job kind for emailing the result of a registration. */
export const MAIL_REGISTRATION = 'mail-registration'

/** Schema of an account's email address. */
export const accountAddress = () => emailAddress().overwrite(accountEmail)

export const addressSchema = () => z.object({ email: accountAddress() })

/** How a signed-in person proves their identity again. */
export type ProofGiven =
  | { by: 'password'; password: string }
  /** From the authenticator app, or a recovery code. */
  | { by: 'code'; code: string }
  | { by: 'emailed-code'; code: string }
  /** The passkey's response, as JSON from the browser. */
  | { by: 'passkey'; answer: string }

/** The proof's own fields. All others belong to the request that needs the proof. */
export const PROOF_FIELDS = {
  by: 'proofBy',
  password: 'proofPassword',
  code: 'proofCode',
  passkey: 'proofPasskey',
  returnTo: 'proofReturnTo',
} as const

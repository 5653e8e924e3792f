/** Limits of a password, in characters. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256

/** What a link from a message is for. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'sign-in' | 'change-email'

/** What works once and for a while: the links, and the code that proves again who is signed in. */
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

/** From where somebody asks. */
export interface From {
  network: string
  userAgent: string
  /** The session that is open in this browser, whoever’s it is. Signing in replaces it. */
  sessionId?: string | undefined
  /** What the browser is known by; '' when it isn't. */
  device?: string
}

/** The same with a secret of the browser, by which it's known again when it opens the link that it asked for. */
export interface Requester extends From {
  browser: string
}

/** Who asked for a link, as its email says it and as the link is bound to it. */
export interface Asked {
  /** SHA-256 of the browser's secret. */
  browser: string
  /** "Firefox on Windows" */
  device: string
  /** Milliseconds since 1970. */
  at: number
}

/** How somebody has signed in, as the activity log and their email say it. */
export type SignInWay =
  | 'Password'
  | 'Passkey'
  | 'Authenticator code'
  | 'Recovery code'
  | 'Email link'
  | 'Invitation'

/**
 * An address as accounts know it: in lower case, as mail providers treat them. ASCII alone, so that no letter of
 * another alphabet (the Kelvin sign is one) turns into one that it only looks like.
 */
export const accountEmail = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The kind of job that mails a link which somebody asked for. */
export const MAIL_LINK = 'mail-account-link'

/** The kind of job that mails a link to the new address of an account. */
export const MAIL_EMAIL_CHANGE = 'mail-email-change'

/** The kind of job that mails what comes of a registration. */
export const MAIL_REGISTRATION = 'mail-registration'

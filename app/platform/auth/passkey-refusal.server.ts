import { isTaken } from '~/platform/db/database.server'

/** A device without user verification proves only one factor, but a passkey here counts as two. */
export const NOT_VERIFIED = 'USER_NOT_VERIFIED'
export const EMAIL_NOT_VERIFIED = 'EMAIL_NOT_VERIFIED'

/** Why the plugin refused a passkey. `unknown`: no account has it, or it was removed. */
export type PasskeyRefusal = 'wrong' | 'expired' | 'unknown' | 'unverified-device' | 'unverified-email'

/** @throws errors that aren't refusals */
export function passkeyRefusal(error: unknown): PasskeyRefusal {
  // This passkey is already registered.
  if (isTaken(error, 'passkeys.credential_id')) return 'wrong'
  switch ((error as { body?: { code?: string } }).body?.code) {
    case 'AUTHENTICATION_FAILED':
    case 'FAILED_TO_VERIFY_REGISTRATION':
    case 'YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY':
      return 'wrong'
    case 'CHALLENGE_NOT_FOUND':
      return 'expired'
    case 'PASSKEY_NOT_FOUND':
      return 'unknown'
    case NOT_VERIFIED:
      return 'unverified-device'
    case EMAIL_NOT_VERIFIED:
      return 'unverified-email'
    default:
      throw error
  }
}

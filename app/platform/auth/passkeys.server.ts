import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth'
import { EMAIL_NOT_VERIFIED, NOT_VERIFIED } from './passkey-refusal.server'

/** What Better Auth calls the cookie of a challenge. */
export const CHALLENGE_COOKIE = 'passkey'

/**
 * The passkey plugin. Passkeys are bound to the host of the site's address. The plugin accepts devices
 * without a fingerprint, face or PIN check, so that is verified here.
 */
export const passkeys = (siteUrl: string) =>
  passkey({
    rpID: new URL(siteUrl).hostname,
    origin: new URL(siteUrl).origin,
    // Discoverable: no email has to be typed.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified)
          throw new APIError('BAD_REQUEST', { code: NOT_VERIFIED, message: 'The device asked for nothing.' })
      },
    },
    authentication: {
      // The last step before the session begins.
      afterVerification: async ({ ctx, verification: { authenticationInfo } }) => {
        if (!authenticationInfo.userVerified)
          throw new APIError('UNAUTHORIZED', { code: NOT_VERIFIED, message: 'The device asked for nothing.' })
        const { adapter, internalAdapter } = ctx.context
        const found = await adapter.findOne<{ userId: string }>({
          model: 'passkey',
          where: [{ field: 'credentialID', value: authenticationInfo.credentialID }],
        })
        const user = found && (await internalAdapter.findUserById(found.userId))
        if (!user?.emailVerified)
          throw new APIError('FORBIDDEN', {
            code: EMAIL_NOT_VERIFIED,
            message: 'The email is not confirmed.',
          })
      },
    },
  })

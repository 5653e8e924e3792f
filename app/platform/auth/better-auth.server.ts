import { randomInt } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { secretsOf, secretVersion } from '~/platform/secret'
import { authAdapter } from './adapter.server'
import { ADDRESS_HEADER } from './auth-calls.server'
import { codesOnce } from './codes-once.server'
import { type AuthConfig, cookieNames, LONGEST_SESSION_MS, sessionEnd } from './cookies'
import { CHALLENGE_COOKIE, passkeys } from './passkeys.server'
import { hashPassword, verifyPassword } from './password.server'
import { provenSignIn } from './proven-sign-in.server'
import { newRecoveryCodes } from './recovery-codes'

/** Time limit for the code after the password. */
const CODE_SECONDS = 600

/** Sign-ins that use a second factor. A passkey counts as two: the device, and the person who unlocks it. */
const TWO_STEPS = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/**
 * Better Auth for sessions, their cookies and two-factor. Its HTTP handler isn't mounted. Never call it
 * inside a transaction: it opens its own connection, which SQLite doesn't have.
 */
export function createAuth(db: Db, config: AuthConfig) {
  const cookies = cookieNames(config.siteUrl)
  return betterAuth({
    appName: new URL(config.siteUrl).host,
    baseURL: config.siteUrl,
    secrets: secretsOf(config.secret).map((value) => ({ version: secretVersion(value), value })),
    // For values encrypted before secrets had versions.
    secret: secretsOf(config.secret).at(-1) ?? '',
    database: authAdapter(db),
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { role: { type: 'string', required: true, input: false } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
      additionalFields: {
        provedAt: { type: 'date', required: false, input: false, fieldName: 'proved_at' },
        twoSteps: { type: 'boolean', required: false, input: false, fieldName: 'two_steps' },
      },
      // `requireRecentProof` is stricter.
      freshAge: 0,
      // Lifetime of the cookie. The session's end is in its row, which `readActor` extends.
      expiresIn: LONGEST_SESSION_MS / 1_000,
      disableSessionRefresh: true,
      // Ended sessions stop working at once, everywhere.
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'credentials',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => ({
            data: {
              ...session,
              expiresAt: new Date(sessionEnd(session.createdAt.getTime(), Date.now())),
              twoSteps: session.twoSteps === true || TWO_STEPS.has(context?.path ?? ''),
            },
          }),
        },
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      maxPasswordLength: 1_024,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(password, hash) },
    },
    plugins: [
      twoFactor({
        twoFactorCookieMaxAge: CODE_SECONDS,
        backupCodeOptions: {
          customBackupCodesGenerate: () => newRecoveryCodes(randomInt),
          // Accounts with a password still have to enter it.
          allowPasswordless: true,
        },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              backupCodes: 'backup_codes',
              userId: 'user_id',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkeys(config.siteUrl),
      codesOnce(db),
      provenSignIn,
    ],
    advanced: {
      useSecureCookies: false,
      cookiePrefix: 'studio',
      cookies: {
        session_token: { name: cookies.session },
        two_factor: { name: cookies.twoFactor },
        [CHALLENGE_COOKIE]: { name: cookies.passkey },
      },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: cookies.secure },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => newId(), validateSchema: false },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

import { randomInt } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { secretsOf } from '~/platform/secret'
import { authAdapter } from './adapter.server'
import { codesOnce } from './codes-once.server'
import { type AuthConfig, cookieNames } from './cookies'
import { CHALLENGE_COOKIE, passkeys } from './passkeys.server'
import { hashPassword, verifyPassword } from './password.server'
import { provenSignIn } from './proven-sign-in.server'
import { newRecoveryCodes } from './recovery-codes'
import { secretVersion } from './secret-version.server'
import { LONGEST_SESSION_MS, sessionEnd } from './session-end'

/** Between the password and the code. */
const CODE_SECONDS = 600

/** What begins a session with a code or a passkey. The second is two steps by itself: the device, and who unlocks it. */
const TWO_STEPS = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/** Says to Better Auth from which network somebody comes: our own finding, never a header of theirs. */
const ADDRESS_HEADER = 'x-client-address'

/**
 * Sessions, their cookies and two-factor are Better Auth’s. Its HTTP handler is not mounted, and its functions are
 * never called inside a transaction of ours: it asks for a connection of its own, which SQLite does not have.
 */
function createAuth(db: Db, config: AuthConfig) {
  const cookies = cookieNames(config.siteUrl)
  return betterAuth({
    appName: new URL(config.siteUrl).host,
    baseURL: config.siteUrl,
    secrets: secretsOf(config.secret).map((value) => ({ version: secretVersion(value), value })),
    // For what was encrypted before secrets had versions.
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
      // `requireRecentProof` asks for more.
      freshAge: 0,
      // For the cookie; when a session ends is written in its row, which `readActor` moves.
      expiresIn: LONGEST_SESSION_MS / 1_000,
      disableSessionRefresh: true,
      // A session that has ended is over at once, everywhere.
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
          // Where there is a password, it's still asked for.
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

export type Auth = ReturnType<typeof createAuth>

const instances = new WeakMap<Db, Map<string, Auth>>()

/** The one instance for this database, address and secret; making one takes a while. */
export function authOf({ db, config }: { db: Db; config: AuthConfig }): Auth {
  const known = instances.get(db) ?? new Map<string, Auth>()
  instances.set(db, known)
  const key = [config.siteUrl, ...secretsOf(config.secret)].join(' ')
  const auth = known.get(key) ?? createAuth(db, config)
  known.set(key, auth)
  return auth
}

/** What a session remembers of how it began. */
export const signInHeaders = (from: { network: string; userAgent: string }): Headers =>
  new Headers({ [ADDRESS_HEADER]: from.network, 'user-agent': asHeaderValue(from.userAgent) })

/** The person's cookies, with our finding of their network. */
export const personHeaders = (request: Request, network: string): Headers =>
  new Headers({
    [ADDRESS_HEADER]: network,
    cookie: request.headers.get('cookie') ?? '',
    'user-agent': asHeaderValue(request.headers.get('user-agent') ?? ''),
  })

/** What stands between the two steps of signing in, and nothing of a session that may be open beside it. */
export function secondStepHeaders(request: Request, network: string, siteUrl: string): Headers {
  const { session } = cookieNames(siteUrl)
  const headers = personHeaders(request, network)
  const cookies = (headers.get('cookie') ?? '').split(/; */).filter((pair) => !pair.startsWith(`${session}=`))
  headers.set('cookie', cookies.join('; '))
  return headers
}

const asHeaderValue = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 400)

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createAuthMiddleware } from '@better-auth/core/api'
import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Db } from '~/platform/db/database.server'

/**
 * Accepts each code of an authenticator app once (RFC 6238, section 5.2): its time step is stored as used
 * before the two-factor plugin compares it, so one of two simultaneous requests fails. Older codes fail too.
 */
export const codesOnce = (db: Db) =>
  ({
    id: 'codes-once',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const user = await holderOf(ctx)
            if (user === undefined) return
            const step = await stepOf(ctx, db, user)
            if (step === undefined || (await markUsed(db, user, step))) return
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'The code was used before.' })
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin

/** The user who enters a code: signed in, or halfway through signing in. */
async function holderOf(ctx: GenericEndpointContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  return session ? session.user.id : challengedUser(ctx)
}

/** The user who passed the first step and has to enter a code. */
export async function challengedUser(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  const found = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge))
  return found ? found.value : undefined
}

/** Undefined: a wrong code, which the two-factor plugin counts and refuses. */
async function stepOf(ctx: GenericEndpointContext, db: Db, user: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('two_factors')
    .select('secret')
    .where('user_id', '=', user)
    .executeTakeFirst()
  if (!row) return undefined
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: row.secret })
  return stepOfCode(secret, String(ctx.body?.code ?? ''), Date.now())
}

/** @returns false when it or a later one was used before */
async function markUsed(db: Db, user: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', user)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const STEP_MS = 30_000
const DIGITS = 6
/** Tolerates clock differences: the previous and the next code are valid too. */
const STEPS_AROUND = [-1, 0, 1]

/** The time step (RFC 6238) of a currently valid code; undefined: invalid. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const present = Math.floor(now / STEP_MS)
  const given = Buffer.from(code)
  return STEPS_AROUND.map((around) => present + around).find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

/** RFC 4226, section 5.3. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

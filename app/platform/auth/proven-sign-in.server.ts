import { createAuthEndpoint } from '@better-auth/core/api'
import type { BetterAuthPlugin } from 'better-auth'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { challengedUser } from './codes-once.server'

/**
 * Signs in a person whose password or emailed link has been checked by our code. Uses a path after which the
 * two-factor plugin always requires a code.
 */
export const provenSignIn = {
  id: 'proven-sign-in',
  endpoints: {
    signInProven: createAuthEndpoint(
      '/sign-in/username',
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) return ctx.json({ signedIn: false, twoFactorRedirect: false })
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ signedIn: true, twoFactorRedirect: false })
      },
    ),
    /** The user who has to enter a code, from the first step's cookie. */
    challengedUser: createAuthEndpoint(
      '/challenged-user',
      { method: 'POST', metadata: { SERVER_ONLY: true } },
      async (ctx) => ctx.json({ user: (await challengedUser(ctx)) ?? null }),
    ),
    /** Replaces a session by a new one. `twoSteps`: whether the old one used a second factor. */
    renewSession: createAuthEndpoint(
      '/renew-session',
      {
        method: 'POST',
        body: z.object({ userId: z.string(), twoSteps: z.boolean() }),
        metadata: { SERVER_ONLY: true },
      },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) return ctx.json({ signedIn: false })
        const { twoSteps } = ctx.body
        const session = await ctx.context.internalAdapter.createSession(user.id, false, { twoSteps })
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ signedIn: true })
      },
    ),
  },
} satisfies BetterAuthPlugin

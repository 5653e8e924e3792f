import { createAuthEndpoint } from '@better-auth/core/api'
import type { BetterAuthPlugin } from 'better-auth'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { challengedUser } from './codes-once.server'

/**
 * Signs in a person who has proven who they are, by a password that we have compared or by a link from their mailbox.
 * The path is one of those after which the two-factor plugin asks for a code, whatever the first proof was.
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
    /** Whose code is asked for, by the cookie of the first step. */
    challengedUser: createAuthEndpoint(
      '/challenged-user',
      { method: 'POST', metadata: { SERVER_ONLY: true } },
      async (ctx) => ctx.json({ user: (await challengedUser(ctx)) ?? null }),
    ),
    /** A new session in place of the one that was. `twoSteps`: that one was opened in two. */
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

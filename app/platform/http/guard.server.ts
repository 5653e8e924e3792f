import { data, type RouterContextProvider, redirect } from 'react-router'
import { isStudio, type Person } from '~/platform/auth/actor'
import type { FormFields } from './forms.server'
import { pagePath } from './page-key'
import { proofFor } from './recent-proof'
import { type RequestScope, scope } from './scope.server'

export { isStudio }

type Context = Readonly<RouterContextProvider>

/** What an operation of the Studio gets: the request's scope, and who asks. */
export type StudioScope = RequestScope & { author: Person }

/**
 * The signed-in person (R22).
 * @throws a redirect to the login page, which leads back here; the database error if sessions can't be read
 */
export function requirePerson(context: Context, request: Request): Person {
  const { actor, actorError } = context.get(scope)
  if (actor.kind === 'person') return actor
  // Someone may be signed in: a redirect to the login page would claim that no one is.
  if (actorError) throw actorError
  throw redirect(`/login?${new URLSearchParams({ returnTo: placeOf(request) })}`, {
    headers: { 'Cache-Control': 'no-store' },
  })
}

/**
 * Requires a team member (D5).
 * @throws a redirect to the login for visitors, and to the second factor where the team's rule requires it;
 * 404 for clients, and for assistants where an owner is required, so that no one learns what exists
 */
export function requireStudio(
  context: Context,
  request: Request,
  { owner = false }: { owner?: boolean } = {},
): Person {
  const person = requirePerson(context, request)
  if (person.role === 'client' || (owner && person.role !== 'owner'))
    throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  if (isStudio(person)) return person
  const page = person.secondStep === 'set-up' ? '/profile/second-step' : '/profile/confirm'
  throw redirect(`${page}?${new URLSearchParams({ returnTo: placeOf(request) })}`, {
    headers: { 'Cache-Control': 'no-store' },
  })
}

const PROOF_LASTS_MS = 600_000

/**
 * Requires a proof of identity within the last ten minutes, by two factors if the team's rule requires them.
 * @param form the posted fields. The page's `ErrorBoundary`, a `ProofBoundary`, asks for the proof and posts
 * them again.
 * @throws 403 with that form; without one, a redirect to the page that asks for the proof and then leads to
 * `returnTo`
 */
export function requireRecentProof(
  context: Context,
  request: Request,
  { form, returnTo = placeOf(request) }: { form?: FormFields; returnTo?: string } = {},
): void {
  const person = requirePerson(context, request)
  // One after now is from before the clock was set back.
  const isRecent = Math.abs(context.get(scope).clock.now() - person.provedAt) < PROOF_LASTS_MS
  if (isRecent && person.secondStep !== 'confirm') return
  if (!form) throw redirect(`/profile/confirm?${new URLSearchParams({ returnTo })}`)
  const proofAsked = proofFor(person, { returnTo, fields: form.entries() })
  throw data({ proofAsked }, { status: 403, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * What a link or an account gave access to.
 * @param pinPage asks for the PIN, or says that it's over
 * @throws a redirect to the login page if signing in may help, or to `pinPage`; else 404
 */
export function requireOpened<
  Result extends { ok: true } | { ok: false; reason: 'none' | 'signed-out' | 'needs-pin' | 'over' },
>(opened: Result, context: Context, request: Request, pinPage = ''): Extract<Result, { ok: true }> {
  if (opened.ok) return opened as Extract<Result, { ok: true }>
  if (opened.reason === 'signed-out') requirePerson(context, request)
  if (opened.reason !== 'none' && pinPage !== '')
    throw redirect(pinPage, { headers: { 'Cache-Control': 'no-store' } })
  throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}

/** The page's path with its query, also for data requests. */
export function placeOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const query = new URLSearchParams(searchParams)
  query.delete('_routes')
  return pagePath(pathname) + (query.size > 0 ? `?${query}` : '')
}

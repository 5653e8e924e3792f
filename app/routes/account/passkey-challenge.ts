import { redirect } from 'react-router'
import { CHALLENGES, type Challenge } from '~/domains/accounts/passkeys/model'
import {
  addChallenge,
  confirmChallenge,
  signInChallenge,
} from '~/domains/accounts/passkeys/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/passkey-challenge'

/** Called by the script of the passkey buttons. */
export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return answer(read.status, { sentence: read.sentence })
  const wanted = CHALLENGES.find((each) => each === read.form.get('for'))
  if (wanted === undefined)
    return answer(422, { sentence: 'The request doesn’t name the passkey’s purpose.' })
  const made = await makeChallenge(at, wanted, request)
  if (!made) return answer(401, { sentence: 'You’re signed out. Sign in again.' })
  if (made.ok) return answer(200, { options: made.options }, made.setCookies)
  at.retryAt(made.retryAt)
  return answer(429, { sentence: made.sentence })
}

/** @returns undefined if no one is signed in */
async function makeChallenge(at: RequestScope, purpose: Challenge, request: Request) {
  if (purpose === 'sign-in') return signInChallenge(at, { request, network: at.clientAddress })
  const { actor } = at
  if (actor.kind !== 'person') return undefined
  return (purpose === 'confirm' ? confirmChallenge : addChallenge)({ ...at, actor }, request)
}

function answer(status: number, body: object, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return Response.json(body, { status, headers })
}

export const loader = () => redirect(paths.login())

import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type Actor, isStudio, type Person, type Role, VISITOR } from '~/platform/auth/actor'
import { requirePerson, requireRecentProof, requireStudio } from './guard.server'
import { type RequestScope, scope } from './scope.server'

const person = (role: Role, given: Partial<Person> = {}): Person => ({
  kind: 'person',
  uid: 'u',
  role,
  name: 'Ann Lee',
  email: 'ann@example.com',
  emailVerified: true,
  twoFactor: false,
  sessionId: 's',
  passkey: false,
  twoSteps: false,
  secondStep: 'met',
  provedAt: 0,
  ...given,
})

function contextOf(actor: Actor): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(scope, { actor } as RequestScope)
  return context
}

/** The guard's result: a status and where it redirects, or the role that is admitted. */
function answer(guard: () => { role: Role }): unknown {
  try {
    return guard().role
  } catch (response) {
    if (!(response instanceof Response)) throw response
    return [response.status, response.headers.get('Location')]
  }
}

const request = (path: string) => new Request(`https://photos.example.com${path}`)

describe('the guard', () => {
  it('R22: sends visitors to the login page, which leads back', () => {
    const back = (path: string) => answer(() => requirePerson(contextOf(VISITOR), request(path)))
    expect(back('/profile')).toEqual([302, '/login?returnTo=%2Fprofile'])
    expect(back('/studio/emails?state=failed')).toEqual([
      302,
      '/login?returnTo=%2Fstudio%2Femails%3Fstate%3Dfailed',
    ])
    expect(back('/profile.data?_routes=routes%2Fprofile')).toEqual([302, '/login?returnTo=%2Fprofile'])
  })

  it('lets signed-in people in', () => {
    for (const role of ['owner', 'assistant', 'client'] as const)
      expect(answer(() => requirePerson(contextOf(person(role)), request('/profile')))).toBe(role)
  })

  it.each<[who: Role, owner: boolean, expected: unknown]>([
    ['owner', false, 'owner'],
    ['owner', true, 'owner'],
    ['assistant', false, 'assistant'],
    ['assistant', true, [404, null]],
    ['client', false, [404, null]],
    ['client', true, [404, null]],
  ])('D5: in the Studio, %s (owner needed: %s) gets %j', (role, owner, expected) =>
    expect(answer(() => requireStudio(contextOf(person(role)), request('/studio'), { owner }))).toEqual(
      expected,
    ),
  )

  it.each<[who: Role, secondStep: Person['secondStep'], expected: unknown]>([
    ['owner', 'set-up', [302, '/profile/second-step?returnTo=%2Fstudio%2Femails']],
    ['assistant', 'set-up', [302, '/profile/second-step?returnTo=%2Fstudio%2Femails']],
    ['assistant', 'confirm', [302, '/profile/confirm?returnTo=%2Fstudio%2Femails']],
    ['assistant', 'met', 'assistant'],
    ['client', 'met', [404, null]],
  ])('admits %s to the Studio only according to the second-factor rule: %s', (role, secondStep, expected) => {
    const actor = person(role, { secondStep })
    expect(answer(() => requireStudio(contextOf(actor), request('/studio/emails')))).toEqual(expected)
    expect(isStudio(actor)).toBe(expected === role)
  })

  it('accepts no single-factor proof where the team’s rule requires two', () => {
    const now = 1_000_000_000
    const proven = (given: Partial<Person>) => {
      const context = new RouterContextProvider()
      const actor = person('owner', { provedAt: now, ...given })
      context.set(scope, { actor, clock: { now: () => now } } as RequestScope)
      return answer(() => {
        requireRecentProof(context, request('/profile/passkeys/new'))
        return actor
      })
    }
    expect(proven({})).toBe('owner')
    expect(proven({ secondStep: 'set-up' })).toBe('owner')
    expect(proven({ secondStep: 'confirm' })).toEqual([
      302,
      '/profile/confirm?returnTo=%2Fprofile%2Fpasskeys%2Fnew',
    ])
  })

  it('accepts a proof for ten minutes, and none from before the clock was set back', () => {
    const now = 1_000_000_000_000
    const isAccepted = (provedAt: number) => {
      const context = new RouterContextProvider()
      const actor = person('owner', { provedAt })
      context.set(scope, { actor, clock: { now: () => now } } as RequestScope)
      const guard = () => {
        requireRecentProof(context, request('/profile/passkeys/new'))
        return actor
      }
      return answer(guard) === 'owner'
    }
    const minute = 60_000
    // Clocks of instances may differ by some seconds.
    for (const ago of [-minute, 0, 9 * minute]) expect(isAccepted(now - ago), String(ago)).toBe(true)
    for (const ago of [-24 * 60 * minute, -60 * minute, 10 * minute, 60 * minute])
      expect(isAccepted(now - ago), String(ago)).toBe(false)
  })

  it('D5: sends visitors of the Studio to the login page', () => {
    expect(answer(() => requireStudio(contextOf(VISITOR), request('/studio')))).toEqual([
      302,
      '/login?returnTo=%2Fstudio',
    ])
  })
})

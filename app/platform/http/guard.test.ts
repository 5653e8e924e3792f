import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type Actor, type Role, VISITOR } from '~/platform/auth/actor'
import { requirePerson, requireStudio } from './guard.server'
import { type RequestScope, scope } from './scope.server'

const person = (role: Role): Actor => ({
  kind: 'person',
  uid: 'u',
  role,
  name: 'Ann Lee',
  email: 'ann@example.com',
  emailVerified: true,
  twoFactor: false,
  sessionId: 's',
  provedAt: 0,
})

function contextOf(actor: Actor): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(scope, { actor } as RequestScope)
  return context
}

/** What the guard answers with: the status and where it sends to, or the role of who may go on. */
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
    expect(back('/studio/mail?state=failed')).toEqual([
      302,
      '/login?returnTo=%2Fstudio%2Fmail%3Fstate%3Dfailed',
    ])
    expect(back('/profile.data?_routes=routes%2Fprofile')).toEqual([302, '/login?returnTo=%2Fprofile'])
  })

  it('lets in whoever is signed in', () => {
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

  it('D5: sends visitors of the Studio to the login page', () => {
    expect(answer(() => requireStudio(contextOf(VISITOR), request('/studio')))).toEqual([
      302,
      '/login?returnTo=%2Fstudio',
    ])
  })
})

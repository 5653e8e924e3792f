import { expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import {
  accountDeps,
  asPerson,
  cookieHeader,
  enter,
  FROM,
  PASSWORD,
  requestWith,
} from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { signIn } from './operations.server'
import { issueOwnerLink, ownerLinkOfFirstStart, readOwnerLink, redeemOwnerLink } from './team.server'

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const someone = (n: number) => ({
  name: `Owner ${n}`,
  email: `owner-${n}@example.com`,
  password: PASSWORD,
  ...FROM,
})

describeOnBothEngines('an owner’s link', (open) => {
  test('makes one owner, however many redeem it at once', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const url = await ownerLinkOfFirstStart(deps)
    expect(url).toMatch(/^https:\/\/photos\.example\.com\/owner\/[\w-]{32}$/)
    const token = tokenOf(url ?? '')
    expect(await readOwnerLink(deps, token)).toEqual({ role: 'owner' })
    expect(JSON.stringify(await db.selectFrom('owner_links').selectAll().execute())).not.toContain(token)

    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => redeemOwnerLink(deps, { token, ...someone(n) })),
    )
    const made = answers.filter((answer) => answer.ok)
    expect(made).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'gone')).toHaveLength(3)
    expect(await db.selectFrom('users').selectAll().execute()).toMatchObject([
      { role: 'owner', email_verified: 1 },
    ])
    const { actor } = await asPerson(deps, made[0]?.setCookies ?? [])
    expect(actor.role).toBe('owner')
    expect(await db.selectFrom('audit').selectAll().orderBy('seq').execute()).toMatchObject([
      { author_id: actor.uid, action: 'joined', subject: 'The Studio, as owner' },
      { author_id: actor.uid, action: 'signed-in', subject: 'Invitation, new device' },
    ])
    expect(await readOwnerLink(deps, token)).toBeUndefined()
    expect(await ownerLinkOfFirstStart(deps)).toBeUndefined()
  })

  test('of the first start ends with the first that is used, however many were printed and try at once', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const printed = await Promise.all([1, 2, 3, 4].map(() => ownerLinkOfFirstStart(deps)))
    const tokens = printed.map((url) => tokenOf(url ?? ''))
    const answers = await Promise.all(
      tokens.map((token, n) => redeemOwnerLink(deps, { token, ...someone(n) })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'gone')).toHaveLength(3)
    expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(1)
    for (const token of tokens) expect(await readOwnerLink(deps, token)).toBeUndefined()
  })

  test('of the first start opens nothing once there is an owner, by whatever way', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const token = tokenOf((await ownerLinkOfFirstStart(deps)) ?? '')
    const command = tokenOf(await issueOwnerLink(deps, { email: 'ann@example.com', role: 'owner' }))
    const other = tokenOf(await issueOwnerLink(deps, { email: 'ann@example.com', role: 'owner' }))
    expect(await redeemOwnerLink(deps, { token: command, ...someone(1) })).toMatchObject({ ok: true })
    for (const dead of [token, other])
      expect(await redeemOwnerLink(deps, { token: dead, ...someone(2) })).toEqual({
        ok: false,
        reason: 'gone',
      })
    // Printed by another instance that started at this moment.
    await db.updateTable('owner_links').set({ withdrawn_at: null }).where('email', 'is', null).execute()
    expect(await readOwnerLink(deps, token)).toBeUndefined()
    expect(await redeemOwnerLink(deps, { token, ...someone(2) })).toEqual({ ok: false, reason: 'gone' })
  })

  test('with an address, is for that address: it restores who cannot get in, under a new session', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, request } = await enter(deps, {
      email: 'ann@example.com',
      role: 'client',
      two_factor_enabled: 0,
    })
    await db.updateTable('users').set({ two_factor_enabled: 1 }).execute()
    const token = tokenOf(await issueOwnerLink(deps, { email: 'Ann@Example.com', role: 'owner' }))
    expect(await readOwnerLink(deps, token)).toEqual({ role: 'owner', email: 'ann@example.com' })
    const answer = await redeemOwnerLink(deps, { token, ...someone(1), password: 'four louder herons' })
    if (!answer.ok) throw new Error(answer.reason)
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    expect(await readActor(deps, requestWith(cookieHeader(answer.setCookies)))).toMatchObject({
      uid: actor.uid,
      role: 'owner',
      email: 'ann@example.com',
      twoFactor: false,
    })
    const again = { email: 'ann@example.com', password: 'four louder herons', ...FROM }
    expect(await signIn(deps, again)).toMatchObject({ ok: true, role: 'owner' })
  })

  test('is over after a day, and a wrong field does not use it up', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const token = tokenOf(await issueOwnerLink(deps, { email: 'ann@example.com', role: 'assistant' }))
    expect(await redeemOwnerLink(deps, { token, ...someone(1), password: 'short' })).toMatchObject({
      reason: 'refused',
    })
    deps.clock.advance(86_399_999)
    expect(await readOwnerLink(deps, token)).toEqual({ role: 'assistant', email: 'ann@example.com' })
    deps.clock.advance(1)
    expect(await redeemOwnerLink(deps, { token, ...someone(1) })).toEqual({ ok: false, reason: 'gone' })
  })
})

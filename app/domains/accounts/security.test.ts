import { expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import {
  accountDeps,
  asPerson,
  enter,
  FROM,
  mailRequestedLinks,
  PASSWORD,
} from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { signIn } from './operations.server'
import {
  changePassword,
  endSession,
  listDevices,
  requestEmailChange,
  signOutOtherDevices,
} from './security.server'

const NEW = 'four louder herons'

describeOnBothEngines('a person’s security', (open) => {
  test('a changed password ends every session, gives this one a new id, and is announced', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, actor } = await enter(deps)
    const elsewhere = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
    if (!elsewhere.ok) throw new Error('not signed in')
    const other = await asPerson(deps, elsewhere.setCookies)
    expect(await changePassword(my, { current: 'wrong password', password: NEW, request })).toMatchObject({
      reason: 'refused',
      errors: { current: expect.any(String) },
    })
    expect(await changePassword(my, { current: PASSWORD, password: 'qwertyuiop', request })).toMatchObject({
      reason: 'refused',
      errors: { password: expect.any(String) },
    })
    const changed = await changePassword(my, { current: PASSWORD, password: NEW, request })
    if (!changed.ok) throw new Error(changed.reason)
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    expect(await readActor(deps, other.request)).toEqual({ kind: 'visitor' })
    const renewed = await asPerson(deps, changed.setCookies)
    expect(renewed.actor.uid).toBe(actor.uid)
    expect(renewed.actor.sessionId).not.toBe(actor.sessionId)
    expect(await signIn(deps, { email: actor.email, password: NEW, ...FROM })).toMatchObject({ ok: true })
    expect((await queuedMail(db)).map(({ kind }) => kind)).toEqual(['account-password'])
  })

  test('sessions are listed without their tokens, and are ended one by one or together', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, actor } = await enter(deps)
    const stranger = await enter(deps)
    for (let n = 0; n < 3; n += 1) await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
    const sessions = await listDevices(my)
    expect(sessions).toHaveLength(4)
    expect(sessions.filter(({ current }) => current)).toMatchObject([
      { id: actor.sessionId, device: 'Firefox on Windows', network: FROM.network },
    ])
    const tokens = (await db.selectFrom('sessions').select('token').execute()).map(({ token }) => token)
    expect(tokens.some((token) => JSON.stringify(sessions).includes(token))).toBe(false)

    await db.updateTable('sessions').set({ updated_at: 1 }).execute()
    await readActor(deps, request)
    const seen = (await listDevices(my)).map(({ current, lastSeenAt }) => [current, lastSeenAt > 1])
    expect(seen.filter(([current, isNew]) => current !== isNew)).toEqual([])

    const another = sessions.find(({ current }) => !current)?.id ?? ''
    expect(await endSession(my, { id: another })).toEqual({ ok: true })
    expect(await endSession(my, { id: another })).toEqual({ ok: false })
    expect(await endSession(my, { id: stranger.actor.sessionId })).toEqual({ ok: false })
    expect(await readActor(deps, stranger.request)).toMatchObject({ kind: 'person' })
    expect(await signOutOtherDevices(my)).toEqual({ ended: 2 })
    expect(await readActor(deps, request)).toMatchObject({ kind: 'person' })
    expect(await readActor(deps, stranger.request)).toMatchObject({ kind: 'person' })
  })

  test('another account’s address gets the same response as a free one, and no email', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my } = await enter(deps)
    const { actor: other } = await enter(deps)
    expect(await requestEmailChange(my, { email: other.email, password: PASSWORD, ...FROM })).toEqual({
      ok: true,
    })
    await mailRequestedLinks(deps)
    expect(await queuedMail(db)).toEqual([])
    expect(await requestEmailChange(my, { email: 'free@example.com', password: PASSWORD, ...FROM })).toEqual({
      ok: true,
    })
    await mailRequestedLinks(deps)
    expect((await queuedMail(db)).map(({ kind }) => kind)).toEqual(['account-change-email'])
  })

  test('an email change is canceled by a password change', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request } = await enter(deps)
    await requestEmailChange(my, { email: 'thief@example.com', password: PASSWORD, ...FROM })
    deps.clock.advance(60_000)
    await changePassword(my, { current: PASSWORD, password: NEW, request })
    await mailRequestedLinks(deps)
    expect((await queuedMail(db)).map(({ kind }) => kind)).toEqual(['account-password'])
  })

  test('guessing the own password is limited too', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request } = await enter(deps)
    const guess = () => changePassword(my, { current: 'wrong password', password: NEW, request })
    for (let n = 0; n < 5; n += 1) expect(await guess()).toMatchObject({ reason: 'refused' })
    expect(await guess()).toMatchObject({ reason: 'too-many', sentence: expect.any(String) })
  })
})

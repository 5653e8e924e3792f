import { expect, onTestFinished, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import { openDatabase } from '~/platform/db/database.server'
import {
  accountDeps,
  cookieHeader,
  ELSEWHERE,
  FROM,
  mailedToken,
  mailRequestedLinks,
  makeUser,
  PASSWORD,
  requestWith,
} from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { signIn, signOut } from './operations.server'
import { register, verifyEmail } from './registration.server'

const newcomer = { name: 'Ann Lee', email: ' Ann@Example.com', password: 'three quiet herons', ...FROM }

describeOnBothEngines('an account', (open) => {
  test('R18 is registered, confirmed by mail, signed in to and out of', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    expect(await register(deps, newcomer)).toEqual({ ok: true })
    await mailRequestedLinks(deps)
    const credentials = { email: 'ann@example.com', password: newcomer.password, ...FROM }
    expect(await signIn(deps, credentials)).toEqual({ ok: false, reason: 'unverified' })
    const token = await mailedToken(db, 'account-verify-email')
    const verified = await verifyEmail(deps, { token, password: '', ...FROM })
    expect(verified).toMatchObject({ ok: true, begun: { ok: true, role: 'client' } })
    expect(await verifyEmail(deps, { token, password: '', ...FROM })).toEqual({ ok: false, reason: 'gone' })
    await db.deleteFrom('sessions').execute()

    const entered = await signIn(deps, credentials)
    if (!entered.ok) throw new Error(JSON.stringify(entered))
    expect(entered.setCookies).toHaveLength(2)
    expect(entered.setCookies[0]).toMatch(
      /^__Host-studio_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const cookie = cookieHeader(entered.setCookies)
    expect(await readActor(deps, requestWith(cookie))).toMatchObject({
      kind: 'person',
      role: 'client',
      name: 'Ann Lee',
      email: 'ann@example.com',
      emailVerified: true,
      twoFactor: false,
    })
    expect(entered.setCookies[1]).toMatch(
      /^__Host-studio_device=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/,
    )
    const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    expect(session).toMatchObject({ ip_address: '203.0.113.7', user_agent: FROM.userAgent })
    expect(Math.abs(session.created_at - Date.now())).toBeLessThan(60_000)

    const left = await signOut(deps, { request: requestWith(cookie) })
    expect(left.setCookies[0]).toMatch(/^__Host-studio_session=;.*Max-Age=0/)
    expect(await readActor(deps, requestWith(cookie))).toEqual({ kind: 'visitor' })
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('responds the same for a known address, and notifies it by email', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    await makeUser(db, { email: 'ann@example.com' })
    expect(await register(deps, newcomer)).toEqual({ ok: true })
    await mailRequestedLinks(deps)
    expect((await queuedMail(db)).map(({ kind }) => kind)).toEqual(['account-exists'])
    expect(await signIn(deps, { ...newcomer, password: 'wrong one here' })).toEqual({
      ok: false,
      reason: 'wrong',
    })
    expect(await signIn(deps, { ...newcomer, email: 'zoe@example.com' })).toEqual({
      ok: false,
      reason: 'wrong',
    })
  })

  test('of many simultaneous registrations of an address, one creates the account', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(deps, newcomer)))
    expect(answers).toEqual(answers.map(() => ({ ok: true })))
    await mailRequestedLinks(deps)
    expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(1)
    // Each registration replaces the previous one.
    expect(await db.selectFrom('credentials').selectAll().execute()).toHaveLength(1)
    expect(new Set((await queuedMail(db)).map(({ kind }) => kind))).toEqual(new Set(['account-verify-email']))
  })

  test('fields that are not the form’s change nothing', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    await register(deps, { ...newcomer, role: 'owner', emailVerified: true, userId: 'x' } as typeof newcomer)
    expect(await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      role: 'client',
      email_verified: 0,
    })
  })

  test('each field has its own error', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    for (const email of [
      '\u212aelly@example.com',
      'ann@exam\u212aple.com',
      'ann@example.com\r\nBcc: x@example.com',
    ])
      expect(await register(deps, { ...newcomer, email })).toMatchObject({
        errors: { email: expect.any(String) },
      })
    const answer = await register(deps, { name: ' ', email: 'ann', password: 'short', ...FROM })
    expect(answer).toMatchObject({
      ok: false,
      reason: 'refused',
      errors: { name: expect.any(String), email: expect.any(String), password: expect.any(String) },
    })
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('five failed logins close an account to passwords for a quarter hour, and right ones do not count', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db)
    for (let n = 0; n < 7; n += 1)
      expect(await signIn(deps, { email, password: PASSWORD, ...FROM })).toMatchObject({ ok: true })
    for (let n = 0; n < 5; n += 1)
      expect(await signIn(deps, { email, password: `${n} wrong password`, ...FROM })).toMatchObject({
        reason: 'wrong',
      })
    const refused = await signIn(deps, { email, password: PASSWORD, ...ELSEWHERE })
    expect(refused).toMatchObject({ ok: false, reason: 'too-many', retryAt: deps.clock.now() + 900_000 })
    expect(refused).toHaveProperty('sentence', expect.stringContaining('Eastern Time'))
    deps.clock.advance(900_000)
    expect(await signIn(deps, { email, password: PASSWORD, ...ELSEWHERE })).toMatchObject({ ok: true })
  })

  test('failed logins are remembered over a restart', async () => {
    const { db, where } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db)
    const wrong = { email, password: 'wrong password', ...FROM }
    for (let n = 0; n < 5; n += 1) await signIn(deps, wrong)
    const restarted = openDatabase(where)
    onTestFinished(() => restarted.destroy())
    expect(await signIn({ ...deps, db: restarted }, wrong)).toMatchObject({ reason: 'too-many' })
  })

  test('thirty failed logins close a network, whatever accounts they name', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const tries = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        signIn(deps, {
          email: `nobody-${n}@example.com`,
          password: 'wrong password',
          network: `2001:db8:1:2::${n}`,
          userAgent: '',
          browser: '',
        }),
      ),
    )
    expect(tries.filter((each) => !each.ok && each.reason === 'wrong')).toHaveLength(30)
    expect(tries.filter((each) => !each.ok && each.reason === 'too-many')).toHaveLength(2)
  })

  test('accepts twenty registrations an hour per network', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const answers = []
    for (let n = 0; n < 21; n += 1)
      answers.push(await register(deps, { ...newcomer, email: `n${n}@example.com` }))
    expect(answers.filter((each) => each.ok)).toHaveLength(20)
    expect(answers.at(-1)).toMatchObject({ reason: 'too-many' })
  })

  test('treats forged, truncated, too long and unknown cookies as a visitor’s', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db)
    const entered = await signIn(deps, { email, password: PASSWORD, ...FROM })
    if (!entered.ok) throw new Error('not signed in')
    const cookie = cookieHeader(entered.setCookies.slice(0, 1))
    const [name, value = ''] = cookie.split('=')
    const token = decodeURIComponent(value).split('.')[0]
    for (const wrong of [
      cookie.slice(0, -3),
      `${name}=`,
      `${name}=${token}`,
      `${name}=${token}.${'A'.repeat(43)}%3D`,
      `${name}=%00%ff%`,
      `${name}=${'a'.repeat(20_000)}`,
      cookie.replace('__Host-', ''),
    ])
      expect(await readActor(deps, requestWith(wrong))).toEqual({ kind: 'visitor' })
    await db
      .updateTable('sessions')
      .set({ expires_at: Date.now() - 1 })
      .execute()
    expect(await readActor(deps, requestWith(cookie))).toEqual({ kind: 'visitor' })
  })
})

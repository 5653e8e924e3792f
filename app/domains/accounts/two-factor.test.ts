import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import {
  accountDeps,
  addPasskeyOf,
  asPerson,
  cookieHeader,
  enter,
  FROM,
  mailedToken,
  mailRequestedLinks,
  PASSWORD,
  requestWith,
} from '../../../test/support/accounts'
import { makeAuthenticator } from '../../../test/support/authenticator'
import { describeOnBothEngines } from '../../../test/support/database'
import { redeemSignInLink, requestPasswordReset, requestSignInLink, resetPassword } from './links.server'
import { signIn, signInWithCode } from './operations.server'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  saveTeamRule,
} from './two-factor.server'

/**
 * The code of an authenticator app (RFC 6238), some steps from now. Each code works once, and codes before
 * the last used one don't.
 */
function codeOf(secret: string, ahead = 0): string {
  const bits = [...secret.replace(/ /g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

// A step ends every 30 seconds, and its code with it, so the time stands still.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

async function protectedPerson(deps: Awaited<ReturnType<typeof accountDeps>>) {
  const { my, request } = await enter(deps, { role: 'owner' })
  const begun = await beginTwoFactor(my, { password: PASSWORD, request })
  if (!begun.ok) throw new Error(begun.reason)
  const used = codeOf(begun.secret, -1)
  const confirmed = await confirmTwoFactor(my, { code: used, request })
  if (!confirmed.ok) throw new Error(confirmed.reason)
  return { used, before: request, ...begun, ...(await asPerson(deps, confirmed.setCookies)) }
}

describeOnBothEngines('a second factor', (open) => {
  test('is on when a code has confirmed it, gives the session a new id, and is encrypted at rest', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request } = await enter(deps, { role: 'owner' })
    expect(await beginTwoFactor(my, { password: 'wrong password', request })).toEqual({
      ok: false,
      reason: 'wrong-password',
    })
    const begun = await beginTwoFactor(my, { password: PASSWORD, request })
    if (!begun.ok) throw new Error(begun.reason)
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/DE%20Photography/)
    expect(begun.recoveryCodes).toHaveLength(10)
    const stored = JSON.stringify(await db.selectFrom('two_factors').selectAll().execute())
    expect(stored).not.toContain(begun.secret.replace(/ /g, ''))
    expect(stored).not.toContain(begun.recoveryCodes[0])
    expect(await confirmTwoFactor(my, { code: wrong(codeOf(begun.secret)), request })).toEqual({
      ok: false,
      reason: 'wrong',
    })
    expect(await readActor(deps, request)).toMatchObject({ twoFactor: false })

    const confirmed = await confirmTwoFactor(my, { code: codeOf(begun.secret), request })
    if (!confirmed.ok) throw new Error(confirmed.reason)
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    expect((await asPerson(deps, confirmed.setCookies)).actor.twoFactor).toBe(true)
  })

  test('is required after the password, and after a link', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, secret } = await protectedPerson(deps)
    await requestSignInLink(deps, { email: actor.email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-sign-in')
    for (const [ahead, first] of [
      await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM }),
      await redeemSignInLink(deps, { token, ...FROM }),
    ].entries()) {
      const code = codeOf(secret, ahead)
      if (first.ok || first.reason !== 'two-factor') throw new Error(JSON.stringify(first))
      const request = requestWith(cookieHeader(first.setCookies))
      expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
      expect(first.setCookies.join()).toContain('__Host-studio_two_factor=')
      const refused = await signInWithCode(deps, {
        request,
        code: wrong(code),
        kind: 'totp',
        ...FROM,
      })
      expect(refused).toEqual({ ok: false, reason: 'wrong' })
      const entered = await signInWithCode(deps, { request, code, kind: 'totp', ...FROM })
      if (!entered.ok) throw new Error(JSON.stringify(entered))
      expect(entered.role).toBe('owner')
      expect((await asPerson(deps, entered.setCookies)).actor.uid).toBe(actor.uid)
      const again = await signInWithCode(deps, { request, code, kind: 'totp', ...FROM })
      expect(again).toEqual({ ok: false, reason: 'expired' })
    }
  })

  test('a code works once, also when two use it at the same time, and none before it works after it', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, secret } = await protectedPerson(deps)
    const challenge = async () => {
      const first = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
      if (first.ok || first.reason !== 'two-factor') throw new Error(JSON.stringify(first))
      return requestWith(cookieHeader(first.setCookies))
    }
    const use = (request: Request, code: string) =>
      signInWithCode(deps, { request, code, kind: 'totp', ...FROM })
    const requests = await Promise.all(Array.from({ length: 4 }, challenge))
    const code = codeOf(secret, 0)
    const answers = await Promise.all(requests.map((request) => use(request, code)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(3).fill({ ok: false, reason: 'wrong' }))
    const request = requests[answers.findIndex(({ ok }) => !ok)] as Request
    expect(await use(request, codeOf(secret, -1))).toEqual({ ok: false, reason: 'wrong' })
    expect(await use(request, codeOf(secret, 1))).toMatchObject({ ok: true })
  })

  test('the code that turned it on can’t sign in', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, used } = await protectedPerson(deps)
    const first = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
    if (first.ok || first.reason !== 'two-factor') throw new Error(JSON.stringify(first))
    const request = requestWith(cookieHeader(first.setCookies))
    expect(await signInWithCode(deps, { request, code: used, kind: 'totp', ...FROM })).toEqual({
      ok: false,
      reason: 'wrong',
    })
  })

  test('a recovery code works once, and five wrong codes end the challenge', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, recoveryCodes, secret } = await protectedPerson(deps)
    const challenge = async () => {
      const first = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
      if (first.ok || first.reason !== 'two-factor') throw new Error(JSON.stringify(first))
      return requestWith(cookieHeader(first.setCookies))
    }
    const recovery = { code: recoveryCodes[0] ?? '', kind: 'recovery', ...FROM } as const
    expect(await signInWithCode(deps, { request: await challenge(), ...recovery })).toMatchObject({
      ok: true,
    })
    expect(await signInWithCode(deps, { request: await challenge(), ...recovery })).toEqual({
      ok: false,
      reason: 'wrong',
    })

    const twice = { code: recoveryCodes[1] ?? '', kind: 'recovery', ...FROM } as const
    const requests = [await challenge(), await challenge()]
    const both = await Promise.all(requests.map((request) => signInWithCode(deps, { request, ...twice })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'wrong' })

    const request = await challenge()
    const bad = { request, code: wrong(codeOf(secret)), kind: 'totp', ...FROM } as const
    for (let n = 0; n < 5; n += 1)
      expect(await signInWithCode(deps, bad)).toEqual({ ok: false, reason: 'wrong' })
    expect(await signInWithCode(deps, { ...bad, code: codeOf(secret) })).toEqual({
      ok: false,
      reason: 'expired',
    })
  })

  test('a sign-in that waited for its code is over when the password is changed', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, secret, recoveryCodes } = await protectedPerson(deps)
    const first = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
    if (first.ok || first.reason !== 'two-factor') throw new Error(JSON.stringify(first))
    await requestPasswordReset(deps, { email: actor.email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-reset-password')
    expect(await resetPassword(deps, { token, password: 'four louder herons' })).toEqual({ ok: true })
    const request = requestWith(cookieHeader(first.setCookies))
    for (const proof of [
      { code: codeOf(secret, 0), kind: 'totp' },
      { code: recoveryCodes[0] ?? '', kind: 'recovery' },
    ] as const)
      expect(await signInWithCode(deps, { request, ...proof, ...FROM })).toEqual({
        ok: false,
        reason: 'expired',
      })
  })

  test('a code without a challenge opens nothing', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { secret } = await protectedPerson(deps)
    const request = requestWith('__Host-studio_two_factor=forged.AAAA')
    expect(await signInWithCode(deps, { request, code: codeOf(secret), kind: 'totp', ...FROM })).toEqual({
      ok: false,
      reason: 'expired',
    })
  })

  test('is turned off with both the password and a code, and with neither alone', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, secret, actor } = await protectedPerson(deps)
    const code = codeOf(secret)
    expect(await endTwoFactor(my, { password: 'wrong password', code, request })).toEqual({
      ok: false,
      reason: 'wrong',
    })
    expect(await endTwoFactor(my, { password: PASSWORD, code: wrong(code), request })).toEqual({
      ok: false,
      reason: 'wrong',
    })
    const ended = await endTwoFactor(my, { password: PASSWORD, code: codeOf(secret), request })
    if (!ended.ok) throw new Error(ended.reason)
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    expect(await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })).toMatchObject({
      ok: true,
    })
  })

  test('can be turned off with a recovery code in any notation', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, recoveryCodes } = await protectedPerson(deps)
    const code = ` ${recoveryCodes[3]?.toUpperCase().replace('-', ' ')} `
    for (const given of [
      { password: 'wrong password', code },
      { password: PASSWORD, code: 'aaaaa-aaaaa' },
    ])
      expect(await endTwoFactor(my, { ...given, request })).toEqual({ ok: false, reason: 'wrong' })
    expect(await endTwoFactor(my, { password: PASSWORD, code, request })).toMatchObject({ ok: true })
  })

  test('opens the Studio where the team needs a second step, and stays while it’s the only one', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, secret, recoveryCodes, actor } = await protectedPerson(deps)
    const author = { uid: actor.uid, name: actor.name }
    expect(await saveTeamRule({ db, clock: deps.clock, author }, { isRequired: true })).toEqual({ ok: true })
    expect(await readActor(deps, request)).toMatchObject({ twoSteps: true, secondStep: 'met' })
    for (const [kind, code] of [
      ['totp', codeOf(secret)],
      ['recovery', recoveryCodes[0] ?? ''],
    ] as const) {
      const first = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
      if (first.ok || first.reason !== 'two-factor') throw new Error(JSON.stringify(first))
      const asked = requestWith(cookieHeader(first.setCookies))
      const entered = await signInWithCode(deps, { request: asked, code, kind, ...FROM })
      if (!entered.ok) throw new Error(entered.reason)
      expect((await asPerson(deps, entered.setCookies)).actor.secondStep).toBe('met')
    }
    const end = (n: number) => endTwoFactor(my, { password: PASSWORD, code: recoveryCodes[n] ?? '', request })
    expect(await end(1)).toEqual({ ok: false, reason: 'last' })
    expect(await readActor(deps, request)).toMatchObject({ twoFactor: true })
    expect(await addPasskeyOf({ my, request }, makeAuthenticator())).toEqual({ ok: true })
    const ended = await end(2)
    if (!ended.ok) throw new Error(ended.reason)
    const now = await asPerson(deps, ended.setCookies)
    expect(now.actor).toMatchObject({ twoFactor: false, secondStep: 'met' })
  })

  test('gets new recovery codes with the password, and the old ones stop working', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, recoveryCodes, actor } = await protectedPerson(deps)
    expect(await renewRecoveryCodes(my, { password: 'wrong', request })).toEqual({
      ok: false,
      reason: 'wrong',
    })
    const made = await renewRecoveryCodes(my, { password: PASSWORD, request })
    if (!made.ok) throw new Error(made.reason)
    expect(made.recoveryCodes).toHaveLength(10)
    const enterWith = async (code: string) => {
      const begun = await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
      if (begun.ok || begun.reason !== 'two-factor') throw new Error('No code was asked for.')
      const asked = requestWith(cookieHeader(begun.setCookies))
      return (await signInWithCode(deps, { request: asked, code, kind: 'recovery', ...FROM })).ok
    }
    expect(await enterWith(recoveryCodes[0] ?? '')).toBe(false)
    expect(await enterWith(made.recoveryCodes[0] ?? '')).toBe(true)
  })
})

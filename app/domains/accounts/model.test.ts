import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { withoutTokens } from '~/platform/http/special-paths'
import { accountDeps, asPerson, enter, PASSWORD } from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { emailProofCode, proveAgain } from './proof.server'
import { deletePassword } from './store.server'

const MINUTE = 60_000

describeOnBothEngines('a recent proof of identity', (open) => {
  /** Signs in some time ago. `provedAt` is read from the session as on pages. */
  async function enterLongAgo(minutes = 30) {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor, request, my } = await enter(deps)
    const since = Date.now() - minutes * MINUTE
    await db.updateTable('sessions').set({ created_at: since }).where('id', '=', actor.sessionId).execute()
    const provedAt = async () => (await asPerson(deps, [request.headers.get('cookie') ?? ''])).actor.provedAt
    return { db, deps, my, request, actor, since, provedAt }
  }

  test('signing in is a proof, and so is the password in the same session', async () => {
    const { my, request, since, provedAt } = await enterLongAgo()
    expect(await provedAt()).toBe(since)
    const wrong = { by: 'password', password: 'four louder herons' } as const
    expect(await proveAgain(my, wrong, { request })).toEqual({ ok: false, reason: 'wrong' })
    expect(await provedAt()).toBe(since)
    const right = { by: 'password', password: PASSWORD } as const
    expect(await proveAgain(my, right, { request })).toEqual({ ok: true })
    expect(await provedAt()).toBe(my.clock.now())
  })

  test('wrong passwords are limited, and the right one is then refused too', async () => {
    const { my, request, since, provedAt } = await enterLongAgo()
    for (let n = 0; n < 5; n += 1)
      await proveAgain(my, { by: 'password', password: `wrong ${n}` }, { request })
    const proved = await proveAgain(my, { by: 'password', password: PASSWORD }, { request })
    expect(proved).toMatchObject({ ok: false, reason: 'too-many' })
    expect(await provedAt()).toBe(since)
  })

  test('another session of the same person proves nothing here', async () => {
    const { db, deps, my, request, actor, since, provedAt } = await enterLongAgo()
    const elsewhere = await enter(deps)
    await proveAgain(elsewhere.my, { by: 'password', password: PASSWORD }, elsewhere)
    expect(await provedAt()).toBe(since)
    await db.deleteFrom('sessions').where('id', '!=', actor.sessionId).execute()
    expect(await proveAgain(my, { by: 'password', password: PASSWORD }, { request })).toEqual({ ok: true })
  })

  test('someone without a password gets a code by email: once, for ten minutes, in this session', async () => {
    const { db, deps, my, request, actor, since, provedAt } = await enterLongAgo()
    await deletePassword(db, actor.uid)
    expect(await emailProofCode(my)).toEqual({ ok: true })
    const [mail] = await queuedMail(db)
    expect(mail).toMatchObject({
      kind: 'account-proof-code',
      to_address: expect.stringContaining(actor.email),
    })
    const code = /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
    // Neither body's code is visible in the Studio's list of sent emails.
    expect(withoutTokens(mail?.text ?? '')).not.toContain(code)
    expect(withoutTokens(mail?.html ?? '')).not.toContain(code)

    const stranger = await enter(deps)
    const given = { by: 'emailed-code', code: `${code.slice(0, 4)} ${code.slice(4)}` } as const
    expect(await proveAgain(stranger.my, given, stranger)).toMatchObject({ reason: 'wrong' })
    const late = { ...my, clock: fixedClock(my.clock.now() + 11 * MINUTE) }
    expect(await provedAt()).toBe(since)
    expect(await proveAgain(my, { by: 'emailed-code', code: '' }, { request })).toMatchObject({
      reason: 'wrong',
    })
    expect(await proveAgain(my, given, { request })).toEqual({ ok: true })
    expect(await provedAt()).toBe(my.clock.now())
    expect(await proveAgain(my, given, { request })).toMatchObject({ reason: 'wrong' })

    await emailProofCode(my)
    const next = /Code: (\d{8})/.exec((await queuedMail(db)).at(-1)?.text ?? '')?.[1] ?? ''
    expect(await proveAgain(late, { by: 'emailed-code', code: next }, { request })).toMatchObject({
      reason: 'wrong',
    })
  })

  test('with a second factor, the mailbox alone proves nothing', async () => {
    const { db, my, request } = await enterLongAgo()
    await emailProofCode(my)
    const code = /Code: (\d{8})/.exec((await queuedMail(db)).at(-1)?.text ?? '')?.[1] ?? ''
    const protectedNow = { ...my, actor: { ...my.actor, twoFactor: true } }
    expect(await emailProofCode(protectedNow)).toEqual({ ok: false, reason: 'second-factor' })
    expect(await proveAgain(protectedNow, { by: 'emailed-code', code }, { request })).toMatchObject({
      reason: 'wrong',
    })
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import {
  accountDeps,
  addPasskeyOf,
  alsoWith,
  asPerson,
  challengeOf,
  ELSEWHERE,
  enter,
  FROM,
  PASSWORD,
  requestWith,
} from '../../../../test/support/accounts'
import { makeAuthenticator } from '../../../../test/support/authenticator'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { signIn } from '../operations.server'
import { proveAgain } from '../proof.server'
import {
  addChallenge,
  addPasskey,
  confirmChallenge,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInChallenge,
  signInWithPasskey,
} from './operations.server'

type Deps = Awaited<ReturnType<typeof accountDeps>>
type Device = ReturnType<typeof makeAuthenticator>

describeOnBothEngines('passkeys', (open) => {
  async function start() {
    const { db } = await open()
    const deps = await accountDeps(db)
    const device = makeAuthenticator()
    const entered = await enter(deps, { name: 'Ann Lee' })
    return { db, deps, device, ...entered }
  }

  async function withPasskey() {
    const started = await start()
    expect(await addPasskeyOf(started, started.device)).toEqual({ ok: true })
    return started
  }

  /** Gets a challenge like the login page. */
  async function ask(deps: Deps) {
    const asked = await signInChallenge(deps, { request: requestWith(''), network: FROM.network })
    if (!asked.ok) throw new Error(asked.sentence)
    return { ...challengeOf(asked), request: requestWith(asked.setCookies[0]?.split(';')[0] ?? '') }
  }

  async function enterWith(deps: Deps, device: Device, odd?: Parameters<Device['use']>[1]) {
    const { request, ...asked } = await ask(deps)
    return signInWithPasskey(deps, { ...FROM, request, answer: device.use(asked, odd) })
  }

  const actions = async (db: Deps['db']) =>
    (await db.selectFrom('audit').select(['action', 'subject']).orderBy('at').orderBy('seq').execute()).map(
      ({ action, subject }) => `${action} ${subject}`,
    )

  test('is added, named, reported by email and logged', async () => {
    const { db, my, device, request } = await withPasskey()
    const [passkey] = await listPasskeys(my)
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null })
    const mail = await queuedMail(db)
    expect(mail.map(({ kind }) => kind)).toEqual(['account-passkey-added'])
    expect(mail[0]?.html).toMatch(/If this wasn’t you, .*\/profile#security/s)
    expect(await actions(db)).toContain('passkey-added My phone')
    expect(await readActor(my, request)).toMatchObject({ passkey: true, twoSteps: true })

    for (const name of ['', '  ', 'x'.repeat(61)])
      expect(await renamePasskey(my, { id: passkey?.id ?? '', name })).toMatchObject({ reason: 'refused' })
    expect(await renamePasskey(my, { id: passkey?.id ?? '', name: ' Work phone ' })).toEqual({ ok: true })
    expect((await listPasskeys(my))[0]?.name).toBe('Work phone')
    // The same device again is refused, since its credential exists.
    expect(await addPasskeyOf({ my, request }, device)).toMatchObject({ ok: false })
    expect(await listPasskeys(my)).toHaveLength(1)
  })

  test('signs in like any other way: session replaced, device known, logged', async () => {
    const { db, deps, my, device, actor } = await withPasskey()
    const { request, ...asked } = await ask(deps)
    const from = { ...ELSEWHERE, sessionId: actor.sessionId }
    const entered = await signInWithPasskey(deps, { ...from, request, answer: device.use(asked) })
    if (!entered.ok) throw new Error(entered.reason)
    expect(entered.role).toBe('client')
    const now = await asPerson(deps, entered.setCookies)
    expect(now.actor).toMatchObject({ uid: actor.uid, twoSteps: true, secondStep: 'met' })
    expect(entered.setCookies.join()).toContain('studio_device=')
    const sessions = await db.selectFrom('sessions').select('id').execute()
    expect(sessions.map(({ id }) => id)).toEqual([now.actor.sessionId])
    expect(await actions(db)).toContain('signed-in Passkey, new device')
    expect((await queuedMail(db)).map(({ kind }) => kind)).toContain('account-new-device')
    expect((await listPasskeys(my))[0]?.lastUsedAt).toBe(deps.clock.now())
  })

  test('an outage is thrown as it is, and never called a wrong passkey', async () => {
    const { db, deps, device } = await withPasskey()
    const asked = await ask(deps)
    await sql`alter table passkeys rename to passkeys_gone`.execute(db)
    const answer = device.use(asked)
    await expect(signInWithPasskey(deps, { ...FROM, request: asked.request, answer })).rejects.toThrow(
      /passkeys/,
    )
    await sql`alter table passkeys_gone rename to passkeys`.execute(db)
    await sql`alter table sessions rename to sessions_gone`.execute(db)
    const again = await ask(deps)
    await expect(
      signInWithPasskey(deps, { ...FROM, request: again.request, answer: device.use(again) }),
    ).rejects.toThrow(/sessions/)
  })

  test('an answer works once, also of several at the same time', async () => {
    const { deps, device } = await withPasskey()
    const { request, ...asked } = await ask(deps)
    const answer = device.use(asked)
    const tries = await Promise.all(
      [1, 2, 3].map(() => signInWithPasskey(deps, { ...FROM, request, answer })),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await signInWithPasskey(deps, { ...FROM, request, answer })).toEqual({
      ok: false,
      reason: 'expired',
    })
  })

  test('refuses a copy, another site, a device without user verification, a stranger’s key and nonsense', async () => {
    const { deps, device, my, request: open } = await withPasskey()
    expect(await enterWith(deps, device, { counter: 7 })).toMatchObject({ ok: true })
    for (const counter of [6, 7, 0])
      expect(await enterWith(deps, device, { counter })).toEqual({ ok: false, reason: 'wrong' })
    expect(await enterWith(deps, device, { counter: 8, rpId: 'example.com' })).toMatchObject({
      reason: 'wrong',
    })
    expect(await enterWith(deps, device, { counter: 8, isUnlocked: false })).toEqual({
      ok: false,
      reason: 'unverified-device',
    })
    expect(await enterWith(deps, makeAuthenticator())).toEqual({ ok: false, reason: 'unknown' })
    const { request, ...asked } = await ask(deps)
    const elsewhere = device.use({ ...asked, origin: 'https://photos.example.net' }, { counter: 8 })
    expect(await signInWithPasskey(deps, { ...FROM, request, answer: elsewhere })).toMatchObject({
      ok: false,
    })
    for (const answer of ['', '{}', 'null', '[]', '{"id":{}}', '{"id":"x","type":"public-key"}'])
      expect(await signInWithPasskey(deps, { ...FROM, request, answer })).toMatchObject({ ok: false })
    expect(await addPasskeyOf({ my, request: open }, makeAuthenticator(), { isUnlocked: false })).toEqual({
      ok: false,
      reason: 'unverified-device',
    })
    expect(await listPasskeys(my)).toHaveLength(1)
    expect(await enterWith(deps, device, { counter: 8 })).toMatchObject({ ok: true })
  })

  test('opens no account that is deleted or whose email isn’t confirmed', async () => {
    const { db, deps, device, actor } = await withPasskey()
    await db.updateTable('users').set({ email_verified: 0 }).where('id', '=', actor.uid).execute()
    const before = await db.selectFrom('sessions').select('id').execute()
    expect(await enterWith(deps, device)).toEqual({ ok: false, reason: 'unverified-email' })
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual(before)
    await db.deleteFrom('users').where('id', '=', actor.uid).execute()
    expect(await enterWith(deps, device)).toEqual({ ok: false, reason: 'unknown' })
  })

  test('limits the tries of a network', async () => {
    const { deps } = await withPasskey()
    const stranger = makeAuthenticator()
    for (let n = 0; n < 30; n += 1)
      expect(await enterWith(deps, stranger)).toEqual({ ok: false, reason: 'unknown' })
    expect(await enterWith(deps, stranger)).toMatchObject({ reason: 'too-many' })
    // The challenge was used up by adding the passkey.
    for (let n = 32; n < 60; n += 1) await ask(deps)
    const asked = await signInChallenge(deps, { request: requestWith(''), network: FROM.network })
    expect(asked).toMatchObject({ ok: false, reason: 'too-many' })
  })

  test('proves identity for this session only', async () => {
    const { db, deps, my, request, device, actor } = await withPasskey()
    await db
      .updateTable('sessions')
      .set({ created_at: Date.now() - 660_000, proved_at: null, two_steps: 0 })
      .execute()
    const prove = async (person: { my: typeof my; request: Request }, with_: Device) => {
      const asked = await confirmChallenge(person.my, person.request)
      if (!asked.ok) throw new Error(asked.sentence)
      const answer = with_.use(challengeOf(asked))
      const given = { by: 'passkey', answer } as const
      return proveAgain(person.my, given, { request: alsoWith(person.request, asked.setCookies) })
    }
    const other = await enter(deps)
    expect(await prove(other, device)).toEqual({ ok: false, reason: 'wrong' })
    expect(await prove({ my, request }, makeAuthenticator())).toEqual({ ok: false, reason: 'wrong' })
    expect(await readActor(deps, request)).toMatchObject({ twoSteps: false })

    expect(await prove({ my, request }, device)).toEqual({ ok: true })
    expect(await readActor(deps, request)).toMatchObject({
      sessionId: actor.sessionId,
      provedAt: deps.clock.now(),
      twoSteps: true,
    })
    const sessions = await db.selectFrom('sessions').select('user_id').execute()
    expect(sessions.map(({ user_id }) => user_id).toSorted()).toEqual([actor.uid, other.actor.uid].toSorted())
  })

  test('a removed one doesn’t work, and every other session ends', async () => {
    const { db, deps, my, request, device, actor } = await withPasskey()
    const elsewhere = await enterWith(deps, device)
    if (!elsewhere.ok) throw new Error(elsewhere.reason)
    const other = await enter(deps)
    const [{ id } = { id: '' }] = await listPasskeys(my)
    expect(await removePasskey(other.my, { id, request })).toEqual({ ok: false, reason: 'gone' })
    const removed = await removePasskey(my, { id, request })
    if (!removed.ok) throw new Error(removed.reason)
    expect((await asPerson(deps, removed.setCookies)).actor).toMatchObject({ uid: actor.uid, passkey: false })
    expect(
      await db.selectFrom('sessions').select('id').where('user_id', '=', actor.uid).execute(),
    ).toHaveLength(1)
    expect(await enterWith(deps, device)).toEqual({ ok: false, reason: 'unknown' })
    expect((await queuedMail(db)).map(({ kind }) => kind)).toContain('account-passkey-removed')
    expect(await actions(db)).toContain('passkey-removed My phone')
    const signed = await signIn(deps, { email: actor.email, password: PASSWORD, ...ELSEWHERE })
    expect(signed).toMatchObject({ ok: true })
  })

  test('a sign-in challenge can’t register a passkey, nor the reverse', async () => {
    const { deps, my, request, device } = await withPasskey()
    const asked = await ask(deps)
    const mixed = alsoWith(request, [asked.request.headers.get('cookie') ?? ''])
    const made = makeAuthenticator().create(asked)
    expect(await addPasskey(my, { name: 'x', answer: made, request: mixed })).toEqual({
      ok: false,
      reason: 'expired',
    })
    const adding = await addChallenge(my, request)
    if (!adding.ok) throw new Error(adding.sentence)
    const answer = device.use(challengeOf(adding))
    const used = await signInWithPasskey(deps, {
      ...FROM,
      request: alsoWith(requestWith(''), adding.setCookies),
      answer,
    })
    expect(used).toEqual({ ok: false, reason: 'expired' })
  })
})

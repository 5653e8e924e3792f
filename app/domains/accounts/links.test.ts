import { expect, test } from 'vitest'
import { isAddressProven } from '~/domains/people/operations.server'
import { readActor } from '~/platform/auth/session.server'
import {
  accountDeps,
  cookieHeader,
  enter,
  FROM,
  mailedToken,
  mailRequestedLinks,
  makeUser,
  PASSWORD,
  requestWith,
} from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makeShare } from '../../../test/support/factories'
import { queuedMail } from '../../../test/support/outbox'
import {
  confirmEmailChange,
  readLink,
  redeemSignInLink,
  requestPasswordReset,
  requestSignInLink,
  resetPassword,
} from './links.server'
import { signIn } from './operations.server'
import { changePassword, requestEmailChange } from './security.server'

const NEW = 'four louder herons'

describeOnBothEngines('a link from a message', (open) => {
  test('sets a new password once, ends all sessions, and stores only a hash', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { request, actor } = await enter(deps)
    expect(await requestPasswordReset(deps, { email: actor.email.toUpperCase(), ...FROM })).toEqual({
      ok: true,
    })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-reset-password')
    expect(JSON.stringify(await db.selectFrom('verifications').selectAll().execute())).not.toContain(token)
    expect(await readLink(deps, { purpose: 'reset-password', token })).toMatchObject({ email: actor.email })
    expect(await readLink(deps, { purpose: 'sign-in', token })).toBeUndefined()

    const attempts = await Promise.all(
      Array.from({ length: 5 }, (_, n) => resetPassword(deps, { token, password: `${NEW} ${n}` })),
    )
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(1)
    expect(attempts.filter((each) => !each.ok && each.reason === 'gone')).toHaveLength(4)
    const password = `${NEW} ${attempts.findIndex(({ ok }) => ok)}`
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    expect(await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })).toMatchObject({
      reason: 'wrong',
    })
    expect(await signIn(deps, { email: actor.email, password, ...FROM })).toMatchObject({ ok: true })
    expect((await queuedMail(db)).map(({ kind }) => kind)).toContain('account-password')
  })

  test('is over after 30 minutes, and not before', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db)
    await requestPasswordReset(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-reset-password')
    deps.clock.advance(1_799_999)
    expect(await readLink(deps, { purpose: 'reset-password', token })).toMatchObject({ email })
    deps.clock.advance(1)
    expect(await readLink(deps, { purpose: 'reset-password', token })).toBeUndefined()
    expect(await resetPassword(deps, { token, password: NEW })).toEqual({ ok: false, reason: 'gone' })
  })

  test('a password that is refused does not use it up', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db)
    await requestPasswordReset(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-reset-password')
    expect(await resetPassword(deps, { token, password: 'Password123!' })).toMatchObject({
      reason: 'refused',
    })
    expect(await resetPassword(deps, { token, password: NEW })).toEqual({ ok: true })
  })

  test('for an unknown address, the response and the work are the same, and no email is sent', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db)
    const known = await requestPasswordReset(deps, { email, ...FROM })
    const jobs = async () => (await db.selectFrom('jobs').selectAll().execute()).length
    expect(await jobs()).toBe(1)
    expect(await requestPasswordReset(deps, { email: 'nobody@example.com', ...FROM })).toEqual(known)
    expect(await jobs()).toBe(2)
    await mailRequestedLinks(deps)
    expect((await queuedMail(db)).map(({ to_address }) => to_address)).toEqual([email])
  })

  test('is sent four times an hour to one address, known or not', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    for (const email of [(await makeUser(db)).email, 'nobody@example.com']) {
      const ask = () => requestPasswordReset(deps, { email, ...FROM })
      const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        reason: 'too-many',
        sentence: expect.any(String),
      })
    }
  })

  test('signs in once without a password, also when passwords are closed', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db, { role: 'owner' })
    for (let n = 0; n < 6; n += 1) await signIn(deps, { email, password: 'wrong password', ...FROM })
    expect(await signIn(deps, { email, password: PASSWORD, ...FROM })).toMatchObject({ reason: 'too-many' })
    await requestSignInLink(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-sign-in')
    const uses = await Promise.all([1, 2, 3].map(() => redeemSignInLink(deps, { token, ...FROM })))
    const entered = uses.filter((use) => use.ok)
    expect(entered).toHaveLength(1)
    expect(uses.filter((use) => !use.ok && use.reason === 'gone')).toHaveLength(2)
    const cookie = cookieHeader(entered[0]?.setCookies ?? [])
    expect(await readActor(deps, requestWith(cookie))).toMatchObject({ role: 'owner', email })
  })

  test('removes the password of an account whose address was never confirmed', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { email } = await makeUser(db, { email_verified: 0 })
    await requestSignInLink(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-sign-in')
    expect(await redeemSignInLink(deps, { token, ...FROM })).toMatchObject({ ok: true })
    expect(await signIn(deps, { email, password: PASSWORD, ...FROM })).toEqual({ ok: false, reason: 'wrong' })
  })

  test('changes the address once confirmed at the new one, and notifies the old one', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, actor, request } = await enter(deps)
    expect(
      await requestEmailChange(my, { email: 'New@Example.com', password: 'wrong password', ...FROM }),
    ).toMatchObject({
      reason: 'refused',
      errors: { password: expect.any(String) },
    })
    expect(await requestEmailChange(my, { email: 'New@Example.com', password: PASSWORD, ...FROM })).toEqual({
      ok: true,
    })
    await mailRequestedLinks(deps)
    expect(await readActor(deps, request)).toMatchObject({ email: actor.email })
    const token = await mailedToken(db, 'account-change-email')
    expect(await confirmEmailChange(deps, { token, password: '', ...FROM })).toEqual({
      ok: true,
      email: 'new@example.com',
    })
    expect(await confirmEmailChange(deps, { token, password: '', ...FROM })).toEqual({
      ok: false,
      reason: 'gone',
    })
    expect(await readActor(deps, request)).toMatchObject({ email: 'new@example.com' })
    const notice = (await queuedMail(db)).find(({ kind }) => kind === 'account-email')
    expect(notice?.to_address).toBe(`Ann Lee <${actor.email}>`)
  })

  test('a new password cancels an email change that someone else requested', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, actor, request } = await enter(deps)
    await requestEmailChange(my, { email: 'thief@example.com', password: PASSWORD, ...FROM })
    await mailRequestedLinks(deps)
    const stolen = await mailedToken(db, 'account-change-email')
    expect(await changePassword(my, { current: PASSWORD, password: NEW, request })).toMatchObject({
      ok: true,
    })
    expect(await confirmEmailChange(deps, { token: stolen, password: '', ...FROM })).toEqual({
      ok: false,
      reason: 'gone',
    })

    await requestEmailChange(my, { email: 'thief@example.org', password: NEW, ...FROM })
    await mailRequestedLinks(deps)
    const again = await mailedToken(db, 'account-change-email')
    await requestPasswordReset(deps, { email: actor.email, ...FROM })
    await mailRequestedLinks(deps)
    const reset = await mailedToken(db, 'account-reset-password')
    expect(await resetPassword(deps, { token: reset, password: `${NEW} anew` })).toEqual({ ok: true })
    expect(await confirmEmailChange(deps, { token: again, password: '', ...FROM })).toEqual({
      ok: false,
      reason: 'gone',
    })
  })

  test('gives one address to one account under simultaneous confirmations', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const people = [await enter(deps), await enter(deps)]
    const tokens: string[] = []
    for (const { my } of people) {
      await requestEmailChange(my, { email: 'new@example.com', password: PASSWORD, ...FROM })
      await mailRequestedLinks(deps)
      tokens.push(await mailedToken(db, 'account-change-email'))
    }
    const answers = await Promise.all(
      tokens.map((token) => confirmEmailChange(deps, { token, password: '', ...FROM })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((each) => !each.ok && each.reason === 'taken')).toHaveLength(1)
  })

  test('signs in a client without an account whom a gallery is shared with, and makes the account then', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const gallery = await makeGallery(db, { kind: 'client' })
    const draft = await makeGallery(db, { kind: 'client', published_at: null })
    await makeShare(db, { gallery_id: gallery.id, email: 'Ann@Example.com', name: 'Ann Lee' })
    await makeShare(db, { gallery_id: gallery.id, email: 'ex@example.com', revoked_at: 1 })
    await makeShare(db, { gallery_id: draft.id, email: 'soon@example.com' })
    const answers = []
    for (const email of ['ann@example.com', 'ex@example.com', 'soon@example.com', 'nobody@example.com'])
      answers.push(await requestSignInLink(deps, { email, ...FROM }))
    expect(answers).toEqual(Array(4).fill({ ok: true }))
    await requestPasswordReset(deps, { email: 'ann@example.com', ...FROM })
    await mailRequestedLinks(deps)
    const mail = await queuedMail(db)
    expect(mail.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['account-sign-in', 'ann@example.com'],
    ])
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])

    const token = await mailedToken(db, 'account-sign-in')
    const both = await Promise.all([1, 2].map(() => redeemSignInLink(deps, { token, ...FROM })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const entered = both.find(({ ok }) => ok)
    const request = requestWith(cookieHeader(entered?.ok ? entered.setCookies : []))
    expect(await readActor(deps, request)).toMatchObject({
      ...{ kind: 'person', role: 'client', name: 'Ann Lee' },
      ...{ email: 'ann@example.com', emailVerified: true },
    })
    expect(await isAddressProven({ db }, 'ann@example.com')).toBe(true)
  })

  test('of a client without an account removes the password of a later registration of the address', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const gallery = await makeGallery(db, { kind: 'client' })
    await makeShare(db, { gallery_id: gallery.id, email: 'ann@example.com', name: 'Ann Lee' })
    await requestSignInLink(deps, { email: 'ann@example.com', ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-sign-in')
    await makeUser(db, { email: 'ann@example.com', email_verified: 0, name: 'Mallory' })
    expect(await redeemSignInLink(deps, { token, ...FROM })).toMatchObject({ ok: true })
    expect(await signIn(deps, { email: 'ann@example.com', password: PASSWORD, ...FROM })).toMatchObject({
      reason: 'wrong',
    })
  })
})

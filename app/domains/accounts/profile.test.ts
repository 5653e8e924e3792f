import { expect, test } from 'vitest'
import { sendContactMessage } from '~/domains/contact-messages/operations.server'
import { joinAccount } from '~/domains/people/accounts.server'
import { exportMyData } from '~/domains/privacy/operations.server'
import { readActor } from '~/platform/auth/session.server'
import { accountDeps, enter, PASSWORD } from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { mailRequestedLink } from './links.server'
import { deleteMyAccount, readProfile, saveProfile, setNewsletter } from './profile.server'

describeOnBothEngines('a profile', (open) => {
  test('keeps a name, a phone number and the newsletter choice', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, actor } = await enter(deps)
    expect(await saveProfile(my, { name: ' ', phone: '12' })).toMatchObject({
      errors: { name: expect.any(String), phone: expect.any(String) },
    })
    expect(await saveProfile(my, { name: ' Ann Marie Lee ', phone: '(973) 555-0142' })).toEqual({ ok: true })
    for (const wanted of [true, true, false, false, true]) {
      expect(await setNewsletter(my, wanted)).toEqual({ ok: true })
      expect(await readProfile(my)).toMatchObject({
        name: 'Ann Marie Lee',
        phone: '(973) 555-0142',
        email: actor.email,
        role: 'client',
        newsletter: wanted,
      })
    }
  })

  test('is exported with everything else about the person, and nothing about others', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, actor } = await enter(deps)
    const given = { honeypot: '', startedAt: '', network: '203.0.113.7' }
    const fields = { name: 'Ann', phone: '', subject: 'Portraits', message: 'Hello' }
    await joinAccount(my, { userId: actor.uid, email: actor.email, name: actor.name })
    await sendContactMessage(deps, { ...given, fields: { ...fields, email: actor.email.toUpperCase() } })
    await sendContactMessage(deps, { ...given, fields: { ...fields, email: 'zoe@example.com' } })
    await setNewsletter(my, true)
    await db.updateTable('people').set({ note: 'Likes rain.' }).where('user_id', '=', actor.uid).execute()
    // The email for signing in again must be sent even on a full disk.
    await mailRequestedLink(deps, { purpose: 'reset-password', email: actor.email })
    const data = JSON.parse(await exportMyData(my))
    expect(data).toMatchObject({
      user: { uid: actor.uid, email: actor.email },
      sessions: [{ current: true }],
      newsletter: [{ email: actor.email, requestDate: new Date(deps.clock.now()).toISOString() }],
      messages: [{ message: 'Hello' }],
      studioRecord: { note: 'Likes rain.', addresses: [{ email: expect.any(String), isVerified: true }] },
      doNotSellRequests: [],
    })
    expect(data.letters).toContainEqual({
      subject: 'We got your message',
      createdAt: new Date(deps.clock.now()).toISOString(),
      sentAt: null,
      state: 'queued',
      text: expect.stringContaining('Hello Ann'),
    })
    expect(JSON.stringify(data.letters)).toContain('/reset-password/[token]')
    expect(JSON.stringify(data)).not.toContain('zoe@example.com')
    expect(JSON.stringify(data)).not.toContain('argon2')
  })

  test('is deleted with its account, sessions and subscription; messages stay', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, request, actor } = await enter(deps)
    await setNewsletter(my, true)
    expect(await deleteMyAccount(my, { password: 'wrong password' })).toEqual({
      ok: false,
      reason: 'wrong-password',
    })
    const gone = await deleteMyAccount(my, { password: PASSWORD })
    expect(gone).toMatchObject({ ok: true, setCookies: [expect.stringContaining('Max-Age=0')] })
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    for (const table of ['users', 'sessions', 'credentials'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    const left = await db.selectFrom('newsletter').select(['email', 'unsubscribed_at']).execute()
    expect(left).toEqual([{ email: actor.email, unsubscribed_at: deps.clock.now() }])
  })

  test('of the last owner cannot be deleted, also when two go at once', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const owners = [await enter(deps, { role: 'owner' }), await enter(deps, { role: 'owner' })]
    const answers = await Promise.all(owners.map(({ my }) => deleteMyAccount(my, { password: PASSWORD })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'last-owner' })
  })
})

import { expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import { accountDeps, addPasskeyOf, asPerson, enter, FROM, PASSWORD } from '../../../test/support/accounts'
import { makeAuthenticator } from '../../../test/support/authenticator'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { signIn } from './operations.server'
import { listPasskeys, removePasskey } from './passkeys/operations.server'
import { changePassword } from './security.server'
import { issueOwnerLink, redeemOwnerLink } from './team.server'
import { readTeamRule, resetSecondStep, saveTeamRule } from './two-factor.server'

describeOnBothEngines('the team’s second-factor rule', (open) => {
  async function start() {
    const { db } = await open()
    const deps = await accountDeps(db)
    const owner = await enter(deps, { role: 'owner', name: 'Olive' })
    const author = { uid: owner.actor.uid, name: owner.actor.name }
    const rule = (isRequired: boolean) => saveTeamRule({ db, clock: deps.clock, author }, { isRequired })
    return { db, deps, owner, rule }
  }

  async function required() {
    const started = await start()
    const device = makeAuthenticator()
    await addPasskeyOf(started.owner, device)
    expect(await started.rule(true)).toEqual({ ok: true })
    return { ...started, device }
  }

  test('is off by default, needs an owner with a second factor, and is logged', async () => {
    const { db, deps, owner, rule } = await start()
    expect(await readTeamRule(deps)).toEqual({ isRequired: false })
    expect(await rule(true)).toEqual({ ok: false, reason: 'none' })
    await addPasskeyOf(owner, makeAuthenticator())
    expect(await rule(true)).toEqual({ ok: true })
    expect(await rule(true)).toEqual({ ok: true })
    expect(await readTeamRule(deps)).toEqual({ isRequired: true })
    const assistant = await enter(deps, { role: 'assistant' })
    const author = { uid: assistant.actor.uid, name: 'A' }
    expect(await saveTeamRule({ db, clock: deps.clock, author }, { isRequired: false })).toEqual({
      ok: false,
      reason: 'gone',
    })
    expect(await rule(false)).toEqual({ ok: true })
    expect(await readTeamRule(deps)).toEqual({ isRequired: false })
    const entries = await db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'settings-changed')
      .orderBy('seq')
      .execute()
    expect(entries.map(({ changes }) => JSON.parse(changes))).toEqual([
      [{ field: 'Two-factor authentication', from: 'Optional', to: 'Required' }],
      [{ field: 'Two-factor authentication', from: 'Required', to: 'Optional' }],
    ])
  })

  test('applies to the team, not to clients, and a session knows whether it used one', async () => {
    const { deps, owner, rule } = await required()
    const stateOf = async (request: Request) => {
      const actor = await readActor(deps, request)
      return actor.kind === 'person' ? actor.secondStep : 'visitor'
    }
    // The passkey was added in that session.
    expect(await stateOf(owner.request)).toBe('met')
    const assistant = await enter(deps, { role: 'assistant' })
    const client = await enter(deps, { role: 'client' })
    expect(await stateOf(assistant.request)).toBe('set-up')
    expect(await stateOf(client.request)).toBe('met')

    await addPasskeyOf(assistant, makeAuthenticator())
    expect(await stateOf(assistant.request)).toBe('met')
    const byPassword = await signIn(deps, { email: assistant.actor.email, password: PASSWORD, ...FROM })
    if (!byPassword.ok) throw new Error(byPassword.reason)
    const again = await asPerson(deps, byPassword.setCookies)
    expect(again.actor.secondStep).toBe('confirm')
    // Changing the password neither counts as a second step nor removes one.
    const changed = async ({ my, request }: typeof again, current: string, password: string) => {
      const done = await changePassword(my, { current, password, request })
      if (!done.ok) throw new Error(done.reason)
      return (await asPerson(deps, done.setCookies)).actor.secondStep
    }
    expect(await changed(again, PASSWORD, 'four louder herons')).toBe('confirm')
    const kept = await asPerson(deps, [owner.request.headers.get('cookie') ?? ''])
    expect(await changed(kept, PASSWORD, 'five louder herons')).toBe('met')
    await rule(false)
    expect(await stateOf(client.request)).toBe('met')
  })

  test('keeps the last second step of a person of the team', async () => {
    const { deps, owner, rule } = await required()
    const [{ id } = { id: '' }] = await listPasskeys(owner.my)
    const remove = () => removePasskey(owner.my, { id, request: owner.request })
    expect(await remove()).toEqual({ ok: false, reason: 'last' })
    expect(await listPasskeys(owner.my)).toHaveLength(1)
    await addPasskeyOf(owner, makeAuthenticator())
    const removed = await remove()
    if (!removed.ok) throw new Error(removed.reason)
    const [left] = await listPasskeys(owner.my)
    await rule(false)
    const now = await asPerson(deps, removed.setCookies)
    expect(now.actor.secondStep).toBe('met')
    const last = { id: left?.id ?? '', request: now.request }
    expect(await removePasskey(now.my, last)).toMatchObject({ ok: true })
  })

  test('only an owner resets a colleague’s lost one', async () => {
    const { db, deps, owner } = await required()
    const place = { network: '', device: '' }
    const reset = (actor: { uid: string; name: string }, user: string) =>
      resetSecondStep({ ...deps, author: { uid: actor.uid, name: actor.name }, place }, user)
    const member = await enter(deps, { role: 'assistant' })
    const client = await enter(deps, { role: 'client' })
    for (const each of [member, client]) await addPasskeyOf(each, makeAuthenticator())
    expect(await reset(member.actor, owner.actor.uid)).toEqual({ ok: false })
    expect(await reset(owner.actor, owner.actor.uid)).toEqual({ ok: false })
    expect(await reset(owner.actor, client.actor.uid)).toEqual({ ok: false })
    expect(await reset(owner.actor, 'nobody')).toEqual({ ok: false })
    expect(await db.selectFrom('passkeys').select('id').execute()).toHaveLength(3)

    expect(await reset(owner.actor, member.actor.uid)).toEqual({ ok: true })
    expect(await readActor(deps, member.request)).toEqual({ kind: 'visitor' })
    const { email } = member.actor
    expect((await queuedMail(db)).filter(({ to_address }) => to_address.includes(email)).at(-1)?.kind).toBe(
      'account-second-step-reset',
    )
    const signed = await signIn(deps, { email, password: PASSWORD, ...FROM })
    if (!signed.ok) throw new Error(signed.reason)
    const back = await asPerson(deps, signed.setCookies)
    expect(back.actor).toMatchObject({ passkey: false, secondStep: 'set-up' })
    expect(await readActor(deps, client.request)).toMatchObject({ passkey: true })
  })

  test('lets a locked-out owner back in by the link of the command', async () => {
    const { deps, owner } = await required()
    const link = await issueOwnerLink(deps, { email: owner.actor.email, role: 'owner' })
    const token = link.split('/').at(-1) ?? ''
    const account = { name: 'Olive', email: owner.actor.email, password: 'six louder herons' }
    const redeemed = await redeemOwnerLink(deps, { token, ...account, ...FROM })
    if (!redeemed.ok) throw new Error(redeemed.reason)
    const back = await asPerson(deps, redeemed.setCookies)
    expect(back.actor).toMatchObject({ passkey: false, twoFactor: false, secondStep: 'set-up' })
    await addPasskeyOf(back, makeAuthenticator())
    expect(await readActor(deps, back.request)).toMatchObject({ secondStep: 'met' })
  })
})

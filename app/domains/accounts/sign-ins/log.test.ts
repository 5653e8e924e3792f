import { expect, test } from 'vitest'
import { listAccountEntries } from '~/domains/audit/operations.server'
import {
  accountDeps,
  enter,
  FROM,
  mailedToken,
  mailRequestedLinks,
  makeUser,
  PASSWORD,
} from '../../../../test/support/accounts'
import { describeOnBothEngines } from '../../../../test/support/database'
import { redeemSignInLink, requestPasswordReset, requestSignInLink, resetPassword } from '../links.server'
import { signIn } from '../operations.server'
import { deleteMyAccount } from '../profile.server'
import { changePassword, signOutOtherDevices } from '../security.server'
import { placeOf, recordDownload } from './log.server'
import { signOutPerson } from './session.server'

describeOnBothEngines('the activity log of accounts', (open) => {
  async function studio() {
    const { db } = await open()
    const deps = await accountDeps(db)
    const entriesOf = async (account: string) =>
      (await listAccountEntries({ db }, { account, limit: 50 }))
        .map(({ action, subject, author, network, device }) => ({ action, subject, author, network, device }))
        .toReversed()
    return { db, deps, entriesOf }
  }

  test('logs sign-ins, changes and exports with account, network and device', async () => {
    const { deps, entriesOf } = await studio()
    const { my, request, actor } = await enter(deps, { name: 'Ann Lee' })
    await signIn(deps, { email: actor.email, password: PASSWORD, ...FROM })
    await signOutOtherDevices(my)
    await changePassword(my, { current: PASSWORD, password: 'four louder herons', request })
    await recordDownload(my, actor, 'Their own data')
    const entries = await entriesOf(actor.uid)
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'signed-in Password, new device',
      'signed-in Password, new device',
      'devices-signed-out All other devices',
      'password-changed ',
      'export-downloaded Their own data',
    ])
    for (const { author, network, device } of entries)
      expect([author, network, device]).toEqual([
        { uid: actor.uid, name: '' },
        '203.0.113.0/24',
        'Firefox on Windows',
      ])
    expect(JSON.stringify(entries)).not.toMatch(/heron|Ann|203\.0\.113\.7/)
  })

  test('logs links, a password set by a link, and a deleted account', async () => {
    const { db, deps, entriesOf } = await studio()
    const user = await makeUser(db)
    await requestSignInLink(deps, { email: user.email, ...FROM })
    await mailRequestedLinks(deps)
    await redeemSignInLink(deps, { token: await mailedToken(db, 'account-sign-in'), ...FROM })
    await requestPasswordReset(deps, { email: user.email, ...FROM })
    await mailRequestedLinks(deps)
    const password = 'four louder herons'
    await resetPassword(deps, { token: await mailedToken(db, 'account-reset-password'), password })
    const { my } = await enter(deps, { id: 'gone' })
    await deleteMyAccount(my, { password: PASSWORD })
    expect((await entriesOf(user.id)).map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'signed-in Email link, new device',
      'password-changed Email link',
    ])
    expect((await entriesOf('gone')).at(-1)).toMatchObject({ action: 'account-deleted' })
  })

  test('logs which owner signed a person out everywhere, and only an owner can', async () => {
    const { db, deps, entriesOf } = await studio()
    const owner = await enter(deps, { role: 'owner', name: 'Dana' })
    const assistant = await enter(deps, { role: 'assistant' })
    const client = await enter(deps)
    const place = placeOf(FROM)
    const as = (author: typeof owner.actor) => ({ ...deps, author, place })
    expect(await signOutPerson(as(assistant.actor), client.actor.uid)).toEqual({ ok: false, reason: 'gone' })
    expect(await signOutPerson(as(owner.actor), client.actor.uid)).toMatchObject({ ok: true })
    const left = await db.selectFrom('sessions').select('user_id').execute()
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(
      [owner.actor.uid, assistant.actor.uid].toSorted(),
    )
    expect((await entriesOf(client.actor.uid)).at(-1)).toEqual({
      ...{
        action: 'devices-signed-out',
        subject: '1 device',
        author: { uid: owner.actor.uid, name: 'Dana' },
      },
      ...place,
    })
  })
})

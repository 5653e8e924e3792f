import { expect, test } from 'vitest'
import { checkLog } from '~/domains/audit/chain.server'
import { accountDeps, FROM, makeUser, PASSWORD } from '../../../../test/support/accounts'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { signIn } from '../operations.server'
import { writeFailures } from './failures.server'

const HOUR = 3_600_000

describeOnBothEngines('failed sign-ins', (open) => {
  async function studio() {
    const { db } = await open()
    const deps = await accountDeps(db)
    const ann = await makeUser(db, { name: 'Ann Lee' })
    const fail = async (times: number, email = ann.email, from = FROM) => {
      for (let n = 0; n < times; n++) {
        const signed = await signIn(deps, { email, password: `no ${n} herons`, ...from })
        expect(signed.ok).toBe(false)
      }
    }
    const entries = () =>
      db
        .selectFrom('audit')
        .select(['author_id', 'account_id', 'network', 'device', 'times', 'subject'])
        .where('action', '=', 'sign-in-failed')
        .orderBy('seq')
        .execute()
    const emails = async () =>
      (await queuedMail(db))
        .filter(({ kind }) => kind === 'account-failed-sign-ins')
        .map(({ to_address }) => /<(.*)>/.exec(to_address)?.[1])
    return { db, deps, ann, fail, entries, emails }
  }

  test('are logged as one entry per account and network, including those refused by a limit', async () => {
    const { db, deps, ann, fail, entries } = await studio()
    await fail(7)
    await fail(2, ann.email, { ...FROM, network: '2001:db8:7:1::5' })
    expect(await entries()).toEqual([])
    await writeFailures(deps)
    const known = { author_id: '', account_id: ann.id, device: 'Firefox on Windows', subject: '' }
    expect(await entries()).toEqual([
      { ...known, network: '203.0.113.0/24', times: 7 },
      { ...known, network: '2001:db8:7::/48', times: 2 },
    ])
    await fail(1)
    await writeFailures(deps)
    expect(await entries()).toHaveLength(2)
    deps.clock.advance(HOUR)
    await writeFailures(deps)
    expect((await entries()).map(({ times }) => times)).toEqual([7, 2, 1])
    expect((await checkLog({ db })).faults).toEqual([])
  })

  test('of addresses without an account leave nothing of the address', async () => {
    const { db, deps, fail, entries } = await studio()
    await fail(2, 'three quiet herons')
    await fail(1, 'nobody@example.com')
    await writeFailures(deps)
    expect(await entries()).toEqual([
      {
        ...{ author_id: '', account_id: '', network: '203.0.113.0/24', device: 'Firefox on Windows' },
        ...{ times: 3, subject: 'An email without an account' },
      },
    ])
    expect(JSON.stringify(await db.selectFrom('audit').selectAll().execute())).not.toMatch(/herons|nobody/)
  })

  test('are emailed to the person at the tenth within a day, once a day', async () => {
    const { deps, ann, fail, emails } = await studio()
    await fail(9)
    await writeFailures(deps)
    expect(await emails()).toEqual([])
    await fail(1)
    await writeFailures(deps)
    expect(await emails()).toEqual([ann.email])
    await fail(30)
    await writeFailures(deps)
    deps.clock.advance(23 * HOUR)
    await fail(12)
    await writeFailures(deps)
    expect(await emails()).toEqual([ann.email])
    deps.clock.advance(2 * HOUR)
    await fail(10)
    await writeFailures(deps)
    expect(await emails()).toEqual([ann.email, ann.email])
  })

  test('are not counted against who signs in', async () => {
    const { deps, ann, entries, emails } = await studio()
    for (let n = 0; n < 12; n++)
      expect(await signIn(deps, { email: ann.email, password: PASSWORD, ...FROM })).toMatchObject({
        ok: true,
      })
    await writeFailures(deps, { all: true })
    expect([await entries(), await emails()]).toEqual([[], []])
  })
})

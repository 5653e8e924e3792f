import { expect, test } from 'vitest'
import { accountDeps, enter } from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { authOf } from './auth.server'

describeOnBothEngines('the Better Auth adapter', (open) => {
  async function start() {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { actor } = await enter(deps, { name: 'Ann Lee' })
    const { internalAdapter, adapter } = await (await authOf(deps)).$context
    return { db, actor, internalAdapter, adapter }
  }

  test('finds a session by its token, of which only the hash is stored', async () => {
    const { db, actor, internalAdapter } = await start()
    const made = await internalAdapter.createSession(actor.uid)
    expect(made.token).toMatch(/^\w{32}$/)
    const rows = await db.selectFrom('sessions').select('token').execute()
    for (const { token } of rows) expect(token).toMatch(/^[0-9a-f]{64}$/)
    const found = await internalAdapter.findSession(made.token)
    expect(found?.session).toMatchObject({ id: made.id, token: made.token, expiresAt: made.expiresAt })
    expect(found?.session.expiresAt).toBeInstanceOf(Date)
    expect(found?.user).toMatchObject({ id: actor.uid, emailVerified: true })
    expect(await internalAdapter.findSession(rows.at(-1)?.token ?? '')).toBeNull()
    await internalAdapter.deleteSession(made.token)
    expect(await internalAdapter.findSession(made.token)).toBeNull()
  })

  test('gives a challenge to one of several simultaneous requests', async () => {
    const { internalAdapter } = await start()
    const expiresAt = new Date(Date.now() + 60_000)
    await internalAdapter.createVerificationValue({ identifier: 'once', value: 'ann', expiresAt })
    const used = await Promise.all([1, 2, 3, 4].map(() => internalAdapter.consumeVerificationValue('once')))
    expect(used.flatMap((each) => each?.value ?? [])).toEqual(['ann'])
  })

  test('throws on an unknown operator instead of ignoring it', async () => {
    const { adapter } = await start()
    const where = [{ field: 'email', operator: 'contains' as const, value: 'ann' }]
    await expect(adapter.findMany({ model: 'user', where })).rejects.toThrow('contains')
  })
})

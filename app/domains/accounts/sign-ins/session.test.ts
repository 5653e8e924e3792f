import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import { sha256 } from '~/platform/ids.server'
import { accountDeps, enter, requestWith } from '../../../../test/support/accounts'
import { describeOnBothEngines } from '../../../../test/support/database'

const DAY = 86_400_000

describeOnBothEngines('a session', (open) => {
  test('is stored as a hash that gives no access, even together with the secret', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { request } = await enter(deps)
    const [, value = ''] = (request.headers.get('cookie') ?? '').split('=')
    const token = decodeURIComponent(value).split('.')[0] ?? ''
    const stored = await db.selectFrom('sessions').selectAll().execute()
    expect(token).toHaveLength(32)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(stored.map((row) => row.token)).toEqual([sha256(token)])

    const signed = (text: string) => {
      const signature = createHmac('sha256', deps.config.secret).update(text).digest('base64')
      return requestWith(`__Host-studio_session=${encodeURIComponent(`${text}.${signature}`)}`)
    }
    expect(await readActor(deps, signed(token))).toMatchObject({ kind: 'person' })
    expect(await readActor(deps, signed(stored[0]?.token ?? ''))).toEqual({ kind: 'visitor' })
  })

  test('is extended by use, with one write an hour, and ends after thirty days without', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { request } = await enter(deps)
    const read = () => db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    const begun = await read()
    expect(Math.abs(begun.expires_at - Date.now() - 30 * DAY)).toBeLessThan(60_000)
    await readActor(deps, request)
    expect(await read()).toEqual(begun)

    const now = Date.now()
    const put = (values: Partial<typeof begun>) => db.updateTable('sessions').set(values).execute()
    await put({ created_at: now - 25 * DAY, updated_at: now - DAY, expires_at: now + 5 * DAY })
    expect(await readActor(deps, request)).toMatchObject({ kind: 'person' })
    expect(Math.abs((await read()).expires_at - now - 30 * DAY)).toBeLessThan(60_000)

    await put({ updated_at: now - 30 * DAY, expires_at: now - 1 })
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
  })

  test('ends ninety days after it began, however much it is used', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { request } = await enter(deps)
    const began = Date.now() - 89 * DAY
    await db.updateTable('sessions').set({ created_at: began, updated_at: began }).execute()
    expect(await readActor(deps, request)).toMatchObject({ kind: 'person' })
    const { expires_at } = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
    expect(expires_at).toBe(began + 90 * DAY)
  })
})

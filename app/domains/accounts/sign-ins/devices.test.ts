import { expect, test } from 'vitest'
import { accountDeps, FROM, makeUser, PASSWORD } from '../../../../test/support/accounts'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import type { From } from '../model'
import { signIn } from '../operations.server'

const DAY = 86_400_000
const PHONE = { network: '198.51.100.20', userAgent: 'Mozilla/5.0 (iPhone) Safari/605' }

describeOnBothEngines('a device that signs in', (open) => {
  async function studio() {
    const { db } = await open()
    const deps = await accountDeps(db)
    const ann = await makeUser(db, { name: 'Ann Lee' })
    const signInFrom = async (from: From, user = ann) => {
      const signed = await signIn(deps, { email: user.email, password: PASSWORD, browser: '', ...from })
      if (!signed.ok) throw new Error(signed.reason)
      return deviceOf(signed.setCookies)
    }
    const emails = async () =>
      (await queuedMail(db)).filter(({ kind }) => kind === 'account-new-device').map(({ text }) => text)
    return { db, deps, ann, signInFrom, emails }
  }

  /** The value of the device cookie. */
  const deviceOf = (setCookies: string[]) =>
    setCookies.map((cookie) => /^__Host-studio_device=([\w-]{32});/.exec(cookie)?.[1]).find(Boolean) ?? ''

  test('is emailed if the account doesn’t know it, except the very first', async () => {
    const { db, deps, ann, signInFrom, emails } = await studio()
    const laptop = await signInFrom(FROM)
    expect(laptop).not.toBe('')
    expect(await signInFrom({ ...FROM, device: laptop })).toBe(laptop)
    expect(await emails()).toEqual([])
    deps.clock.set('2026-11-22T20:05:00Z')
    await signInFrom(PHONE)
    const [text = '', ...more] = await emails()
    const mail = text.replace(/\s+/g, ' ')
    expect(more).toEqual([])
    expect(mail).toContain('Safari on iPhone signed in')
    expect(mail).toContain('on November 22, 2026 at 3:05 PM Eastern Time')
    expect(mail).toContain('Its internet address starts with 198.51.100.')
    expect(mail).toContain('/profile#security')
    const [row] = await db.selectFrom('known_devices').selectAll().where('user_id', '=', ann.id).execute()
    expect(JSON.stringify(row)).not.toContain(laptop)
  })

  test('is recorded per account of a browser, and an invented cookie isn’t accepted', async () => {
    const { db, signInFrom, emails } = await studio()
    const ben = await makeUser(db, { name: 'Ben' })
    const shared = await signInFrom(FROM)
    expect(await signInFrom({ ...FROM, device: shared }, ben)).toBe(shared)
    expect(await signInFrom({ ...FROM, device: shared })).toBe(shared)
    const madeUp = 'x'.repeat(32)
    expect(await signInFrom({ ...PHONE, device: madeUp })).not.toBe(madeUp)
    expect(await emails()).toHaveLength(1)
  })

  test('sends no flood of emails, however many private windows sign in', async () => {
    const { deps, signInFrom, emails } = await studio()
    await signInFrom(FROM)
    for (let n = 0; n < 4; n++) await signInFrom(PHONE)
    expect(await emails()).toHaveLength(1)
    for (let n = 0; n < 9; n++) await signInFrom({ ...PHONE, network: `192.0.${n}.7` })
    expect((await emails()).length).toBeLessThan(6)
    const before = (await emails()).length
    deps.clock.advance(2 * DAY)
    await signInFrom(PHONE)
    expect(await emails()).toHaveLength(before + 1)
  })
})

import { expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import {
  accountDeps,
  cookieHeader,
  ELSEWHERE,
  enter,
  FROM,
  mailedToken,
  mailRequestedLinks,
  PASSWORD,
  requestWith,
} from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
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
import { register, verifyEmail } from './registration.server'
import { requestEmailChange } from './security.server'

const email = 'victim@example.com'
const victim = { name: 'Vera Voss', email, password: 'my very own heron', ...FROM }
const stranger = {
  name: 'Click evil example',
  email,
  password: 'chosen by a stranger',
  network: '192.0.2.66',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  browser: 'a-secret-of-the-stranger',
}

type Deps = Awaited<ReturnType<typeof accountDeps>>

describeOnBothEngines('an address that someone registers', (open) => {
  async function begin() {
    const { db } = await open()
    return { db, deps: await accountDeps(db) }
  }

  /** @returns the emailed token */
  async function registerAs(deps: Deps, who: typeof victim): Promise<string> {
    expect(await register(deps, who)).toEqual({ ok: true })
    await mailRequestedLinks(deps)
    return await mailedToken(deps.db, 'account-verify-email')
  }

  const opens = async (deps: Deps, { password }: { password: string }) =>
    (await signIn(deps, { email, password, ...ELSEWHERE })).ok

  test('is confirmed by the button alone in the requesting browser, which is signed in then', async () => {
    const { deps } = await begin()
    const token = await registerAs(deps, victim)
    const link = { purpose: 'verify-email', token } as const
    expect(await readLink(deps, { ...link, browser: FROM.browser })).toEqual({ email, isSameBrowser: true })
    const verified = await verifyEmail(deps, { token, password: '', ...FROM })
    if (!verified.ok) throw new Error(verified.reason)
    const cookie = cookieHeader(verified.begun.setCookies)
    expect(await readActor(deps, requestWith(cookie))).toMatchObject({ email, name: 'Vera Voss' })
    expect(await opens(deps, victim)).toBe(true)
  })

  test('is not confirmed elsewhere by who reads its mail, so the stranger’s password opens nothing', async () => {
    const { db, deps } = await begin()
    const token = await registerAs(deps, stranger)
    const link = { purpose: 'verify-email', token } as const
    for (const browser of ['', FROM.browser])
      expect(await readLink(deps, { ...link, browser })).toEqual({ email, isSameBrowser: false })
    for (const password of ['', 'my very own heron'])
      expect(await verifyEmail(deps, { token, ...FROM, password })).toEqual({
        ok: false,
        reason: 'wrong-password',
      })
    expect(await opens(deps, stranger)).toBe(false)
    expect(await db.selectFrom('users').select('email_verified').execute()).toEqual([{ email_verified: 0 }])
  })

  test('is confirmed elsewhere with the password that was registered', async () => {
    const { deps } = await begin()
    const token = await registerAs(deps, victim)
    expect(await verifyEmail(deps, { token, ...ELSEWHERE, password: victim.password })).toMatchObject({
      ok: true,
    })
  })

  test('wrong passwords on the link’s page count like failed logins', async () => {
    const { deps } = await begin()
    const token = await registerAs(deps, victim)
    const guess = (password: string) => verifyEmail(deps, { token, ...ELSEWHERE, password })
    for (let n = 0; n < 5; n += 1)
      expect(await guess(`guess ${n}`)).toMatchObject({ reason: 'wrong-password' })
    expect(await guess(victim.password)).toMatchObject({ ok: false, reason: 'too-many' })
    expect(await signIn(deps, { ...victim })).toMatchObject({ reason: 'too-many' })
  })

  test.each([
    ['the stranger first', [stranger, victim]],
    ['the stranger last', [victim, stranger]],
  ])(
    'belongs to the later registration, and the earlier password and link are dead: %s',
    async (_, order) => {
      const { db, deps } = await begin()
      const [earlier, later] = order as [typeof victim, typeof victim]
      const deadToken = await registerAs(deps, earlier)
      const token = await registerAs(deps, later)
      for (const password of ['', earlier.password, later.password])
        expect(await verifyEmail(deps, { ...earlier, token: deadToken, password })).toMatchObject({
          reason: 'gone',
        })
      expect(await verifyEmail(deps, { ...earlier, token })).toMatchObject({ reason: 'wrong-password' })
      expect(await verifyEmail(deps, { ...later, token, password: '' })).toMatchObject({ ok: true })
      expect([await opens(deps, earlier), await opens(deps, later)]).toEqual([false, true])
      expect(await db.selectFrom('users').select('name').execute()).toEqual([{ name: later.name }])
    },
  )

  test('never confirms a password for a browser that has not chosen it, however the emails overtake each other', async () => {
    const { db, deps } = await begin()
    await register(deps, victim)
    await register(deps, stranger)
    // Both registered before either email was composed.
    await mailRequestedLinks(deps)
    const tokens = (await queuedMail(db)).flatMap(({ text }) => text.match(/verify-email\/[\w-]{32}/g) ?? [])
    expect(tokens).toHaveLength(1)
    for (const token of tokens.map((path) => path.slice('verify-email/'.length)))
      expect(await verifyEmail(deps, { token, ...FROM, password: '' })).toMatchObject({ ok: false })
    expect(await opens(deps, stranger)).toBe(false)
  })

  test('confirmed and registered anew at the same moment, it is never the stranger’s', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { db, deps } = await begin()
      const token = await registerAs(deps, victim)
      const [verified] = await Promise.all([
        verifyEmail(deps, { token, ...FROM, password: '' }),
        register(deps, stranger),
        register(deps, stranger),
      ])
      const { email_verified } = await db
        .selectFrom('users')
        .select('email_verified')
        .executeTakeFirstOrThrow()
      expect(email_verified).toBe(verified.ok ? 1 : 0)
      expect(await opens(deps, stranger)).toBe(false)
      expect(await opens(deps, victim)).toBe(verified.ok)
    }
  })

  test('goes to the mailbox’s owner by a sign-in link, without the registration’s password, name and link', async () => {
    const { db, deps } = await begin()
    const pending = await registerAs(deps, stranger)
    await requestSignInLink(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-sign-in')
    expect(await redeemSignInLink(deps, { token, ...FROM })).toMatchObject({ ok: true })
    expect(await opens(deps, stranger)).toBe(false)
    expect(await verifyEmail(deps, { ...stranger, token: pending })).toMatchObject({ reason: 'gone' })
    expect(await db.selectFrom('users').select(['name', 'email_verified']).execute()).toEqual([
      { name: email, email_verified: 1 },
    ])
  })

  test('goes to the mailbox’s owner by a new password, and a later registration changes nothing', async () => {
    const { db, deps } = await begin()
    const pending = await registerAs(deps, stranger)
    await requestPasswordReset(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-reset-password')
    expect(await resetPassword(deps, { token, password: victim.password })).toEqual({ ok: true })
    expect(await verifyEmail(deps, { ...stranger, token: pending })).toMatchObject({ reason: 'gone' })
    await register(deps, stranger)
    await mailRequestedLinks(deps)
    expect([await opens(deps, stranger), await opens(deps, victim)]).toEqual([false, true])
    expect((await queuedMail(db)).at(-1)?.kind).toBe('account-exists')
  })

  test('a stranger’s registration doesn’t affect a sign-in link that the owner requested', async () => {
    const { db, deps } = await begin()
    await registerAs(deps, victim)
    await requestSignInLink(deps, { email, ...FROM })
    await mailRequestedLinks(deps)
    const token = await mailedToken(db, 'account-sign-in')
    await registerAs(deps, stranger)
    expect(await redeemSignInLink(deps, { token, ...FROM })).toMatchObject({ ok: true })
    expect(await opens(deps, stranger)).toBe(false)
  })

  test('a password that is right before the address is confirmed gets the link anew, for this browser', async () => {
    const { db, deps } = await begin()
    await registerAs(deps, victim)
    const here = { ...ELSEWHERE, browser: 'a-secret-of-the-phone' }
    expect(await signIn(deps, { email, password: victim.password, ...here })).toMatchObject({
      reason: 'unverified',
    })
    const token = await mailedToken(db, 'account-verify-email')
    expect(await verifyEmail(deps, { token, password: '', ...here })).toMatchObject({ ok: true })
  })

  test('the email shows the device and approximate time of the request, and nothing that was typed', async () => {
    const { db, deps } = await begin()
    await registerAs(deps, stranger)
    const [mail] = await queuedMail(db)
    expect(mail?.to_address).toBe(email)
    const said = mail?.text.replace(/\s+/g, ' ') ?? ''
    expect(said).toMatch(
      /from Chrome on Linux, on \w+ \d+, \d{4} at about \d+(:[0-5][05])? [AP]M Eastern Time\./,
    )
    expect(said).toContain(
      'If you didn’t create an account, you can ignore this email. No one can use it without you.',
    )
    expect(`${mail?.subject} ${said} ${mail?.html} ${mail?.to_address}`).not.toMatch(/evil|Click/)
  })
})

describeOnBothEngines('a change to an address that someone else reads', (open) => {
  async function askFor(address: string) {
    const { db } = await open()
    const deps = await accountDeps(db)
    const { my, actor } = await enter(deps)
    const asking = { ...FROM, browser: 'a-secret-of-the-stranger' }
    expect(await requestEmailChange(my, { email: address, password: PASSWORD, ...asking })).toEqual({
      ok: true,
    })
    await mailRequestedLinks(deps)
    return { db, deps, actor, asking, token: await mailedToken(db, 'account-change-email') }
  }

  test('requires the requesting browser or the account’s password, not just the email', async () => {
    const { db, deps, actor, token } = await askFor(email)
    for (const password of ['', 'my very own heron'])
      expect(await confirmEmailChange(deps, { token, ...FROM, password })).toMatchObject({
        reason: 'wrong-password',
      })
    expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: actor.email }])
    expect(await confirmEmailChange(deps, { token, ...ELSEWHERE, password: PASSWORD })).toEqual({
      ok: true,
      email,
    })
  })

  test('is confirmed by the button alone in the requesting browser, and its email names the account', async () => {
    const { db, deps, actor, asking, token } = await askFor(email)
    const mail = (await queuedMail(db)).find(({ kind }) => kind === 'account-change-email')
    expect(mail?.to_address).toBe(email)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(`(${actor.email}), from Firefox on Windows, on`)
    expect(await confirmEmailChange(deps, { token, password: '', ...asking })).toEqual({ ok: true, email })
  })

  test('isn’t blocked by an unconfirmed registration, which is deleted', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    await register(deps, stranger)
    const { my } = await enter(deps)
    await requestEmailChange(my, { email, password: PASSWORD, ...FROM })
    await mailRequestedLinks(deps)
    const pending = await mailedToken(db, 'account-verify-email')
    const token = await mailedToken(db, 'account-change-email')
    expect(await confirmEmailChange(deps, { token, password: '', ...FROM })).toEqual({ ok: true, email })
    expect(await verifyEmail(deps, { ...stranger, token: pending })).toMatchObject({ reason: 'gone' })
    expect(await signIn(deps, { ...stranger })).toMatchObject({ reason: 'wrong' })
    expect(await signIn(deps, { email, password: PASSWORD, ...FROM })).toMatchObject({ ok: true })
  })
})

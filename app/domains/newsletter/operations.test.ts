import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { putSetting } from '../../../test/support/factories'
import { queuedMail } from '../../../test/support/outbox'
import { putTestSettings } from '../../../test/support/settings'
import { addCampaign } from './campaigns/drafts.server'
import { claimRecipients, countRecipients, insertRecipients } from './campaigns/recipients-store.server'
import {
  confirmSubscription,
  exportSubscription,
  findConfirmation,
  findSubscription,
  forgetSubscriber,
  subscribe,
  suppress,
  unsubscribe,
} from './operations.server'
import { countRecipientsOf, recipientsOf } from './segments/recipients.server'
import { EVERYONE } from './segments/segment'
import { findSubscriber, readGrowth } from './subscribers/operations.server'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
const network = '203.0.113.7'

const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  config,
  log: pino({ level: 'silent' }),
})
const rows = (db: Db) => db.selectFrom('newsletter').selectAll().execute()

describeOnBothEngines('the newsletter', (open) => {
  test('R29 R36 adds a new address with the time, and sends a welcome with an unsubscribe link', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    expect(await subscribe(deps, { email: ' Ann@Example.com ', network })).toEqual({ ok: true })
    const [row] = await rows(db)
    expect(row).toMatchObject({
      email: 'Ann@Example.com',
      email_key: 'ann@example.com',
      request_date: deps.clock.now(),
      unsubscribed_at: null,
    })
    const [welcome, ...others] = await queuedMail(db)
    expect(others).toEqual([])
    const wayOut = `https://photos.example.com/newsletter/unsubscribe/${row?.unsubscribe_token}`
    expect(welcome).toMatchObject({
      kind: 'newsletter-welcome',
      to_address: 'Ann@Example.com',
      state: 'queued',
    })
    expect(JSON.parse(welcome?.headers ?? '')).toEqual({
      'List-Unsubscribe': `<${wayOut}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(welcome?.html).toContain(`href="${wayOut}"`)
    expect(welcome?.text).toContain(wayOut)
  })

  test('R33 R35 doesn’t add an invalid address', async () => {
    const { db } = await open()
    await putTestSettings(db)
    for (const email of [
      '',
      'ann',
      'ann@studio.photography',
      'ann@example.com\n',
      'ann@example.com\r\nBcc: x@example.com',
    ])
      expect(await subscribe(depsFor(db), { email, network })).toEqual({ ok: false, reason: 'invalid-email' })
    expect(await rows(db)).toEqual([])
    expect(await queuedMail(db)).toEqual([])
  })

  test('R37 treats different capitalization as a duplicate', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await subscribe(depsFor(db), { email: 'ann@example.com', network })
    expect(await subscribe(depsFor(db), { email: 'ANN@example.COM', network })).toEqual({
      ok: false,
      reason: 'already-subscribed',
    })
    expect(await rows(db)).toHaveLength(1)
    expect(await queuedMail(db)).toHaveLength(1)
  })

  test('R37 a hundred simultaneous requests add one row and send one welcome', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        subscribe(deps, { email: n % 2 ? 'ann@example.com' : 'Ann@Example.com', network }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((o) => !o.ok && o.reason === 'already-subscribed')).toHaveLength(99)
    expect(await rows(db)).toHaveLength(1)
    expect(await queuedMail(db)).toHaveLength(1)
  })

  test('allows thirty addresses an hour per network, not counting repeats or other networks', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'first@example.com', network })
    for (let n = 0; n < 5; n++) await subscribe(deps, { email: 'first@example.com', network })
    for (let n = 2; n <= 30; n++)
      expect(await subscribe(deps, { email: `a${n}@example.com`, network })).toEqual({ ok: true })
    expect(await subscribe(deps, { email: 'a31@example.com', network })).toEqual({
      ok: false,
      reason: 'too-many',
      retryAt: Date.parse('2026-11-20T13:00:00Z'),
      sentence: 'Too many attempts in the last hour. Try again after 8 AM Eastern Time.',
    })
    expect(await subscribe(deps, { email: 'a31@example.com', network: '203.0.113.8' })).toEqual({ ok: true })
    deps.clock.advance(3_600_000)
    expect(await subscribe(deps, { email: 'a32@example.com', network })).toEqual({ ok: true })
    expect(await rows(db)).toHaveLength(32)
  })

  test('counts an address before looking it up, so a list of addresses can’t be tested quickly', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    for (let n = 0; n < 40; n++)
      await subscribe(deps, { email: `known${n}@example.com`, network: `203.0.113.${n}` })
    const ask = async (n: number) => {
      const asked = await subscribe(deps, { email: `known${n}@example.com`, network: '198.51.100.1' })
      return asked.ok ? 'added' : asked.reason
    }
    for (let n = 0; n < 30; n++) expect(await ask(n)).toBe('already-subscribed')
    for (let n = 30; n < 40; n++) expect(await ask(n)).toBe('too-many')
    expect(await ask(0)).toBe('already-subscribed')
  })

  test('unsubscribes permanently with the link of any email, and allows subscribing again', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    const token = (await rows(db))[0]?.unsubscribe_token ?? ''
    expect(await findSubscription({ db }, token)).toEqual({ email: 'ann@example.com', active: true })

    const left = deps.clock.now()
    expect(await unsubscribe(deps, token)).toEqual({ ok: true })
    deps.clock.advance(1_000)
    expect(await unsubscribe(deps, token)).toEqual({ ok: true })
    expect((await rows(db))[0]?.unsubscribed_at).toBe(left)
    expect(await findSubscription({ db }, token)).toEqual({ email: 'ann@example.com', active: false })

    expect(await subscribe(deps, { email: 'Ann@example.com', network })).toEqual({ ok: true })
    expect(await rows(db)).toMatchObject([
      { unsubscribed_at: null, unsubscribe_token: token, request_date: left + 1_000 },
    ])
    expect(await queuedMail(db)).toHaveLength(2)
  })

  test('records when, where and to which words a person agreed, without their whole address', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network, page: '/services' })
    const [row] = await rows(db)
    const consents = () => db.selectFrom('newsletter_consents').selectAll().orderBy('id').execute()
    const first = {
      subscriber_id: row?.id,
      at: deps.clock.now(),
      source: 'page',
      place: '/services',
      words: 'Letters\nOne letter a month.',
      network: '203.0.113.0/24',
      by_name: '',
    }
    expect(await consents()).toMatchObject([first])
    await unsubscribe(deps, row?.unsubscribe_token ?? '')
    const consent = { source: 'booking', place: 'DE-1', words: 'Also send me news.' } as const
    await subscribe(deps, { email: 'ann@example.com', network: '2001:db8:1:2::7', consent })
    expect(await consents()).toMatchObject([first, { ...consent, network: '2001:db8:1::/48' }])
  })

  test('suppresses an address for good, until the person subscribes again', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    expect(
      await suppress(deps, { email: 'Ann@Example.com', reason: 'unsubscribed', detail: 'By phone' }),
    ).toBe(true)
    expect(await suppress(deps, { email: 'ann@example.com', reason: 'unsubscribed', detail: '' })).toBe(false)
    expect(await rows(db)).toMatchObject([{ unsubscribed_at: deps.clock.now() }])
    const suppressions = () =>
      db.selectFrom('newsletter_suppressions').select(['reason', 'detail', 'lifted_at']).execute()
    expect(await suppressions()).toEqual([{ reason: 'unsubscribed', detail: 'By phone', lifted_at: null }])
    expect(await subscribe(deps, { email: 'ann@example.com', network })).toEqual({ ok: true })
    expect(await suppressions()).toEqual([
      { reason: 'unsubscribed', detail: 'By phone', lifted_at: deps.clock.now() },
    ])
  })

  test('sends no welcome to an address that bounced or whose owner complained', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    for (const reason of ['bounced', 'complained'] as const) {
      await suppress(deps, { email: `${reason}@example.com`, reason, detail: '550 5.1.1' })
      expect(await subscribe(deps, { email: `${reason}@example.com`, network })).toEqual({ ok: true })
    }
    expect(await rows(db)).toHaveLength(2)
    expect(await queuedMail(db)).toEqual([])
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(0)
  })

  const confirmsEmail = (db: Db) =>
    putSetting(db, 'newsletter', { heading: 'News', invitation: 'One a month.', confirmsEmail: true })
  const author = { uid: 'u1', name: 'Dorian Ellis' }

  test('asks to confirm first where the studio wants that, and sends nothing else until the button', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await confirmsEmail(db)
    const deps = depsFor(db)
    const asked = { ok: true, toConfirm: true }
    expect(await subscribe(deps, { email: 'ann@example.com', network })).toEqual(asked)
    expect(await subscribe(deps, { email: 'ANN@example.com', network })).toEqual(asked)
    expect((await queuedMail(db)).map(({ kind }) => kind)).toEqual(['newsletter-confirm'])
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(0)
    const token = (await rows(db))[0]?.confirm_token ?? ''
    expect((await queuedMail(db))[0]?.text).toContain(`/newsletter/confirm/${token}`)

    // Opening the link, as scanners do, confirms nothing.
    expect(await findConfirmation({ db }, token)).toEqual({ email: 'ann@example.com', state: 'open' })
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(0)
    for (let again = 0; again < 2; again++)
      expect(await confirmSubscription(deps, token, network)).toEqual({ ok: true })
    expect(await findConfirmation({ db }, token)).toMatchObject({ state: 'confirmed' })
    expect((await queuedMail(db)).map(({ kind }) => kind).toSorted()).toEqual([
      'newsletter-confirm',
      'newsletter-welcome',
    ])
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(1)
    expect(await subscribe(deps, { email: 'ann@example.com', network })).toEqual({
      ok: false,
      reason: 'already-subscribed',
    })
  })

  test('confirming is recorded and begins the subscription, and the button of each email works', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await confirmsEmail(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    const token = (await rows(db))[0]?.confirm_token ?? ''
    deps.clock.advance(3_600_000)
    await subscribe(deps, { email: 'ann@example.com', network })
    const linked = (await queuedMail(db)).filter(({ text }) => text?.includes(token))
    expect(linked).toHaveLength(2)
    const subscribed = async () => (await readGrowth(deps)).at(-1)?.subscribed
    expect(await subscribed()).toBe(0)

    deps.clock.advance(3_600_000)
    await confirmSubscription(deps, token, network)
    const [row] = await rows(db)
    expect(row?.request_date).toBe(deps.clock.now())
    expect(await findSubscriber({ db }, row?.id ?? '')).toMatchObject({
      consents: [
        { source: 'confirmation', at: deps.clock.now(), network: '203.0.113.0/24' },
        { source: 'page', words: 'News\nOne a month.' },
        { source: 'page' },
      ],
    })
    expect(await subscribed()).toBe(1)
  })

  test('an address that left stays suppressed until its owner confirms', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await suppress(deps, { email: 'ann@example.com', reason: 'unsubscribed', detail: '' })
    await confirmsEmail(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    const token = (await rows(db))[0]?.confirm_token ?? ''
    await db.updateTable('newsletter').set({ unconfirmed_since: null }).execute()
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(0)
    await db.updateTable('newsletter').set({ unconfirmed_since: deps.clock.now() }).execute()
    await confirmSubscription(deps, token, network)
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(1)
    await unsubscribe(deps, (await rows(db))[0]?.unsubscribe_token ?? '')
    await confirmSubscription(deps, token, network)
    expect(await findConfirmation({ db }, token)).toMatchObject({ state: 'left' })
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(0)
  })

  test('exports everything about a person, and forgets all but that they left', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    await db.updateTable('newsletter').set({ name: 'Ann Lee' }).execute()
    expect(await exportSubscription({ db }, 'ANN@example.com')).toMatchObject({
      name: 'Ann Lee',
      requestDate: deps.clock.now(),
      consents: [{ source: 'page', network: '203.0.113.0/24' }],
      suppressions: [],
    })
    await forgetSubscriber(deps, 'ann@example.com')
    expect(await exportSubscription({ db }, 'ann@example.com')).toMatchObject({
      name: '',
      consents: [{ network: '' }],
      suppressions: [{ reason: 'unsubscribed', liftedAt: null }],
    })
  })

  test('exports the newsletters to a person, and forgets the address while the figures stay', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = { ...depsFor(db), author }
    for (const email of ['ann@example.com', 'ben@example.com', 'cleo@example.com'])
      await subscribe(deps, { email, network })
    const id = await addCampaign(deps, { subject: 'First light' })
    await transact(db, async (tx) =>
      insertRecipients(
        tx,
        id,
        (await recipientsOf({ ...deps, db: tx }, EVERYONE)).everyone,
        deps.clock.now(),
      ),
    )
    const settle = { state: 'refused' as const, settled_at: deps.clock.now() }
    await db
      .updateTable('newsletter_recipients')
      .set({ ...settle, answer: '550 ann@example.com is unknown' })
      .where('email_key', '=', 'ann@example.com')
      .execute()
    expect(await exportSubscription({ db }, 'ANN@example.com')).toMatchObject({
      newsletters: [{ subject: 'First light', state: 'refused', settledAt: deps.clock.now() }],
    })
    const before = await countRecipients(db, [id])
    for (const email of ['Ann@example.com', 'ben@example.com']) await forgetSubscriber(deps, email)
    expect(await countRecipients(db, [id])).toEqual(before)
    const left = await db.selectFrom('newsletter_recipients').selectAll().orderBy('number').execute()
    expect(left.map(({ email }) => email).toSorted()).toEqual(['', '', 'cleo@example.com'])
    expect(JSON.stringify(left)).not.toMatch(/ann@|ben@/)
    expect(await exportSubscription({ db }, 'ann@example.com')).toMatchObject({ newsletters: [] })

    // Someone who has subscribed again since isn't sent the newsletter without an address.
    await subscribe(deps, { email: 'ben@example.com', network })
    const due = { campaign: id, now: deps.clock.now(), limit: 9 }
    const claimed = await transact(db, (tx) => claimRecipients(tx, due))
    expect(claimed.map(({ email }) => email)).toEqual(['cleo@example.com'])
  })

  test('answers an invented link like an unknown one', async () => {
    const { db } = await open()
    expect(await findSubscription({ db }, 'x'.repeat(32))).toBeUndefined()
    expect(await unsubscribe(depsFor(db), 'x'.repeat(32))).toEqual({ ok: false })
  })

  test('R38 logs and rethrows a failed duplicate check', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await db.schema.alterTable('newsletter').renameTo('elsewhere').execute()
    const deps = depsFor(db)
    const logged = vi.spyOn(deps.log, 'error')
    await expect(subscribe(deps, { email: 'ann@example.com', network })).rejects.toThrow(/newsletter/)
    expect(logged).toHaveBeenCalledOnce()
  })
})

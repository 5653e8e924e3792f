import { expect, test } from 'vitest'
import { eventsOfQuery } from '~/domains/booking/manage/store.server'
import { sendContactMessage } from '~/domains/contact-messages/operations.server'
import { contactMessagesFromQuery } from '~/domains/contact-messages/store.server'
import { repliesOfQuery } from '~/domains/contact-messages/thread/store.server'
import { issueInvoice } from '~/domains/invoices/operations.server'
import { invoicesOfQuery } from '~/domains/invoices/store.server'
import { leave, subscribe, suppress, unsubscribe } from '~/domains/newsletter/operations.server'
import { getsNewsletter } from '~/domains/newsletter/segments/recipients.server'
import { addSubscriber, liftBounce } from '~/domains/newsletter/subscribers/operations.server'
import { mailToQuery } from '~/domains/outbox/sent-emails-store.server'
import { joinAccount } from '~/domains/people/accounts.server'
import type { HistoryQuery } from '~/domains/people/model'
import { findPersonOf, noteContact } from '~/domains/people/operations.server'
import { peopleQuery } from '~/domains/people/store.server'
import { requestDoNotSell } from '~/domains/privacy/operations.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { accountDeps, makeUser } from '../../../test/support/accounts'
import { author, HOUR, open as openBookings, SESSION } from '../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../test/support/database'
import { slowSteps } from '../../../test/support/query-plan'
import type { HistoryGroup } from './model'
import { readPeople, readPersonRecord } from './person.server'

const given = { honeypot: '', startedAt: '', network: '203.0.113.7' }
const moneyOfQuery = (db: Db, query: HistoryQuery) =>
  eventsOfQuery(db, query, { money: ['payment-recorded'], isMoney: true })
const fields = { name: 'Ann Lee', phone: '', subject: 'Portraits', message: 'Hello' }

describeOnBothEngines('the record of a person', (open, engine) => {
  test('contains the events of every domain for all of their addresses, newest first', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const user = await makeUser(db, { email: 'ann@example.com', created_at: deps.clock.now() - 1 })
    await sendContactMessage(deps, { ...given, fields: { ...fields, email: 'Ann@Example.com' } })
    deps.clock.advance(1_000)
    await subscribe(deps, { email: 'lee@example.com', network: given.network })
    deps.clock.advance(1_000)
    await requestDoNotSell(deps, { email: 'lee@example.com', gpc: true, network: given.network })
    await sendContactMessage(deps, { ...given, fields: { ...fields, email: 'zoe@example.com', name: 'Zoë' } })
    for (const email of ['ann@example.com', 'lee@example.com'])
      await joinAccount(deps, { userId: user.id, email, name: 'Ann Lee' })
    const id = (await findPersonOf(deps, 'lee@example.com')) ?? ''
    const read = await readPersonRecord(deps, id, { after: null, group: null })
    const record = read.ok ? read.record : undefined
    expect(record).toMatchObject({
      title: 'Ann Lee',
      isSubscriber: true,
      account: { role: 'Client', isVerified: true, hasTwoFactor: false, lastSeen: null },
      next: null,
    })
    const kinds = record?.history.map(({ kind }) => kind) ?? []
    expect(kinds.toSorted()).toEqual(
      ['account', 'do-not-sell', 'mail', 'mail', 'mail', 'messages', 'newsletter'].toSorted(),
    )
    expect(record?.history.at(-1)?.kind).toBe('account')
    const instants = record?.history.map(({ at }) => at) ?? []
    expect(instants).toEqual(instants.toSorted((a, b) => b - a))
    expect(JSON.stringify(record)).not.toContain('zoe@example.com')

    const { people } = await readPeople(deps, { filter: 'subscribers', search: '', before: null })
    expect(people).toMatchObject([{ title: 'Ann Lee', tags: ['Account', 'Newsletter'] }])
    const row = await db.selectFrom('newsletter').select('unsubscribe_token').executeTakeFirstOrThrow()
    await unsubscribe(deps, row.unsubscribe_token)
    expect(await readPeople(deps, { filter: 'subscribers', search: '', before: null })).toMatchObject({
      people: [],
    })
  })

  /** Who is listed as a subscriber, who has the tag, and whose page says so. */
  const subscribersOf = async (deps: Awaited<ReturnType<typeof accountDeps>>) => {
    const list = async (filter: 'everyone' | 'subscribers') =>
      (await readPeople(deps, { filter, search: '', before: null })).people
    const everyone = await list('everyone')
    const records = await Promise.all(
      everyone.map(({ id }) => readPersonRecord(deps, id, { after: null, group: null })),
    )
    const names = (people: { title: string }[]) => people.map(({ title }) => title).sort()
    return {
      listed: names(await list('subscribers')),
      tagged: names(everyone.filter(({ tags }) => tags.includes('Newsletter'))),
      told: names(records.flatMap((read) => (read.ok && read.record.isSubscriber ? [read.record] : []))),
    }
  }
  const only = (...names: string[]) => ({ listed: names, tagged: names, told: names })

  test('and the list say who gets the newsletter, whatever came first', async () => {
    const { db } = await open()
    const deps = { ...(await accountDeps(db)), author }
    const client = (email: string, name: string) => noteContact(deps, { email, name })
    const bounce = (email: string) => suppress(deps, { email, reason: 'bounced', detail: '' })
    await addSubscriber(deps, { email: 'Ann@example.com', name: '', source: 'By phone' })
    await bounce('ben@example.com')
    await client('ann@example.com', 'Ann')
    await client('ben@example.com', 'Ben')
    await client('cy@example.com', 'Cy')
    await subscribe(deps, { email: 'ben@example.com', network: given.network })
    await addSubscriber(deps, { email: 'cy@example.com', name: '', source: 'By phone' })
    expect(await subscribersOf(deps)).toEqual(only('Ann', 'Cy'))
    await bounce('Ann@example.com')
    expect(await subscribersOf(deps)).toEqual(only('Cy'))
    const row = await db
      .selectFrom('newsletter')
      .selectAll()
      .where('email_key', '=', 'ann@example.com')
      .executeTakeFirstOrThrow()
    await liftBounce(deps, row)
    expect(await subscribersOf(deps)).toEqual(only('Ann', 'Cy'))
    await leave(deps, 'cy@example.com')
    expect(await subscribersOf(deps)).toEqual(only('Ann'))
  })

  test('keep saying it when an address moves to another person, or two people become one', async () => {
    const { db } = await open()
    const deps = { ...(await accountDeps(db)), author }
    const [ann, zoe] = [await makeUser(db), await makeUser(db)]
    await addSubscriber(deps, { email: 'new@example.com', name: '', source: 'By phone' })
    await joinAccount(deps, { userId: ann.id, email: 'ann@example.com', name: 'Ann' })
    expect(await subscribersOf(deps)).toEqual(only())
    await joinAccount(deps, { userId: ann.id, email: 'new@example.com', name: 'Ann' })
    expect(await subscribersOf(deps)).toEqual(only('Ann'))
    await joinAccount(deps, { userId: zoe.id, email: 'new@example.com', name: 'Zoë' })
    expect(await subscribersOf(deps)).toEqual(only('Zoë'))
    await addSubscriber(deps, { email: 'old@example.com', name: '', source: 'By phone' })
    await noteContact(deps, { email: 'old@example.com', name: 'Old' })
    await leave(deps, 'new@example.com')
    expect(await subscribersOf(deps)).toEqual(only('Old'))
    await joinAccount(deps, { userId: zoe.id, email: 'old@example.com', name: 'Zoë' })
    expect(await subscribersOf(deps)).toEqual(only('Zoë'))
  })

  test('lists subscribers from indexes', async () => {
    const { db } = await open()
    const before = { at: 1, id: 'x' }
    const query = {
      filter: 'subscribers',
      staff: [],
      withAddress: getsNewsletter,
      before,
      limit: 51,
    } as const
    expect(await slowSteps(db, engine, peopleQuery(db, { ...query, staff: [] }))).toEqual([])
  })

  test('has changes of bookings, payments and invoices, and can be narrowed to one kind', async () => {
    const { db } = await open()
    const { deps, book } = await openBookings(db)
    const booking = await book()
    await book({ email: 'zoe@example.com', session_date: SESSION + 24 * HOUR })
    await noteContact(deps, { name: 'Ann Lee', email: 'ann@example.com', phone: '' })
    deps.clock.advance(1_000)
    await booking.pay('deposit', '75')
    await booking.decide('done')
    await issueInvoice(
      { ...deps, config: { ...deps.config, smtpUrl: '' } },
      { bookingId: booking.id, once: newId(), sent: { dueOn: '2026-12-05' } },
    )
    const id = (await findPersonOf(deps, 'ann@example.com')) ?? ''
    const titles = async (group: HistoryGroup | null) => {
      const read = await readPersonRecord(deps, id, { after: null, group })
      return read.ok ? read.record.history.map(({ kind, title }) => `${kind}: ${title}`).sort() : []
    }
    const { reference, sessionType } = await booking.read()
    const bookings = [
      `bookings: ${author.name} marked it as completed.`,
      `bookings: ${sessionType.title}, ${reference}`,
    ]
    const payments = ['invoices: Invoice INV-0001', `payments: ${author.name} recorded $75, deposit, cash.`]
    expect(await titles('bookings')).toEqual(bookings)
    expect(await titles('payments')).toEqual(payments)
    expect(await titles('galleries')).toEqual([])
    expect(await titles(null)).toEqual(expect.arrayContaining([...bookings, ...payments]))
  })

  test('is paged without loss or repetition, even with many events at the same time', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    for (let n = 0; n < 30; n++) {
      if (n % 10 === 0) deps.clock.advance(1_000)
      await sendContactMessage(
        { ...deps, config: { ...deps.config, rateLimitScale: 10 } },
        {
          ...given,
          fields: { ...fields, email: 'ann@example.com' },
        },
      )
    }
    const id = (await findPersonOf(deps, 'ann@example.com')) ?? ''
    const seen: string[] = []
    for (let after: string | null = null, pages = 0; pages < 5; pages++) {
      const read = await readPersonRecord(deps, id, { after, group: null })
      if (!read.ok) throw new Error('There is no such person.')
      seen.push(...read.record.history.map((each) => `${each.kind} ${each.id}`))
      after = read.record.next
      if (after === null) break
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
    for (const nonsense of ['x', "1.mail.'", '9999999999999999.mail.x'])
      expect((await readPersonRecord(deps, id, { after: nonsense, group: null })).ok).toBe(true)
  })

  test('uses an index in every domain', async () => {
    const { db } = await open()
    const query = { emails: ['ann@example.com', 'lee@example.com'], until: 1, limit: 51 }
    for (const read of [
      contactMessagesFromQuery,
      mailToQuery,
      repliesOfQuery,
      invoicesOfQuery,
      moneyOfQuery,
    ]) {
      const steps = await slowSteps(db, engine, read(db, query))
      // Sorting a person's few rows is fine, reading the whole table isn't.
      expect(steps.filter((step) => !/Sort|TEMP B-TREE/.test(step))).toEqual([])
    }
  })
})

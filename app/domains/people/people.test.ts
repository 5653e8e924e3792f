import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { makeUser } from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { slowSteps } from '../../../test/support/query-plan'
import { followProfile, joinAccount, leaveAccount } from './accounts.server'
import { merged } from './model'
import {
  type Contact,
  findPeople,
  findPersonOf,
  isAddressProven,
  listPeople,
  noteContact,
  proveAddress,
  readPerson,
  savePerson,
} from './operations.server'
import { peopleQuery } from './store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

const note = (db: Db, contact: Contact) => transact(db, (tx) => noteContact({ db: tx, clock }, contact))
const join = (db: Db, userId: string, email: string, name = 'Ann Lee') =>
  transact(db, (tx) => joinAccount({ db: tx, clock }, { userId, email, name }))
const records = (db: Db) => db.selectFrom('people').selectAll().where('merged_into', 'is', null).execute()
const person = async (db: Db, id: string) => {
  const read = await readPerson({ db }, id)
  if (!read.ok) throw new Error('There is no such person.')
  return read.person
}
const user = async (db: Db) => (await makeUser(db)).id
const version = async (db: Db, id: string) => (await person(db, id)).version

describeOnBothEngines('a person', (open, engine) => {
  test('is created once by a hundred simultaneous contacts, in any capitalization', async () => {
    const { db } = await open()
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        note(db, { email: n % 2 ? 'Ann@Example.com' : 'ann@example.com', name: n === 7 ? '' : 'Ann Lee' }),
      ),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await records(db)).toMatchObject([{ id: ids[0], name: 'Ann Lee', records: 100 }])
    expect((await findPeople({ db }, 'ann lee', 5)).map(({ id }) => id)).toEqual([ids[0]])
  })

  test('keeps the first details, fills in empty ones, and counts every contact', async () => {
    const { db } = await open()
    await note(db, { email: 'ann@example.com' })
    await note(db, { email: 'ann@example.com', name: 'Ann Lee' })
    const id = await note(db, { email: 'ann@example.com', name: 'Mallory', phone: '(973) 555-0142' })
    expect(await person(db, id)).toMatchObject({
      name: 'Ann Lee',
      phone: '(973) 555-0142',
    })
    expect(await records(db)).toMatchObject([{ records: 3 }])
    expect(await findPeople({ db }, '0142', 5)).toHaveLength(1)
  })

  test('isn’t renamed by unverified input once the address is verified', async () => {
    const { db } = await open()
    await note(db, { email: 'ann@example.com', name: 'Mallory', phone: '5550000' })
    const id = await join(db, await user(db), 'ann@example.com', 'Ann Lee')
    await note(db, { email: 'ann@example.com', name: 'Mallory', phone: '5551111' })
    expect(await person(db, id)).toMatchObject({
      name: 'Ann Lee',
      detailsFrom: 'account',
      addresses: [{ email: 'ann@example.com', isVerified: true }],
    })
    expect(await findPeople({ db }, 'mallory', 5)).toEqual([])
  })

  test('has an address verified by an account or an emailed link, and by nothing typed', async () => {
    const { db } = await open()
    const isProven = (email: string) => isAddressProven({ db }, email)
    const id = await note(db, { email: 'Ann@example.com', name: 'Ann Lee' })
    expect(await isProven('ann@example.com')).toBe(false)
    await Promise.all([
      proveAddress({ db, clock }, 'ANN@example.com'),
      proveAddress({ db, clock }, 'ann@example.com'),
    ])
    expect(await isProven('Ann@Example.com')).toBe(true)
    expect(await person(db, id)).toMatchObject({
      name: 'Ann Lee',
      addresses: [{ email: 'Ann@example.com', isVerified: true }],
    })
    await join(db, await user(db), 'bo@example.com')
    expect(await isProven('bo@example.com')).toBe(true)
    await proveAddress({ db, clock }, 'cy@example.com')
    expect(await isProven('cy@example.com')).toBe(true)
    expect(await isProven('di@example.com')).toBe(false)
    expect((await records(db)).map(({ records: kept }) => kept).sort()).toEqual([0, 0, 1])
  })

  test('follows the account’s profile until the studio has entered a name', async () => {
    const { db } = await open()
    const userId = await user(db)
    const id = await join(db, userId, 'ann@example.com')
    await followProfile(db, { userId, name: 'Ann Marie Lee', phone: '9735550142' })
    expect(await person(db, id)).toMatchObject({ name: 'Ann Marie Lee', phone: '9735550142' })
    const draft = { name: 'Annie', phone: '9735550142', note: '', version: await version(db, id) }
    expect(await savePerson({ db, clock, author }, id, draft)).toEqual({ ok: true })
    await followProfile(db, { userId, name: 'A. Lee', phone: '' })
    await join(db, userId, 'ann@example.com', 'A. Lee')
    expect(await person(db, id)).toMatchObject({ name: 'Annie', phone: '9735550142' })
  })

  test('merges when a second address is verified: notes, addresses and history of both', async () => {
    const { db } = await open()
    const old = await note(db, { email: 'lee@example.com', name: 'Somebody', phone: '9735550142' })
    await savePerson({ db, clock, author }, old, {
      name: 'Somebody',
      phone: '9735550142',
      note: 'Likes rain.',
      version: 1,
    })
    await new Promise((done) => setTimeout(done, 2))
    const userId = await user(db)
    const id = await join(db, userId, 'ann@example.com')
    await savePerson({ db, clock, author }, id, {
      name: 'Ann Lee',
      phone: '',
      note: 'Afraid of dogs.',
      version: await version(db, id),
    })
    expect(await join(db, userId, 'lee@example.com')).toBe(old)
    expect(await person(db, old)).toMatchObject({
      name: 'Ann Lee',
      phone: '9735550142',
      note: 'Likes rain.\n\nAfraid of dogs.',
      userId,
      addresses: [{ isVerified: true }, { isVerified: true }],
    })
    expect(await readPerson({ db }, id)).toEqual({ ok: false, movedTo: old })
    expect(await findPersonOf({ db }, 'ANN@example.com')).toBe(old)
    expect((await findPeople({ db }, 'lee@ ann@', 5)).map(({ id: found }) => found)).toEqual([old])
    expect((await records(db)).map(({ id: kept }) => kept)).toEqual([old])
  })

  test('stays when another account verifies one of its addresses', async () => {
    const { db } = await open()
    const [ann, zoe] = [await user(db), await user(db)]
    const first = await join(db, ann, 'shared@example.com', 'Ann Lee')
    await join(db, ann, 'ann@example.com', 'Ann Lee')
    const second = await join(db, zoe, 'shared@example.com', 'Zoë')
    expect(second).not.toBe(first)
    expect(await person(db, first)).toMatchObject({ userId: ann, addresses: [{ email: 'ann@example.com' }] })
    expect(await person(db, second)).toMatchObject({
      name: 'Zoë',
      userId: zoe,
      addresses: [{ isVerified: true }],
    })
  })

  test('loses nothing under simultaneous contacts, merges and links', async () => {
    const { db } = await open()
    const userId = await user(db)
    const emails = Array.from({ length: 6 }, (_, n) => `ann${n}@example.com`)
    await join(db, userId, emails[0] ?? '')
    await Promise.all([
      ...emails.map((email) => note(db, { email, name: 'Ann' })),
      ...emails.map((email) => join(db, userId, email)),
      ...emails.map((email) => note(db, { email })),
    ])
    const [only, ...others] = await records(db)
    expect(others).toEqual([])
    expect(only).toMatchObject({ user_id: userId, records: 12, name: 'Ann Lee' })
    expect((await person(db, only?.id ?? '')).addresses).toHaveLength(6)
    const dangling = await db
      .selectFrom('people')
      .select('merged_into')
      .where('merged_into', 'is not', null)
      .execute()
    for (const { merged_into } of dangling) expect(merged_into).toBe(only?.id)
  })

  test('has one record per address and the newest contact, in whatever order events arrive', async () => {
    const { db } = await open()
    const users = [await user(db), await user(db)]
    const email = fc.constantFrom('a@x.org', 'b@x.org', 'c@x.org')
    const step = fc.oneof(
      fc.record({ email, name: fc.constantFrom('', 'Ann', 'Bob') }),
      fc.record({ email, joins: fc.constantFrom(0, 1) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const table of ['person_addresses', 'people', 'search_terms'] as const)
          await db.deleteFrom(table).execute()
        for (const each of steps)
          if ('joins' in each) await join(db, users[each.joins] ?? '', each.email)
          else await note(db, each)
        const addresses = await db.selectFrom('person_addresses').selectAll().execute()
        const people = await records(db)
        expect(addresses.map(({ email_key }) => email_key).toSorted()).toEqual(
          [...new Set(steps.map((each) => each.email))].toSorted(),
        )
        for (const { person_id } of addresses) expect(people.map(({ id }) => id)).toContain(person_id)
        for (const { id, user_id } of people)
          expect(user_id !== null || addresses.some(({ person_id }) => person_id === id)).toBe(true)
        expect(people.reduce((sum, each) => sum + each.records, 0)).toBe(
          steps.filter((each) => !('joins' in each)).length,
        )
        const last = new Map(
          steps.flatMap((each) => ('joins' in each ? [[each.email, users[each.joins]]] : [])),
        )
        for (const [proven, owner] of last) {
          const id = addresses.find(({ email_key }) => email_key === proven)?.person_id
          expect(people.find((each) => each.id === id)?.user_id).toBe(owner)
        }
      }),
      { numRuns: engine === 'sqlite' ? 50 : 8 },
    )
  })

  test('is deleted with the account, unless the studio keeps other records', async () => {
    const { db } = await open()
    const [ann, zoe] = [await user(db), await user(db)]
    const gone = await join(db, ann, 'ann@example.com')
    await note(db, { email: 'zoe@example.com', name: 'Zoë' })
    const stays = await join(db, zoe, 'zoe@example.com', 'Zoë')
    await followProfile(db, { userId: zoe, name: 'Zoë', phone: '9735550142' })
    for (const userId of [ann, zoe]) await transact(db, (tx) => leaveAccount(tx, { userId }))
    expect(await readPerson({ db }, gone)).toEqual({ ok: false, movedTo: undefined })
    expect(await person(db, stays)).toMatchObject({ name: 'Zoë', phone: '', userId: null })
    expect(await findPeople({ db }, 'ann', 5)).toEqual([])
  })

  test('is saved by one of two simultaneous changes, and the log names the fields without values', async () => {
    const { db } = await open()
    const id = await note(db, { email: 'ann@example.com', name: 'Ann Lee' })
    const save = (text: string) =>
      savePerson({ db, clock, author }, id, { name: 'Ann Lee', phone: '', note: text, version: 1 })
    const answers = await Promise.all([save('Likes rain.'), save('Likes sun.')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await db.selectFrom('audit').select(['action', 'subject', 'changes']).execute()).toEqual([
      { action: 'person-changed', subject: 'Ann Lee (note)', changes: '[]' },
    ])
    const bad = { name: 'Ann\u202e', phone: '12', note: 'a'.repeat(5_001), version: 2 }
    expect(await savePerson({ db, clock, author }, id, bad)).toMatchObject({
      reason: 'refused',
      errors: { name: expect.any(String), phone: expect.any(String), note: expect.any(String) },
    })
    expect(await savePerson({ db, clock, author }, 'nobody', bad)).toEqual({ ok: false, reason: 'missing' })
  })

  test('is listed by newest contact, page by page, without loss or repetition, and filtered', async () => {
    const { db } = await open()
    const staff = [await user(db)]
    for (let n = 0; n < 60; n++) {
      if (n % 3 === 0) clock.advance(1_000)
      await note(db, { email: `p${n}@example.com`, name: `Person ${n}` })
    }
    await join(db, await user(db), 'p1@example.com', 'Client')
    await join(db, staff[0] ?? '', 'p2@example.com', 'Owner')
    const list = (filter: 'everyone' | 'clients' | 'studio', before: string | null = null) =>
      listPeople({ db }, { filter, staff, search: '', before })
    const first = await list('everyone')
    const second = await list('everyone', first.next)
    const all = [...first.people, ...second.people]
    expect(new Set(all.map(({ id }) => id)).size).toBe(60)
    expect(second.next).toBeNull()
    expect(all.map(({ lastContactAt }) => lastContactAt)).toEqual(
      all.map(({ lastContactAt }) => lastContactAt).toSorted((a, b) => b - a),
    )
    expect((await list('clients')).people.map(({ name }) => name)).toEqual(['Client'])
    expect((await list('studio')).people.map(({ name }) => name)).toEqual(['Owner'])
    for (const nonsense of ['x', '1', "1.'", '999999999999999999.a'])
      expect((await list('everyone', nonsense)).people).toHaveLength(50)
  })

  test('is listed from an index', async () => {
    const { db } = await open()
    const before = { at: 1, id: 'x' }
    for (const filter of ['everyone', 'clients'] as const)
      for (const staff of [[], ['u1', 'u2']])
        expect([
          filter,
          staff,
          await slowSteps(db, engine, peopleQuery(db, { filter, staff, before, limit: 51 })),
        ]).toEqual([filter, staff, []])
  })
})

test('a merge keeps both notes, all contacts, and the higher-ranked details', () => {
  const record = fc.record({
    name: fc.constantFrom('', 'Ann', 'Bob'),
    phone: fc.constantFrom('', '1', '2'),
    details_from: fc.constantFrom('claim' as const, 'account' as const, 'studio' as const),
    note: fc.constantFrom('', 'one', 'two'),
    user_id: fc.constantFrom(null, 'u'),
    records: fc.nat(9),
    created_at: fc.nat(9),
    last_contact_at: fc.nat(9),
  })
  fc.assert(
    fc.property(record, record, (kept, gone) => {
      const one = merged(kept, gone)
      for (const { note: text } of [kept, gone]) expect(one.note).toContain(text)
      expect(one.records).toBe(kept.records + gone.records)
      expect(one.last_contact_at).toBe(Math.max(kept.last_contact_at, gone.last_contact_at))
      expect(one.name === '').toBe(kept.name === '' && gone.name === '')
      expect(one.phone === '').toBe(kept.phone === '' && gone.phone === '')
      if (kept.details_from === 'studio' && kept.name !== '') expect(one.name).toBe(kept.name)
    }),
  )
})

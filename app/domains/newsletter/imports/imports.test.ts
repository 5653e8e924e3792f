import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { SUPPRESSION_REASONS } from '../model'
import { leave, subscribe, suppress } from '../operations.server'
import { recipientsOf } from '../segments/recipients.server'
import { EVERYONE } from '../segments/segment'
import { selectSuppressed } from '../store.server'
import { addSubscriber, exportSubscribers, findSubscriber } from '../subscribers/operations.server'
import { readCsv } from './csv.server'
import { type Counting, guessColumns, noteLine, readLine } from './model'
import { addImported, applyImport, chooseColumns, readImport, startImport } from './operations.server'

const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  config: { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1_000 },
  log: pino({ level: 'silent' }),
  author: { uid: 'u1', name: 'Dorian Ellis' },
})
type Deps = ReturnType<typeof depsFor>

const AGREED = { statement: 'Signed up at our open studio.', agreed: 'yes' }
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function checked(deps: Deps, text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? bytesOf(text) : text
  const started = await startImport(deps, { bytes, name: 'readers.csv' })
  if (!started.ok) throw new Error(started.sentence)
  const read = await readImport(deps, started.id, { verdict: null, after: 0 })
  if (!read) throw new Error('The import is gone.')
  return read
}

async function importAll(deps: Deps, text: string) {
  const { found } = await checked(deps, text)
  expect(await applyImport(deps, found, AGREED)).toEqual({ ok: true })
  await addImported(deps, found.id)
  return found.id
}

describe('a CSV file', () => {
  const cellsOf = async (bytes: Uint8Array) => {
    const read = await readCsv(bytes)
    return read.ok ? read.lines.map(({ cells }) => cells) : read.sentence
  }

  test.each([
    ['commas and quotes', '"Lee, Ann",ann@example.com\n"O""Hara",b@example.com'],
    ['semicolons', '"Lee, Ann";ann@example.com\r\n"O""Hara";b@example.com\r\n'],
    ['tabs, with a byte order mark', '\uFEFF"Lee, Ann"\tann@example.com\n\n"O""Hara"\tb@example.com'],
  ])('is read with %s', async (_, text) => {
    expect(await cellsOf(bytesOf(text))).toEqual([
      ['Lee, Ann', 'ann@example.com'],
      ['O"Hara', 'b@example.com'],
    ])
  })

  test('is read in UTF-16 and Windows-1252', async () => {
    const text = 'zoë@example.com is not one\nMüller,m@example.com'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(await cellsOf(utf16)).toEqual([['Müller', 'm@example.com']])
    expect(await cellsOf(Buffer.from(text, 'latin1'))).toEqual([['Müller', 'm@example.com']])
  })

  test('keeps the line numbers of the file, with line breaks in cells', async () => {
    const read = await readCsv(bytesOf('Name,Email\n"Ann\nLee",ann@example.com\n\nBen,ben@example.com\n'))
    expect(read.ok && read.lines.map(({ number }) => number)).toEqual([2, 5])
  })

  test('begins with its titles after Excel’s line about the separator', async () => {
    const read = await readCsv(bytesOf('\uFEFFsep=;\r\nEmail;Name\r\nann@example.com;Ann\r\n'))
    expect(read).toMatchObject({ header: ['Email', 'Name'], lines: [{ number: 3 }] })
  })

  test('is refused with a sentence when a quotation mark isn’t closed, and when it is empty', async () => {
    expect(await cellsOf(bytesOf('Email\nann@example.com\n"ben@example.com\nx'))).toMatch(/quotation mark/)
    expect(await cellsOf(bytesOf('\n\n'))).toMatch(/no lines/)
  })

  test('never fails in another way, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const read = await readCsv(bytes)
        if (!read.ok) return
        const columns = guessColumns(read.header, read.lines)
        for (const line of read.lines) readLine(line, columns)
      }),
    )
  })

  test('finds its columns by title', () => {
    const header = ['E-mail', 'First Name', 'Last Name', 'Tags', 'Subscribed at']
    const columns = guessColumns(header, [])
    expect(columns).toEqual({ email: 0, name: 1, lastName: 2, tags: 3, date: 4, status: -1 })
    const cells = ['ann@example.com', 'Ann', 'Lee', 'Weddings; Family,weddings', '5/31/2024']
    expect(readLine({ number: 1, cells }, columns)).toMatchObject({
      name: 'Ann Lee',
      tags: ['Weddings', 'Family', 'weddings'],
      date: '2024-05-31',
    })
  })

  test.each([
    ['by its title', 'Member-Status', 'pending'],
    ['by someone it keeps out', 'Subscribed?', 'Opted out'],
  ])('finds the column that says who isn’t to be added %s', (_, title, status) => {
    const cells = ['ann@example.com', 'Complained about the price, bounced checks', status]
    const lines = [
      { number: 2, cells: ['ben@example.com', '', 'yes'] },
      { number: 3, cells },
    ]
    expect(guessColumns(['Email', 'Notes', title], lines).status).toBe(2)
  })

  test('is read as newsletter services and email programs write it', async () => {
    const text =
      'Email,Tags,Status\n"Ann Lee <ann@example.com>","""Weddings"",""Family, kids""",Active\nben@example.com,,Unsubscribed\n'
    const read = await readCsv(bytesOf(text))
    const lines = read.ok ? read.lines : []
    expect(lines.map((line) => readLine(line, guessColumns(read.ok ? read.header : [], lines)))).toEqual([
      {
        ...{ email: 'ann@example.com', name: 'Ann Lee', tags: ['Weddings', 'Family, kids'] },
        ...{ date: null, status: 'subscribed' },
      },
      { email: 'ben@example.com', name: '', tags: [], date: null, status: 'unsubscribed' },
    ])
    expect(await cellsOf(bytesOf('Ann Lee <ann@example.com>'))).toEqual([['Ann Lee <ann@example.com>']])
  })
})

test('of several lines with one address one counts: one that keeps it out, wherever it is', () => {
  const statuses = ['subscribed', 'unknown', ...SUPPRESSION_REASONS] as const
  const lines = fc.array(
    fc.record({
      email: fc.constantFrom('ann@example.com', 'ANN@example.com', 'ben@example.com', 'nobody'),
      status: fc.constantFrom(...statuses),
    }),
  )
  fc.assert(
    fc.property(lines, (given) => {
      const counting: Counting = new Map()
      for (const [number, line] of given.entries())
        noteLine(counting, number, { ...line, name: '', tags: [], date: null })
      for (const key of ['ann@example.com', 'ben@example.com']) {
        const same = given.filter(({ email }) => email.toLowerCase() === key)
        const counts = given[counting.get(key)?.number ?? -1]
        expect(counts === undefined).toBe(same.length === 0)
        if (!counts) continue
        const out = ['complained', 'unsubscribed', 'bounced'].find((reason) =>
          same.some(({ status }) => status === reason),
        )
        expect(counts.status).toBe(out ?? same[0]?.status)
        expect(counts.email.toLowerCase()).toBe(key)
      }
      expect(counting.has('nobody')).toBe(false)
    }),
  )
})

describeOnBothEngines('an import', (open) => {
  test.each([
    ['first', ['Ann@Example.com,unsubscribed', 'ann@example.com,subscribed']],
    ['last', ['ann@example.com,subscribed', 'Ann@Example.com,unsubscribed']],
  ])('keeps an address out that is unsubscribed on its %s line', async (_, lines) => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const { found } = await checked(deps, ['Email,Status', ...lines, 'ben@example.com,subscribed'].join('\n'))
    expect(found.counts).toEqual({ gone: 1, duplicate: 1, new: 1 })
    // Checked again, from the stored lines.
    expect(await chooseColumns(deps, found, { email: '0', status: '1' })).toEqual({ ok: true })
    const again = await readImport(deps, found.id, { verdict: 'gone', after: 0 })
    expect(again?.lines).toMatchObject([{ email: 'Ann@Example.com' }])
    expect(await applyImport(deps, again?.found ?? found, AGREED)).toEqual({ ok: true })
    await addImported(deps, found.id)
    expect(await selectSuppressed(db, ['ann@example.com', 'ben@example.com'])).toMatchObject([
      { key: 'ann@example.com', reason: 'unsubscribed' },
    ])
    const subscribers = await db.selectFrom('newsletter').select('email_key').execute()
    expect(subscribers).toEqual([{ email_key: 'ben@example.com' }])
  })

  test('says who hasn’t confirmed yet, and leaves them so', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await putSetting(db, 'newsletter', { heading: 'News', invitation: 'One a month.', confirmsEmail: true })
    const deps = depsFor(db)
    const signedUp = await subscribe(deps, { email: 'ann@example.com', network: '203.0.113.7' })
    expect(signedUp).toEqual({ ok: true, toConfirm: true })
    const { found, lines } = await checked(deps, 'ANN@example.com\nben@example.com')
    expect(lines.map(({ verdict }) => verdict)).toEqual(['not-confirmed', 'new'])
    expect(await applyImport(deps, found, AGREED)).toEqual({ ok: true })
    await addImported(deps, found.id)
    const { everyone } = await recipientsOf(deps, EVERYONE)
    expect((await everyone.execute()).map(({ email }) => email)).toEqual(['ben@example.com'])
  })

  test('says for each line what happens, and adds only new people, with their consent', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'known@example.com', network: '203.0.113.7' })
    await suppress(deps, { email: 'left@example.com', reason: 'unsubscribed', detail: '' })
    await suppress(deps, { email: 'bounced@example.com', reason: 'bounced', detail: '' })
    const { found, lines } = await checked(
      deps,
      [
        'Email,Name,Tags,Date',
        'Ann@Example.com,"Lee, Ann",Weddings,2024-05-31',
        'ann@example.com,,,',
        'KNOWN@example.com,,,',
        'LEFT@example.com,,,',
        'bounced@example.com,,,',
        'аnn@example.com,,,',
        'not an address,,,',
        'no@domain,,,',
      ].join('\n'),
    )
    expect(lines.map(({ number, verdict }) => [number, verdict])).toEqual([
      [2, 'new'],
      [3, 'duplicate'],
      [4, 'subscribed'],
      [5, 'unsubscribed'],
      [6, 'bounced'],
      [7, 'invalid'],
      [8, 'invalid'],
      [9, 'invalid'],
    ])
    expect(await applyImport(deps, found, { statement: '', agreed: '' })).toMatchObject({
      ok: false,
      reason: 'refused',
      errors: { statement: expect.any(String), agreed: expect.any(String) },
    })
    expect(await applyImport(deps, { id: found.id, version: found.version - 1 }, AGREED)).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    expect(await applyImport(deps, found, AGREED)).toEqual({ ok: true })
    // Repeating the job adds no one twice.
    await addImported(deps, found.id)
    await addImported(deps, found.id)
    const row = await db
      .selectFrom('newsletter')
      .select('id')
      .where('email_key', '=', 'ann@example.com')
      .executeTakeFirstOrThrow()
    expect(await findSubscriber(deps, row.id)).toMatchObject({
      email: 'Ann@Example.com',
      name: 'Lee, Ann',
      state: 'subscribed',
      subscribedAt: Date.parse('2024-05-31T04:00:00Z'),
      since: 'May 31, 2024',
      consents: [{ source: 'import', place: 'readers.csv', words: AGREED.statement, byName: 'Dorian Ellis' }],
    })
    const after = await readImport(deps, found.id, { verdict: null, after: 0 })
    expect(after).toMatchObject({ found: { state: 'applied', counts: { added: 1 } }, lines: [] })
  })

  test('can be checked again with other columns', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const { found } = await checked(deps, 'Old email,New email\nann@example.com,ann@example.org')
    const { id, version } = found
    expect(await chooseColumns(deps, { id, version }, { email: '9' })).toMatchObject({ reason: 'refused' })
    expect(await chooseColumns(deps, { id, version }, { email: '1' })).toEqual({ ok: true })
    const read = await readImport(deps, id, { verdict: 'new', after: 0 })
    expect(read?.lines.map(({ email }) => email)).toEqual(['ann@example.org'])
    expect(await chooseColumns(deps, { id, version }, { email: '0' })).toMatchObject({
      reason: 'changed-since',
    })
  })

  test('skips an address that was suppressed after the check', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const { found } = await checked(deps, 'ann@example.com\nben@example.com')
    await applyImport(deps, found, AGREED)
    await suppress(deps, { email: 'ben@example.com', reason: 'complained', detail: '' })
    await addImported(deps, found.id)
    const added = await (await recipientsOf(deps, EVERYONE)).everyone.execute()
    expect(added.map(({ email }) => email)).toEqual(['ann@example.com'])
  })

  test('is escaped when it is exported', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await importAll(deps, 'Email,Name\nann@example.com,"=HYPERLINK(""http://x"")"\n')
    let csv = ''
    for await (const piece of exportSubscribers(deps, { state: null, segment: EVERYONE, search: '' }))
      csv += piece
    expect(csv).toContain(`ann@example.com,"'=HYPERLINK(""http://x"")"`)
    await importAll(deps, csv.replace('ann@', 'ben@'))
    const names = await db.selectFrom('newsletter').select('name').execute()
    expect(new Set(names.map(({ name }) => name)).size).toBe(1)
  })

  test('of an export adds no one who had left, also to another installation', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    for (const name of ['ann', 'ben', 'cleo'])
      await subscribe(deps, { email: `${name}@example.com`, network: '203.0.113.7' })
    await leave(deps, 'ben@example.com')
    await suppress(deps, { email: 'cleo@example.com', reason: 'bounced', detail: '' })
    let csv = ''
    for await (const piece of exportSubscribers(deps, { state: null, segment: EVERYONE, search: '' }))
      csv += piece
    for (const table of ['newsletter', 'newsletter_suppressions'] as const)
      await db.deleteFrom(table).execute()
    await importAll(deps, csv)
    await importAll(deps, 'ann@example.com\nben@example.com\ncleo@example.com')
    expect(await db.selectFrom('newsletter').select('email').execute()).toEqual([
      { email: 'ann@example.com' },
    ])
    const suppressed = await selectSuppressed(db, ['ben@example.com', 'cleo@example.com'])
    expect(Object.fromEntries(suppressed.map(({ key, reason }) => [key, reason]))).toEqual({
      'ben@example.com': 'unsubscribed',
      'cleo@example.com': 'bounced',
    })
  })

  test('of people who left elsewhere keeps them out, but not someone who subscribed since the check', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const file =
      'Email,Status\nann@example.com,Unsubscribed\nben@example.com,Spam complaint\ncleo@example.com,Soft bounced'
    const { found, lines } = await checked(deps, file)
    expect(lines.map(({ verdict }) => verdict)).toEqual(['gone', 'gone', 'left'])
    await subscribe(deps, { email: 'ann@example.com', network: '203.0.113.7' })
    expect(await applyImport(deps, found, {})).toEqual({ ok: true })
    await addImported(deps, found.id)
    expect(await selectSuppressed(db, ['ann@example.com', 'ben@example.com', 'cleo@example.com'])).toEqual([
      { key: 'ben@example.com', reason: 'complained' },
    ])
  })

  test('refuses a file without addresses', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const started = await startImport(depsFor(db), { bytes: bytesOf('PK\u0003\nx,y\n'), name: 'list.xlsx' })
    expect(started).toMatchObject({ ok: false, sentence: expect.stringContaining('no email addresses') })
  })

  test('never makes a suppressed address a recipient, in any order with other changes', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const email = fc.constantFrom('ann@example.com', 'Ann@example.com', 'ben@example.com')
    const kind = fc.constantFrom('subscribe', 'leave', 'import', 'add', ...SUPPRESSION_REASONS)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ kind, email }), { maxLength: 10 }), async (steps) => {
        for (const table of ['newsletter', 'newsletter_suppressions'] as const)
          await db.deleteFrom(table).execute()
        const suppressed = new Map<string, Set<string>>()
        const subscribed = new Set<string>()
        for (const { kind, email } of steps) {
          const key = email.toLowerCase()
          const reasons = suppressed.get(key) ?? new Set()
          suppressed.set(key, reasons)
          switch (kind) {
            case 'subscribe':
              await subscribe(deps, { email, network: '203.0.113.7' })
              reasons.delete('unsubscribed')
              subscribed.add(key)
              break
            case 'leave':
              await leave(deps, email)
              if (subscribed.has(key)) reasons.add('unsubscribed')
              break
            case 'import':
              await importAll(deps, `Email\n${email}`)
              if (reasons.size === 0) subscribed.add(key)
              break
            case 'add':
              await addSubscriber(deps, { email, name: '', source: 'By phone' })
              if (reasons.size === 0) subscribed.add(key)
              break
            default:
              await suppress(deps, { email, reason: kind as 'bounced', detail: '' })
              reasons.add(kind)
          }
        }
        const expected = [...subscribed].filter((key) => suppressed.get(key)?.size === 0)
        const found = await (await recipientsOf(deps, EVERYONE)).everyone.execute()
        expect(found.map(({ email }) => email.toLowerCase()).toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 40 },
    )
  })
})

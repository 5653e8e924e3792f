import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depositBelow } from '~/domains/billing/operations.server'
import { fixedClock } from '~/platform/clock'
import { csvLine } from '~/platform/csv'
import type { Db } from '~/platform/db/database.server'
import { indexTerms, readSearch } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSessionType } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import { exportBookings, findBookings, listBookings, listRequests } from './list.server'
import { type BookingFilter, readBookingFilter } from './model'
import { listedQuery } from './store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const NOW = clock.now()
const DAY = 86_400_000

const filterOf = (asked: Record<string, string> = {}): BookingFilter =>
  readBookingFilter((name) => asked[name] ?? null)

async function open(db: Db) {
  await putTestSettings(db)
  const place = await makePlace(db)
  const type = await makeSessionType(db)
  const make = (days: number, given: Parameters<typeof makeBooking>[1] = {}) =>
    makeBooking(db, {
      session_type_id: type.id,
      place_id: place.id,
      session_date: NOW + days * DAY,
      zone: 'America/New_York',
      ...given,
    })
  return { deps: { db, clock }, make, place, type }
}

const names = async (deps: { db: Db; clock: typeof clock }, asked: Record<string, string> = {}) =>
  (await listBookings(deps, filterOf(asked), null)).lines.map(({ name }) => name)

describeOnBothEngines('the list of bookings', (openDb, engine) => {
  test('is narrowed by state, session, place, period and deposit, and searched', async () => {
    const { db } = await openDb()
    const { deps, make, type, place } = await open(db)
    await make(-3, { name: 'Past', state: 'done' })
    const paid = await make(2, { name: 'Paid' })
    await make(1, { name: 'Next', state: 'requested' })
    await make(40, { name: 'Later', session_type_id: (await makeSessionType(db)).id })
    await make(5, { name: 'Off', state: 'canceled' })
    await db
      .insertInto('booking_payments')
      .values(
        [
          ['deposit', 7_500, null],
          ['balance', 9_900, null],
        ].map(([kind, amount, voided]) => ({
          id: newId(),
          booking_id: paid.id,
          kind: kind as 'deposit',
          amount_cents: Number(amount),
          received_on: '2026-11-20',
          method: 'card',
          recorded_at: NOW,
          recorded_by: 'Dorian Ellis',
          voided_at: voided as null,
        })),
      )
      .execute()
    await indexTerms(db, 'booking', paid.id, [paid.reference, 'Paid', 'zoë@example.com', '(973) 555-0142'])
    expect(await names(deps)).toEqual(['Next', 'Paid', 'Off', 'Later'])
    expect(await names(deps, { order: 'all' })).toEqual(['Later', 'Off', 'Paid', 'Next', 'Past'])
    expect(await names(deps, { order: 'all', state: 'done' })).toEqual(['Past'])
    expect(await names(deps, { type: type.id, place: place.id })).toEqual(['Next', 'Paid', 'Off'])
    expect(await names(deps, { from: '2026-11-22', until: '2026-11-22' })).toEqual(['Paid'])
    expect(await names(deps, { deposit: 'due' })).toEqual(['Next', 'Later'])
    expect(await names(deps, { search: '5550142' })).toEqual(['Paid'])
    expect(await names(deps, { search: paid.reference })).toEqual(['Paid'])
    expect(await names(deps, { search: 'nobody' })).toEqual([])
    expect(
      await names(deps, { state: 'x', type: `'; --`, from: '2026-02-30', after: '\u0000' }),
    ).toHaveLength(4)
    expect((await listRequests(deps, 5)).map(({ name }) => name)).toEqual(['Next'])
    expect((await findBookings(deps, 'zoe@example.com', 5)).map(({ name }) => name)).toEqual(['Paid'])
  })

  test('is read page by page, and whole as a file, in the same order', async () => {
    const { db } = await openDb()
    const { deps, make } = await open(db)
    for (let n = 0; n < 57; n++)
      await make(n + 1, { name: n === 3 ? '=1+1' : `Client ${n}`, state: n % 2 ? 'confirmed' : 'requested' })
    const first = await listBookings(deps, filterOf({ deposit: 'due' }), null)
    const second = await listBookings(deps, filterOf({ deposit: 'due' }), first.next)
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 7, null])
    const listed = [...first.lines, ...second.lines].map(({ reference }) => reference)
    let file = ''
    for await (const piece of exportBookings(deps, filterOf({ deposit: 'due' }))) file += piece
    const [titles, ...lines] = file.split('\r\n')
    expect(titles).toMatch(/^\uFEFFBooking number,Status,Starts,Ends,Time zone,Starts \(UTC\)/)
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => line.split(',')[0])).toEqual(listed)
    expect(lines[3]).toContain(`,'=1+1,`)
    expect(lines[0]).toContain(',2026-11-21 10:00,2026-11-21 11:00,America/New_York,2026-11-21T15:00:00Z,')
  })

  test('walks an index, whatever narrows it', async () => {
    const { db } = await openDb()
    const query = {
      resourceId: 'default',
      direction: 'desc' as const,
      from: null,
      until: null,
      type: null,
      place: null,
      money: [],
      after: null,
      limit: 51,
    }
    const after = { at: NOW, id: newId() }
    const upcoming = { ...query, direction: 'asc' as const, from: NOW }
    for (const each of [
      listedQuery(db, query, null),
      listedQuery(db, { ...upcoming, after }, null),
      listedQuery(db, { ...query, until: NOW, after }, 'done'),
      listedQuery(db, { ...upcoming, money: [depositBelow('b.id', 'b.deposit_cents')] }, 'confirmed'),
      listedQuery(
        db,
        { ...query, after },
        null,
        await readSearch(db, 'booking', 'ann', { few: 0, broad: 0, walked: 0 }),
      ),
    ])
      expect(await slowSteps(db, engine, each)).toEqual([])
  })
})

describe('a line of CSV', () => {
  /** Parses a CSV line by RFC 4180, as spreadsheets do. */
  function cellsOf(line: string): string[] {
    const cells = [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)]
    return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
  }

  test('round-trips any text, and no cell begins a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', ' ', 'a', "'") }),
    )
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (cells) => {
        const read = cellsOf(csvLine(cells))
        expect(read.every((cell) => !/^\s*[=+\-@\t\r\n]/.test(cell))).toBe(true)
        expect(read.map((cell, at) => (cell === cells[at] ? cell : cell.replace(/^'/, '')))).toEqual(cells)
      }),
    )
  })
})

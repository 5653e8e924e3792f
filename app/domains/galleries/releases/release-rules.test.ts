import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RELEASE_USES } from './model'
import { type Entry, refusalSentence, refusedFor, type Withheld } from './release-rules'

const place = (id: string) => ({ id, title: `Gallery ${id}` })
const photo = (given: Partial<Parameters<typeof refusedFor>[1][number]> = {}) => ({
  id: 'p',
  title: 'Rings',
  noRecognizablePeople: false,
  galleries: [place('a')],
  ...given,
})
const entry = (given: Partial<Entry> = {}): Entry => ({
  ...{ id: '1', galleryId: 'a', name: 'Ann', email: 'ann@example.com' },
  ...{ uses: ['portfolio'], givenAt: 0, withdrawnAt: null, covers: 'gallery' },
  ...given,
})
const said = (photos: ReturnType<typeof photo>[], entries: Entry[]) =>
  refusedFor('portfolio', photos, entries).map((refused) => refusalSentence(refused, 'portfolio'))

test('a photo without recognizable people needs no release, any other does', () => {
  expect(said([photo({ noRecognizablePeople: true })], [])).toEqual([])
  expect(said([photo()], [])).toEqual(['No model release on file for “Gallery a.”'])
  expect(said([photo({ galleries: [] })], [entry()])).toEqual([
    'No model release. Add this photo to a gallery, then record the release there.',
  ])
  expect(said([photo()], [entry()])).toEqual([])
})

test('everyone has to permit the use, in each of the photo’s galleries', () => {
  const both = photo({ galleries: [place('a'), place('b')] })
  const bob = entry({ id: '2', galleryId: 'b', name: 'Bob', email: '', uses: ['print'] })
  expect(said([both], [entry(), bob])).toEqual(['No model release: Bob (not for portfolio).'])
  expect(said([photo()], [entry(), bob])).toEqual([])
  const withdrawn = entry({ withdrawnAt: 5 })
  expect(said([both], [withdrawn, bob])).toEqual([
    'No model release: Ann (withdrawn), Bob (not for portfolio).',
  ])
  // Once, though she withdrew in both.
  expect(said([both], [withdrawn, entry({ id: '3', galleryId: 'b', withdrawnAt: 5 })])).toEqual([
    'No model release: Ann (withdrawn).',
  ])
})

test('a person may sign again after withdrawing, and the last entry counts', () => {
  const before = entry({ withdrawnAt: 5 })
  const again = entry({ id: '2', name: ' ann ', email: 'ANN@example.com' })
  expect(said([photo()], [again, before])).toEqual([])
  expect(said([photo()], [entry(), entry({ id: '2', withdrawnAt: 5 })])).toHaveLength(1)
})

const NOON = Date.UTC(2026, 5, 12, 12)
const HOUR = 3_600_000
const withheld = (given: Partial<Withheld> = {}): Withheld => ({
  ...{ id: '5', name: 'Ann', email: 'ann@example.com', gallery: 'Wedding', withdrawnAt: NOON },
  ...given,
})

test('who withdrew in a gallery that is gone has to agree again, later, for this use, under the same name', () => {
  const held = photo({ withheld: [withheld()] })
  const bob = entry({ name: 'Bob', email: 'bob@example.com', givenAt: NOON + 48 * HOUR })
  expect(said([held], [bob])).toEqual([
    'No model release: Ann (withdrawn in “Wedding”, which is deleted). If they agree again, record it with the same name and email in the photo’s current gallery.',
  ])
  const again = (given: Partial<Entry>) => said([held], [bob, entry({ id: '6', givenAt: NOON, ...given })])
  expect(again({})).toEqual([])
  expect(again({ name: ' ANN ' })).toEqual([])
  expect(again({ id: '4', givenAt: NOON + 24 * HOUR })).toEqual([])
  for (const not of [
    { name: 'Ann Lee' },
    { email: '' },
    { uses: ['print' as const] },
    { withdrawnAt: NOON + HOUR },
    { galleryId: 'elsewhere' },
    { covers: 'photos' as const },
    { givenAt: NOON - 24 * HOUR },
    { id: '4' },
  ])
    expect(again(not)).toHaveLength(1)
  expect(said([photo({ withheld: [withheld()], noRecognizablePeople: true })], [])).toEqual([])
})

test('on the same day, the time of a withdrawal doesn’t matter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -12 * HOUR, max: 12 * HOUR - 1 }),
      fc.boolean(),
      (time, isRecordedLater) => {
        const held = photo({ withheld: [withheld({ withdrawnAt: NOON + time })] })
        const given = (days: number) =>
          entry({ id: isRecordedLater ? '6' : '4', givenAt: NOON + days * 24 * HOUR })
        expect(said([held], [given(-1)])).toHaveLength(1)
        expect(said([held], [given(0)])).toHaveLength(isRecordedLater ? 0 : 1)
        expect(said([held], [given(1)])).toEqual([])
      },
    ),
  )
})

test('a release for listed photos without a name covers those only, and blocks none', () => {
  const general = entry({ covers: 'photos', name: 'Everybody', email: '', photoIds: new Set(['p']) })
  expect(said([photo()], [general])).toEqual([])
  expect(said([photo({ id: 'another' })], [general])).toHaveLength(1)
  expect(said([photo()], [{ ...general, withdrawnAt: 5 }])).toHaveLength(1)
  expect(said([photo()], [{ ...general, withdrawnAt: 5 }, entry({ id: '2' })])).toEqual([])
  expect(said([photo()], [general, entry({ id: '2', uses: [] })])).toHaveLength(1)
})

test('taking a release back or permitting less never lets a photo through that was refused', () => {
  const entries = fc.array(
    fc.record({
      id: fc.uuid({ version: 7 }),
      galleryId: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('Ann', 'Bob', 'Cid'),
      email: fc.constantFrom('', 'x@example.com'),
      uses: fc.subarray([...RELEASE_USES]),
      givenAt: fc.constantFrom(0, 9),
      withdrawnAt: fc.constantFrom(null, 5),
      covers: fc.constantFrom('gallery' as const, 'photos' as const),
      photoIds: fc.constantFrom(new Set<string>(), new Set(['p'])),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const shown = fc.record({
    noRecognizablePeople: fc.boolean(),
    galleries: fc.subarray([place('a'), place('b')]),
  })
  fc.assert(
    fc.property(entries, shown, fc.nat(), fc.boolean(), (all, given, at, isWithdrawal) => {
      const which = at % all.length
      const less = all.map((each, n) =>
        n !== which ? each : isWithdrawal ? { ...each, withdrawnAt: 9 } : { ...each, uses: [] },
      )
      const before = refusedFor('portfolio', [photo(given)], all)
      const after = refusedFor('portfolio', [photo(given)], less)
      expect(after.length).toBeGreaterThanOrEqual(before.length)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnderAge, readRelease } from './release-form'

const days = { today: '2026-06-12', shotOn: '2026-06-10' }
const sent = (given: Partial<Parameters<typeof readRelease>[0]> = {}) => ({
  ...{ name: 'Ann Lee', email: '', bornOn: '', guardian: '', uses: ['portfolio'] },
  everywhere: false,
  ...{ givenOn: '2026-06-11', basis: 'Signed on paper' },
  ...given,
})
const wrong = (given: Parameters<typeof sent>[0]) => {
  const read = readRelease(sent(given), days)
  return read.ok ? [] : Object.keys(read.errors)
}

test('a release has a person, a date and a basis', () => {
  expect(wrong({})).toEqual([])
  expect(wrong({ name: ' ', basis: '', givenOn: '2026-06-13' })).toEqual(['name', 'givenOn', 'basis'])
  expect(wrong({ email: 'ann', givenOn: '2026-02-30', bornOn: '31.5.2012' })).toEqual([
    'email',
    'bornOn',
    'givenOn',
  ])
  expect(wrong({ name: 'Ann\u202eLee', basis: 'x'.repeat(201) })).toEqual(['name', 'basis'])
  const read = readRelease(sent({ uses: ['print', 'everything', 'blog'] }), days)
  expect(read).toMatchObject({ ok: true, value: { uses: ['blog', 'print'] } })
})

test('under 18 on the day of the photos, or when it was given, a guardian is needed', () => {
  expect(wrong({ bornOn: '2008-06-11' })).toEqual(['guardian'])
  expect(wrong({ bornOn: '2008-06-11', guardian: 'Eve Lee' })).toEqual([])
  expect(wrong({ bornOn: '2008-06-10' })).toEqual([])
  expect(wrong({ bornOn: '2008-06-10', givenOn: '2026-06-09' })).toEqual(['guardian'])
  expect(isUnderAge('2008-02-29', '2026-02-28')).toBe(true)
  expect(isUnderAge('2008-02-29', '2026-03-01')).toBe(false)
})

test('is of age exactly from the eighteenth birthday on', () => {
  const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (at, off) => {
      const born = at.toISOString().slice(0, 10)
      const birthday = Temporal.PlainDate.from(born).add({ years: 18 })
      const other = birthday.add({ days: off })
      const isFeb29 = born.endsWith('02-29')
      const turned = isFeb29 && birthday.day === 28 ? birthday.add({ days: 1 }) : birthday
      expect(isUnderAge(born, other.toString())).toBe(Temporal.PlainDate.compare(other, turned) < 0)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OWN_TIP, readTip, tipChoices } from './tip'

const read = (tip: string, ownTip = '') => readTip({ tip, ownTip }, 28_500)

test('a tip is a chosen or an own amount, and nothing without a choice', () => {
  expect(tipChoices(28_500).map(({ label }) => label)).toEqual(['$29', '$43', '$57'])
  expect(tipChoices(300).map(({ label }) => label)).toEqual(['$1'])
  for (const { value } of tipChoices(28_500)) expect(read(value)).toMatchObject({ ok: true })
  expect(read('29.00')).toEqual({ ok: true, cents: 2_900 })
  expect(read('')).toEqual({ ok: true, cents: 0 })
  expect(read(OWN_TIP, '12.50')).toEqual({ ok: true, cents: 1_250 })
  expect(read('', '$20')).toEqual({ ok: true, cents: 2_000 })
  expect(read('', '0')).toEqual({ ok: true, cents: 0 })
})

test('other input is refused with a sentence', () => {
  for (const [tip, own] of [
    ...[[OWN_TIP], [OWN_TIP, '-5'], ['-5'], ['', '1.234'], ['', '1e3'], ['', 'NaN'], ['constructor']],
    ...[
      ['29.00', '5'],
      ['', '285.01'],
      ['', '99999999999999999999'],
    ],
  ] as [string, string?][])
    expect(read(tip, own)).toEqual({ ok: false, sentence: expect.any(String) })
  fc.assert(
    fc.property(fc.string(), fc.string(), (tip, own) => {
      const tipped = read(tip, own)
      if (tipped.ok) expect(Number.isSafeInteger(tipped.cents) && tipped.cents >= 0).toBe(true)
    }),
  )
})

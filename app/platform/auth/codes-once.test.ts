import { expect, it } from 'vitest'
import { codeAt, stepOfCode } from './codes-once.server'

it('is generated as in RFC 4226, appendix D', () => {
  const codes = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]
  expect(codes.map((_, step) => codeAt('12345678901234567890', step))).toEqual(codes)
})

it('is valid for its own half minute, and the ones before and after', () => {
  const secret = 'a secret of some length'
  const now = 1_780_000_000_000
  const step = Math.floor(now / 30_000)
  for (const near of [-1, 0, 1])
    expect(stepOfCode(secret, codeAt(secret, step + near), now)).toBe(step + near)
  for (const far of [-2, 2]) expect(stepOfCode(secret, codeAt(secret, step + far), now)).toBeUndefined()
  for (const wrong of ['', '1', 'abcdef', `${codeAt(secret, step)} `, '１２３４５６'])
    expect(stepOfCode(secret, wrong, now)).toBeUndefined()
})

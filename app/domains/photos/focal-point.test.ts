import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moved, percentOf, pointAt, readPercent, shareOf } from './focal-point'

describe('the focal point', () => {
  it.each([
    ['45.5', 45.5],
    ['45,5', 45.5],
    [' 0 ', 0],
    ['100', 100],
    ['33.3333', 33.3],
  ])('reads %j as percent', (text, percent) => {
    expect(readPercent(text)).toBe(percent)
  })

  it.each(['', '-1', '100.1', '1000', 'half', '1e1', '5 0', '٤', 'NaN', '4.', '.5', '0x10'])(
    'takes %j for no percent',
    (text) => {
      expect(readPercent(text)).toBeUndefined()
    },
  )

  it('is the point of the photo that is pressed', () => {
    const box = { left: 100, top: 50, width: 400, height: 200 }
    expect(pointAt({ x: 200, y: 200 }, box)).toEqual({ x: 25, y: 75 })
    expect(pointAt({ x: 0, y: 999 }, box)).toEqual({ x: 0, y: 100 })
  })

  const percent = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)

  it('is stored as it is shown', () => {
    fc.assert(
      fc.property(percent, (value) => {
        expect(percentOf(shareOf(value))).toBe(value)
        expect(readPercent(String(value))).toBe(value)
      }),
    )
  })

  it('stays within the photo', () => {
    const by = fc.double({ min: -300, max: 300, noNaN: true })
    fc.assert(
      fc.property(percent, percent, by, (x, y, distance) => {
        const point = moved({ x, y }, distance, -distance)
        for (const each of [point.x, point.y]) {
          expect(each).toBeGreaterThanOrEqual(0)
          expect(each).toBeLessThanOrEqual(100)
          expect(readPercent(String(each))).toBe(each)
        }
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawn, lengthened, pointAt, shifted, stretched } from './drawing'

const span = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }))
  .map(([from, length]) => ({ from: from * 30, to: (from + length) * 30 }))

it('whatever a pointer or a key does, a window begins on its day and is half an hour to a day long', () => {
  fc.assert(
    fc.property(
      span,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: -3_000, max: 3_000 }),
      (was, y, by) => {
        const point = pointAt(0.5, y)
        for (const { from, to } of [
          drawn(point, pointAt(0.5, Math.abs(by) / 3_000)),
          stretched(was, 'from', point),
          stretched(was, 'to', point),
          shifted(was, by),
          lengthened(was, by < 0 ? -30 : 30),
        ]) {
          expect(from % 30).toBe(0)
          expect(to % 30).toBe(0)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(from).toBeLessThan(1_440)
          expect(to - from).toBeGreaterThanOrEqual(30)
          expect(to).toBeLessThanOrEqual(from + 2_880)
        }
        expect(shifted(was, by).to - shifted(was, by).from).toBe(was.to - was.from)
      },
    ),
  )
})

it('draws from where the pointer went down to where it is, both half-hours included', () => {
  expect(pointAt(2.5 / 7, 0.5)).toEqual({ weekday: 3, minute: 720 })
  const [nine, noon] = [
    { weekday: 2, minute: 545 },
    { weekday: 2, minute: 710 },
  ]
  expect(drawn(nine, noon)).toEqual({ from: 540, to: 720 })
  expect(drawn(noon, nine)).toEqual({ from: 540, to: 720 })
})

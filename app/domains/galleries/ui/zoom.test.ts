import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  gestureOf,
  isPulledOff,
  largestScale,
  permitted,
  sprung,
  stretched,
  swipedBy,
  WHOLE,
  zoomAt,
} from './zoom'

const pixels = fc.double({ min: -4_000, max: 4_000, noNaN: true })
const size = fc.record({
  width: fc.integer({ min: 50, max: 2_000 }),
  height: fc.integer({ min: 50, max: 2_000 }),
})
const scale = fc.double({ min: 0.2, max: 12, noNaN: true })
const zoom = fc.record({ scale, x: pixels, y: pixels })

it('never shows an edge of the photo within the stage, unless the photo is smaller, when it is centered', () => {
  fc.assert(
    fc.property(zoom, size, size, (wanted, frame, stage) => {
      const held = permitted(wanted, frame, stage, 5)
      expect(held.scale).toBeGreaterThanOrEqual(1)
      expect(held.scale).toBeLessThanOrEqual(5)
      for (const [side, at] of [
        ['width', held.x],
        ['height', held.y],
      ] as const) {
        const beyond = (frame[side] * held.scale - stage[side]) / 2
        if (beyond <= 0) expect(at).toBeCloseTo(0)
        else expect(Math.abs(at)).toBeLessThanOrEqual(beyond + 1e-6)
      }
      expect(permitted(held, frame, stage, 5)).toEqual(held)
    }),
  )
})

it('keeps the point under the fingers in its place', () => {
  fc.assert(
    fc.property(zoom, scale, pixels, pixels, (from, to, x, y) => {
      const after = zoomAt(from, to, { x, y })
      const pointOf = (view: typeof after) => [(x - view.x) / view.scale, (y - view.y) / view.scale]
      for (const [at, value] of pointOf(after).entries()) expect(value).toBeCloseTo(pointOf(from)[at] ?? 0, 3)
    }),
  )
})

it('resists the fingers beyond what is permitted, and follows them within', () => {
  const [frame, stage] = [
    { width: 300, height: 200 },
    { width: 300, height: 600 },
  ]
  fc.assert(
    fc.property(zoom, (wanted) => {
      const shown = stretched(wanted, frame, stage, 4)
      expect(shown.scale).toBeGreaterThan(0.6)
      expect(Math.abs(shown.x)).toBeLessThanOrEqual(Math.abs(wanted.x))
      expect(Math.abs(shown.y)).toBeLessThanOrEqual(Math.abs(wanted.y))
    }),
  )
  expect(stretched({ scale: 2, x: 40, y: 0 }, frame, stage, 4)).toEqual({ scale: 2, x: 40, y: 0 })
  expect(stretched({ scale: 2, x: 180, y: 0 }, frame, stage, 4).x).toBeCloseTo(160)
})

it('zooms until a pixel of the widest rendition fills a pixel of the page, and at least twice', () => {
  expect(largestScale({ width: 390, height: 260 }, 2_600)).toBeCloseTo(6.67)
  expect(largestScale({ width: 390, height: 260 }, 480)).toBe(2)
  expect(largestScale({ width: 0, height: 0 }, 2_600)).toBe(8)
})

it('decides what a finger does by its direction', () => {
  expect(gestureOf({ x: 3, y: 3 }, WHOLE)).toBeUndefined()
  expect(gestureOf({ x: -30, y: 9 }, WHOLE)).toBe('swipe')
  expect(gestureOf({ x: 9, y: 30 }, WHOLE)).toBe('pull')
  expect(gestureOf({ x: 9, y: -30 }, WHOLE)).toBe('none')
  expect(gestureOf({ x: 9, y: -30 }, { scale: 2, x: 0, y: 0 })).toBe('pan')
})

it('moves on after a long or a fast swipe, and never against it', () => {
  expect(swipedBy(-200, 0, 390)).toBe(1)
  expect(swipedBy(200, 0, 390)).toBe(-1)
  expect(swipedBy(-40, -0.8, 390)).toBe(1)
  expect(swipedBy(-60, 0, 390)).toBe(0)
  // The finger came back.
  expect(swipedBy(-150, 0.6, 390)).toBe(0)
  fc.assert(
    fc.property(pixels, fc.double({ min: -5, max: 5, noNaN: true }), (dx, speed) => {
      const by = swipedBy(dx, speed, 390)
      if (by !== 0) expect(Math.sign(by)).toBe(-Math.sign(dx))
    }),
  )
})

it('closes only when it is pulled down far or fast', () => {
  expect(isPulledOff(140, 0)).toBe(true)
  expect(isPulledOff(50, 0.9)).toBe(true)
  expect(isPulledOff(50, 0)).toBe(false)
  expect(isPulledOff(140, -1)).toBe(false)
})

it('continues a movement at its speed, and comes to rest without swinging', () => {
  expect(sprung(100, 0, 0)).toBe(100)
  expect((sprung(100, -0.5, 1) - sprung(100, -0.5, 0)) / 1).toBeCloseTo(-0.5, 1)
  fc.assert(
    fc.property(fc.double({ min: 1, max: 2_000, noNaN: true }), (from) => {
      let last = from
      for (let ms = 16; ms < 900; ms += 16) {
        const now = sprung(from, 0, ms)
        expect(now).toBeLessThanOrEqual(last)
        expect(now).toBeGreaterThanOrEqual(0)
        last = now
      }
      expect(last).toBeLessThan(from / 1_000)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toneOf } from './tone'

const fill = (count: number, ...rgb: number[]) => Array.from({ length: count }, () => rgb).flat()
const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

test('a picture of one color has that color as its tone', () => {
  expect(toneOf(Uint8Array.from(fill(100, 0x9a, 0x76, 0x52)))).toBe('#9a7652')
  expect(toneOf(Uint8Array.from(fill(100, 0, 0, 0)))).toBe('#000000')
  expect(toneOf(Uint8Array.from(fill(100, 255, 255, 255)))).toBe('#ffffff')
})

test('the tone is near the largest area’s color, not an accent’s or the average of opposites', () => {
  const [red = 0, green = 0, blue = 0] = channels(
    toneOf(Uint8Array.from([...fill(700, 30, 40, 70), ...fill(300, 250, 220, 120)])),
  )
  expect(blue).toBeGreaterThan(red - 40)
  expect(Math.max(red, green, blue)).toBeLessThan(125)
})

test('any pixels give a color, and the same pixels the same color', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3, maxLength: 300 }), (pixels) => {
      expect(toneOf(pixels)).toMatch(/^#[0-9a-f]{6}$/)
      expect(toneOf(pixels)).toBe(toneOf(pixels))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelay } from './backoff'

const attempt = fc.integer({ min: 1, max: 60 })
const random = fc.double({ min: 0, max: 1, noNaN: true })

test('the wait grows, stays within a fifth of its middle, and is never longer than 72 minutes', () => {
  fc.assert(
    fc.property(attempt, random, (n, r) => {
      const middle = retryDelay(n, 0.5)
      const wait = retryDelay(n, r)
      expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8))
      expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2))
      expect(wait).toBeLessThanOrEqual(72 * 60_000)
      expect(retryDelay(n + 1, r)).toBeGreaterThanOrEqual(wait)
    }),
  )
})

test('the first wait is about five seconds', () => {
  expect(retryDelay(1, 0.5)).toBe(5_000)
  expect(retryDelay(2, 0.5)).toBe(10_000)
})

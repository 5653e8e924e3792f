import { expect, test } from 'vitest'
import { isTooQuick } from './form-stamp'

test.each(['0', '1', '149'])('after %s ms, the sender is not a person', (started) => {
  expect(isTooQuick(started)).toBe(true)
})

test.each(['150', '2000', '86400000', '', '-1', '1e1', ' 5', '0x1', 'NaN', '1'.repeat(12)])(
  '%j counts as a person',
  (started) => {
    expect(isTooQuick(started)).toBe(false)
  },
)

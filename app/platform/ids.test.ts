import { expect, test } from 'vitest'
import { newId } from './ids.server'

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids are version 7 UUIDs, and sort in the order of creation', () => {
  const ids = Array.from({ length: 300_000 }, newId)
  expect(ids.filter((id) => !UUID7.test(id))).toEqual([])
  // Enough ids within a millisecond for the counter to overflow sometimes.
  expect(ids.filter((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toEqual([])
})

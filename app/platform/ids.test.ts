import { expect, test } from 'vitest'
import { newId } from './ids.server'

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids are UUIDs of version 7, and sort as they were made', () => {
  const ids = Array.from({ length: 300_000 }, newId)
  expect(ids.filter((id) => !UUID7.test(id))).toEqual([])
  // So many of a millisecond that what they count with runs over now and then.
  expect(ids.filter((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toEqual([])
})

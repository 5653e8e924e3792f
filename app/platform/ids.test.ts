import { expect, test } from 'vitest'
import { newId } from './ids.server'

test('ids are UUIDs of version 7, and sort as they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})

import { expect, test } from 'vitest'
import { rowChanges } from './changes'

const FIELDS = [{ name: 'body', label: 'Text', kind: 'text' as const }]

test('of long texts, the first changed part is kept', () => {
  const same = 'word '.repeat(1_000)
  const [change] = rowChanges(FIELDS, { body: `${same}old` }, { body: `${same}new` })
  expect(change?.field).toBe('Text')
  expect(change?.from).toMatch(/^….*old$/)
  expect(change?.to).toMatch(/^….*new$/)
  expect(rowChanges(FIELDS, { body: same }, { body: same })).toEqual([])
  expect(rowChanges(FIELDS, { body: 'a' }, { body: 'b' })).toEqual([{ field: 'Text', from: 'a', to: 'b' }])
})

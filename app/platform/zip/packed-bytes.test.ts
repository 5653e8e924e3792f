import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packedBytes } from './zip-layout'

test('records are kept unchanged, whatever their lengths', () => {
  const record = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(new Uint8Array(70_000).fill(7)))
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), (records) => {
      const packed = packedBytes()
      for (const each of records) packed.add(each)
      expect(Buffer.concat(packed.pieces())).toEqual(Buffer.concat(records))
    }),
  )
  const edge = packedBytes()
  edge.add(new Uint8Array(65_536).fill(1))
  edge.add(new Uint8Array([2]))
  expect(Buffer.concat(edge.pieces()).subarray(65_535)).toEqual(Buffer.from([1, 2]))
})

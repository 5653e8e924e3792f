import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { encodeWithGaps } from './encoded-text.server'

test('a text with filled gaps is read as if it had been encoded whole, in lines of at most 76 characters', async () => {
  const piece = fc.string({
    unit: fc.constantFrom('a', 'long-word-without-a-space', ' ', '\t', '=', '.', '\n', 'é', '🦊', '’', '&'),
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), piece, async (pieces, filling) => {
      const part = encodeWithGaps('text/plain', pieces.join('\uE010'), /\uE010/g)(() => filling)
      for (const line of part.raw.split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(76)
        expect(line).toMatch(/^[\t\x20-\x7e]*$/)
      }
      const { text = '' } = await PostalMime.parse(part.raw)
      expect(text.replace(/\n$/, '')).toBe(pieces.join(filling).replace(/\n$/, ''))
    }),
  )
})

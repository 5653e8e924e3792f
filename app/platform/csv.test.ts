import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv'

test('any cells are read again as they were, except that none is a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', '"', ',', '\n', '\r', '\t', ' ', '1', 'é') }),
    fc.constantFrom('=HYPERLINK("http://x")', '@SUM(1)', ' =1+1', '-12.50', "'quoted"),
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const [read, ...more]: string[][] = parse(csvLine(cells), { skip_empty_lines: false })
      expect(more).toEqual([])
      for (const [at, text] of (read ?? []).entries()) {
        expect([cells[at], `'${cells[at]}`]).toContain(text)
        if (!/^-\d+(\.\d+)?$/.test(text)) expect(text).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r\n]/)
      }
      expect(read).toHaveLength(cells.length)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugCandidates, slugFrom, takeSlug } from './slug'

test.each([
  [' Décor & more ', 'decor-more'],
  ['The couple’s day', 'the-couples-day'],
  ['写真', undefined],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('the slug of %j is %j', (text, slug) => expect(slugFrom(text)).toBe(slug))

test('any text gives a valid slug, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const slug = slugFrom(text)
      if (slug !== undefined) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(slug?.length ?? 0).toBeLessThanOrEqual(80)
    }),
  )
})

test('a taken slug gets a number, and finally a unique ending', () => {
  expect(slugCandidates('rings').take(3).toArray()).toEqual(['rings', 'rings-2', 'rings-3'])
  expect(slugCandidates('rings').take(20).toArray().at(-1)).toBe('rings-20')
  expect([...slugCandidates('rings', 'c0ffee')].slice(-2)).toEqual(['rings-9', 'rings-c0ffee'])
})

test('takes the first free slug, and none if all are taken', async () => {
  const taken = new Set(['rings', 'rings-2'])
  const take = async (slug: string) => !taken.has(slug)
  expect(await takeSlug(slugCandidates('rings'), take)).toBe('rings-3')
  await expect(takeSlug(['rings', 'rings-2'], take)).rejects.toThrow('Every slug is taken.')
})

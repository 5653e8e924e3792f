import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentColors, accentStyle, contrast, DEFAULT_ACCENT, isAccent } from './accent'

const PAPERS = ['#f2f1ed', '#fbfaf8', '#e7e5de']
const BLACKS = ['#12110f', '#1c1a17', '#282521', '#090807']

it('makes any color readable on paper and on black, with text on it and on its wash', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const accent = `#${value.toString(16).padStart(6, '0')}`
      const { paper, paperWash, dark, darkWash } = accentColors(accent)
      for (const ground of [...PAPERS, '#ffffff', paperWash])
        expect(contrast(paper, ground), `${paper} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      for (const ground of [...BLACKS, darkWash])
        expect(contrast(dark, ground), `${dark} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect([paper, paperWash, dark, darkWash].every(isAccent)).toBe(true)
    }),
  )
})

it('leaves a color that is readable as it is', () => {
  expect(accentColors('#1d4ed8').paper).toBe('#1d4ed8')
  expect(accentColors('#ff6b3d').dark).toBe('#ff6b3d')
  expect(accentColors('#ffff00').paper).not.toBe('#ffff00')
})

it('adds nothing to pages with the red pencil', () => {
  expect(accentStyle(DEFAULT_ACCENT)).toBeUndefined()
  expect(accentStyle('#1d4ed8')).toContain('--color-mark:#1d4ed8')
})

import sharp from 'sharp'
import { expect, it } from 'vitest'
import { outlinesOf } from './glyph-outlines'
import { renderCard } from './render-card'

/** Whether anything light is drawn between two columns of the lower half, as fractions of the width. */
async function hasLetters(picture: Uint8Array, from: number, to: number): Promise<boolean> {
  const { data } = await sharp(picture)
    .extract({ left: Math.round(1200 * from), top: 315, width: Math.round(1200 * (to - from)), height: 200 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.some((level) => level > 200)
}

it.each([
  ['A wedding in the rain at the old library', true],
  ['word '.repeat(80), true],
  ['x'.repeat(200), true],
  ['Свадьба', false],
  ['', false],
])('draws a title that fits, and nothing that the font doesn’t have: %s', async (title, isDrawn) => {
  const drawn = await renderCard(null, { title, name: 'DE Photography' })
  const picture = drawn.ok ? drawn.pictures[0]?.data : undefined
  expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(await hasLetters(picture ?? new Uint8Array(), 0.05, 0.4)).toBe(isDrawn)
  expect(await hasLetters(picture ?? new Uint8Array(), 0.96, 1)).toBe(false)
})

it('draws every letter of a text', () => {
  for (const size of [66, 84, 104])
    expect(outlinesOf('the old library', { x: 64, y: 494, size })?.path).not.toContain('NaN')
})

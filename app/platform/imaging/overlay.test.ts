import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawOverlay } from './draw-overlay'
import { hasGlyphs, outlinesOf } from './glyph-outlines'
import { createImaging } from './imaging.server'
import type { Overlay } from './protocol'

const imaging = createImaging()
let folder: string
let gray: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlay-test-'))
  gray = join(folder, 'gray.png')
  await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#404040' } })
    .png()
    .toFile(gray)
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

const logo: Overlay = {
  kind: 'logo',
  letters: ['D', 'E'],
  position: 'lower-right',
  opacity: 0.6,
  width: 0.09,
}

/** The area brighter than the background, as fractions of the picture. */
async function brightPart(overlay: Overlay) {
  const rendered = await imaging.render(gray, {
    widths: [1000],
    credit: { creator: null, copyright: null },
    overlay,
  })
  if (!rendered.ok) throw new Error(rendered.sentence)
  const jpeg = rendered.renditions.find(({ format }) => format === 'jpg')?.data ?? new Uint8Array()
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  const box = { left: 1, right: 0, top: 1, bottom: 0, brightest: 0 }
  data.forEach((value, at) => {
    if (value < 100) return
    const [x, y] = [(at % info.width) / info.width, Math.floor(at / info.width) / info.height]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    box.brightest = Math.max(box.brightest, value)
  })
  return box
}

test('the logo is small, in the lower right corner, white at its opacity, and nowhere else', async () => {
  const box = await brightPart(logo)
  expect(box.right - box.left).toBeCloseTo(0.09, 2)
  expect(box.right).toBeCloseTo(0.97, 2)
  expect(box.left).toBeGreaterThan(0.85)
  expect(box.top).toBeGreaterThan(0.8)
  expect(box.bottom).toBeLessThan(0.96)
  // 64 + 0.6 × (255 − 64) = 178, plus JPEG artifacts.
  expect(box.brightest).toBeGreaterThan(170)
  expect(box.brightest).toBeLessThan(215)
  expect((await brightPart({ ...logo, opacity: 1 })).brightest).toBeGreaterThan(245)
})

test('a text is drawn without system fonts, and never parsed as markup', async () => {
  const overlay: Overlay = {
    kind: 'text',
    text: '</svg><script>',
    position: 'upper-left',
    opacity: 1,
    width: 0.5,
  }
  const box = await brightPart(overlay)
  expect([box.left < 0.05, box.top < 0.1, box.right > 0.5, box.bottom < 0.3]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(await brightPart({ ...overlay, text: ' ' })).toMatchObject({ brightest: 0 })
  expect(String((await drawOverlay(overlay, { width: 100, height: 100 }))?.input)).not.toContain('script')
})

test('an uploaded logo becomes white where it isn’t transparent', async () => {
  const black = Buffer.alloc(40 * 20 * 4)
  for (let at = 0; at < 40 * 20; at++) black[at * 4 + 3] = at % 40 < 20 ? 0 : 255
  const png = await sharp(black, { raw: { width: 40, height: 20, channels: 4 } })
    .png()
    .toBuffer()
  const box = await brightPart({ kind: 'picture', png, position: 'lower-left', opacity: 1, width: 0.4 })
  expect(box.left).toBeCloseTo(0.23, 1)
  expect(box.brightest).toBeGreaterThan(245)
})

test('it stays within the photo at any size and position', async () => {
  const places = ['lower-right', 'lower-left', 'upper-right', 'upper-left', 'center'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.integer({ min: 5, max: 60 }),
      fc.integer({ min: 1, max: 4000 }),
      fc.integer({ min: 1, max: 4000 }),
      async (position, percent, width, height) => {
        const drawn = await drawOverlay({ ...logo, position, width: percent / 100 }, { width, height })
        const [, w = 0, h = 0] = /width="(\d+)" height="(\d+)"/.exec(String(drawn?.input)) ?? []
        expect(drawn?.left).toBeGreaterThanOrEqual(0)
        expect(drawn?.top).toBeGreaterThanOrEqual(0)
        expect((drawn?.left ?? 0) + Number(w)).toBeLessThanOrEqual(Math.max(width, 1))
        expect((drawn?.top ?? 0) + Number(h)).toBeLessThanOrEqual(Math.max(height, 1))
      },
    ),
  )
})

test('letters with and without accents have outlines; other characters have none', () => {
  expect(hasGlyphs('© Zoë Åkesson & Søn, “2026” – D’Arcy')).toBe(true)
  expect(['日本', 'Привет', '😀'].map(hasGlyphs)).toEqual([false, false, false])
  expect(outlinesOf('Ë')?.height).toBeGreaterThan(outlinesOf('E')?.height ?? 0)
  expect(outlinesOf('EE')?.width).toBeGreaterThan((outlinesOf('E')?.width ?? 0) * 1.8)
})

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import exifReader from 'exif-reader'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cameraJpeg, SECRETS, scene } from '../../../test/support/pictures'
import { createImaging } from './imaging.server'
import { profileName } from './photo-facts'
import type { Credit, RenderedFile } from './protocol'

const imaging = createImaging()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renditions-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

async function render(
  source: Buffer | string,
  widths: number[],
  credit: Credit = { creator: null, copyright: null },
): Promise<RenderedFile[]> {
  const file = typeof source === 'string' ? source : join(folder, 'photo')
  if (typeof source !== 'string') await writeFile(file, source)
  const rendered = await imaging.render(file, { widths, credit })
  if (!rendered.ok) throw new Error(rendered.sentence)
  return rendered.renditions
}

const demo = (file: string) => `content/photos/${file}`

interface DemoPhoto {
  file: string
  width: number
  height: number
  exifOrientation?: number
  iccProfile?: string
  hasGps?: boolean
}
const demoPhotos: DemoPhoto[] = JSON.parse(readFileSync(demo('photos.json'), 'utf8'))
const special = demoPhotos.filter(
  (photo) => (photo.exifOrientation ?? 1) !== 1 || photo.iccProfile !== undefined || photo.hasGps === true,
)

describe('the demo photos', () => {
  test('include rotated ones, other color spaces, and some with a location', () => {
    expect(special.filter((photo) => photo.exifOrientation).length).toBeGreaterThan(0)
    expect(special.filter((photo) => photo.iccProfile).length).toBeGreaterThan(0)
    expect(special.filter((photo) => photo.hasGps)).toHaveLength(3)
  })

  test.each(special)('$file comes out upright, in sRGB and without its location', async (photo) => {
    const found = await imaging.inspect(demo(photo.file))
    expect(found).toMatchObject({
      ok: true,
      photo: { width: photo.width, height: photo.height, hadGps: photo.hasGps ?? false },
    })
    for (const { data, width, height } of await render(demo(photo.file), [480])) {
      const metadata = await sharp(data).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, height])
      expect(height).toBe(Math.round((480 * photo.height) / photo.width))
      expect(metadata.orientation ?? 1).toBe(1)
      expect(profileName(metadata.icc)).toContain('sRGB')
      expect(metadata.exif ? exifReader(metadata.exif).GPSInfo : undefined).toBeUndefined()
      await expectLikeness(demo(photo.file), data)
    }
  })
})

/**
 * Asserts that both, decoded small, rotated and in sRGB, differ by only a few levels, so nothing is mirrored,
 * rotated or off in color.
 */
async function expectLikeness(original: string, rendition: Uint8Array): Promise<void> {
  const small = async (input: string | Uint8Array) =>
    await sharp(input)
      .autoOrient()
      .resize(16, 16, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
  const [a, b] = [await small(original), await small(rendition)]
  const difference = a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
  expect(difference).toBeLessThan(2.5)
}

describe('renditions', () => {
  test('are one AVIF and one JPEG per width, each with its checksum', async () => {
    const renditions = await render(await scene(900, 600).png().toBuffer(), [480, 900])
    expect(renditions.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual([
      'avif 480x320',
      'jpg 480x320',
      'avif 900x600',
      'jpg 900x600',
    ])
    expect(new Set(renditions.map(({ sha256 }) => sha256)).size).toBe(4)
    for (const { format, data, width, height } of renditions) {
      const metadata = await sharp(data).metadata()
      expect(metadata).toMatchObject({
        width,
        height,
        mediaType: format === 'avif' ? 'image/avif' : 'image/jpeg',
      })
      if (format === 'jpg') expect(metadata.isProgressive).toBe(true)
    }
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('are rotated by EXIF orientation %i', async (orientation) => {
    const source = join(folder, `turned-${orientation}.jpg`)
    await writeFile(source, await cameraJpeg(scene(600, 400), orientation))
    for (const { data, width, height } of await render(source, [300])) {
      expect([width, height]).toEqual(orientation < 5 ? [300, 200] : [300, 450])
      await expectLikeness(source, data)
    }
  })

  test('a wide-gamut photo keeps its colors as far as sRGB allows', async () => {
    const red = sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff0000' } })
    const inP3 = await red.png().withIccProfile('p3').toBuffer()
    const stored = await sharp(inP3, { ignoreIcc: true }).raw().toBuffer()
    expect([...stored.subarray(0, 3)]).not.toEqual([255, 0, 0])
    for (const { data } of await render(inP3, [200])) {
      const [r = 0, g = 255, b = 255] = await sharp(data).removeAlpha().raw().toBuffer()
      expect(r).toBeGreaterThan(248)
      expect(Math.max(g, b)).toBeLessThan(12)
    }
  })

  test('transparency becomes white', async () => {
    const clear = sharp({ create: { width: 100, height: 100, channels: 4, background: '#00000000' } })
    for (const { data } of await render(await clear.png().toBuffer(), [100]))
      expect((await sharp(data).removeAlpha().raw().toBuffer())[0]).toBeGreaterThan(250)
  })

  test('contain no location, serial number, maker note, thumbnail or owner, but creator and copyright', async () => {
    const original = await cameraJpeg()
    for (const secret of Object.values(SECRETS)) expect(original.includes(secret), secret).toBe(true)
    const credit = { creator: 'Zoë Åkesson', copyright: '© 2026 Zoë <Åkesson> & Co' }
    for (const { data, format } of await render(original, [480, 900], credit)) {
      const file = Buffer.from(data)
      for (const secret of Object.values(SECRETS))
        expect(file.includes(secret), `${format} ${secret}`).toBe(false)
      const { exif, xmp } = await sharp(file).metadata()
      const tags = exifReader(exif ?? Buffer.alloc(0))
      expect(tags.GPSInfo).toBeUndefined()
      expect(tags.Thumbnail).toBeUndefined()
      expect(Object.keys(tags.Photo ?? {}).filter((tag) => !HARMLESS.has(tag))).toEqual([])
      expect(Object.keys(tags.Image ?? {}).filter((tag) => !HARMLESS.has(tag))).toEqual([
        'Artist',
        'Copyright',
      ])
      expect(tags.Image?.Artist).toBe('Zoe Akesson')
      expect(String(xmp)).toContain('<rdf:li>Zoë Åkesson</rdf:li>')
      expect(String(xmp)).toContain('© 2026 Zoë &lt;Åkesson&gt; &amp; Co')
    }
  })

  test('are JPEGs with no parts but the picture, sRGB, EXIF and XMP', async () => {
    const renditions = await render(await cameraJpeg(), [480], { creator: 'A', copyright: 'B' })
    const jpeg = Buffer.from(renditions.find(({ format }) => format === 'jpg')?.data ?? [])
    const names = applicationParts(jpeg)
    expect(names.toSorted()).toEqual(['1 Exif', '1 http://ns.adobe.com/xap/1.0/', '2 ICC_PROFILE'])
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9')
  })

  test('of a photo without a credit have no metadata', async () => {
    for (const { data } of await render(await cameraJpeg(), [480])) {
      const metadata = await sharp(data).metadata()
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
      expect(profileName(metadata.icc)).toContain('sRGB')
    }
  })

  test('aren’t made from a truncated photo', async () => {
    const file = join(folder, 'cut.jpg')
    const whole = await scene(1200, 800).jpeg().toBuffer()
    await writeFile(file, whole.subarray(0, whole.length * 0.7))
    const rendered = await imaging.render(file, { widths: [480], credit: { creator: null, copyright: null } })
    expect(rendered).toMatchObject({
      ok: false,
      reason: 'broken',
      sentence: expect.stringContaining('incomplete'),
    })
  })
})

/** Tags about how to decode the file. */
const HARMLESS = new Set([
  'Orientation',
  'XResolution',
  'YResolution',
  'ResolutionUnit',
  'YCbCrPositioning',
  'ExifTag',
  'ExifVersion',
  'ComponentsConfiguration',
  'FlashpixVersion',
  'ColorSpace',
  'PixelXDimension',
  'PixelYDimension',
])

/** Number and name of each application segment (JPEG, ITU-T T.81, B.1.1.4), and comments as "comment". */
function applicationParts(jpeg: Buffer): string[] {
  const parts: string[] = []
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === 0xfe) parts.push('comment')
    if (marker < 0xe0 || marker > 0xef) continue
    const name = jpeg.toString('latin1', at + 4, jpeg.indexOf(0, at + 4))
    parts.push(`${marker - 0xe0} ${name}`)
  }
  return parts
}

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sharp, { type Metadata } from 'sharp'
import { describe, expect, test } from 'vitest'
import { readIptc } from './iptc'
import { profileName, readFacts } from './photo-facts'
import { readXmp, writeXmp } from './xmp'

const facts = (metadata: Partial<Metadata>) => readFacts(metadata as Metadata)
const NOTHING = {
  camera: null,
  lens: null,
  exposure: null,
  capturedAt: null,
  creator: null,
  copyright: null,
  title: null,
  description: null,
  hadGps: false,
  profile: null,
}

const dataset = (record: number, field: number, text: string) => {
  const value = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x1c, record, field, value.length >> 8, value.length & 255]), value])
}

describe('the metadata of a photo', () => {
  test('is empty for a photo without any', () => {
    expect(facts({})).toEqual(NOTHING)
  })

  test('comes from XMP, with entities decoded and line breaks removed', () => {
    const xmp = Buffer.from(`<rdf:RDF>
      <dc:creator><rdf:Seq><rdf:li>Ann &amp; Bob</rdf:li><rdf:li>Zo&#235;</rdf:li></rdf:Seq></dc:creator>
      <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Ann\nBob</rdf:li></rdf:Alt></dc:rights>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &lt;title&gt;</rdf:li></rdf:Alt></dc:title>
      <rdf:Description exif:GPSLatitude="40,46.2N"/></rdf:RDF>`)
    expect(facts({ xmp })).toEqual({
      ...NOTHING,
      creator: 'Ann & Bob, Zoë',
      copyright: '© Ann Bob',
      title: 'A <title>',
      hadGps: true,
    })
  })

  test('comes from IPTC within Photoshop’s block, also in Latin-1', () => {
    const iptc = Buffer.concat([
      Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x30', 'latin1'),
      dataset(2, 0, '\0\x02'),
      dataset(2, 80, 'Ann'),
      Buffer.from([0x1c, 2, 116, 0, 5, 0xa9, 0x20, 0x41, 0x6e, 0x6e]),
      dataset(2, 5, 'A title'),
    ])
    expect(facts({ iptc })).toMatchObject({ creator: 'Ann', copyright: '© Ann', title: 'A title' })
  })

  test('never contains control characters or direction marks, and is short', () => {
    const xmp = Buffer.from(
      `<dc:title><rdf:Alt><rdf:li>a&#13;&#10;b\u202e${'x'.repeat(1900)}</rdf:li></rdf:Alt></dc:title>`,
    )
    const { title } = facts({ xmp })
    expect(title).toMatch(/^a b x+$/)
    expect(title).toHaveLength(300)
  })

  test('is read without errors, however damaged', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((data) => Buffer.from(data))
    const exif = bytes.map((data) => Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), data]))
    const iptc = bytes.map((data) => Buffer.concat([Buffer.from([0x1c, 2]), data]))
    fc.assert(
      fc.property(exif, bytes, iptc, bytes, (exif, xmp, iptc, icc) => {
        expect(facts({ exif, xmp, iptc, icc })).toHaveProperty('hadGps')
      }),
    )
  })
})

test('a written credit is read back unchanged', () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replace(/\p{C}/gu, '').trim())
  fc.assert(
    fc.property(line, line, (creator, copyright) => {
      const packet = writeXmp({ creator: creator || null, copyright: copyright || null })
      const read = readXmp(packet === undefined ? undefined : Buffer.from(packet))
      expect([read.creator ?? '', read.copyright ?? '']).toEqual([creator, copyright])
    }),
  )
})

test('a truncated IPTC block yields what precedes its end', () => {
  const block = Buffer.concat([dataset(2, 80, 'Ann'), Buffer.from([0x1c, 2, 116, 0, 200, 0x41])])
  expect(Buffer.from(readIptc(block).creator ?? []).toString()).toBe('Ann')
  expect(readIptc(block).copyright).toBeUndefined()
})

test('a profile has the name in its description tag', async () => {
  const nameOf = async (file: string) => profileName((await sharp(`content/photos/${file}`).metadata()).icc)
  const photos = JSON.parse(readFileSync('content/photos/photos.json', 'utf8'))
  const wide = photos.find((photo: { iccProfile?: string }) => photo.iccProfile === 'Display P3')
  expect(await nameOf(wide.file)).toContain('P3')
  expect(profileName(Buffer.alloc(600))).toBeNull()
})

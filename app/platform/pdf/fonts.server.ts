import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'
import { DATES_AND_TIMES } from '../dates-and-times'

/** What a text is set in. */
export type PdfFace = 'text' | 'strong' | 'title' | 'hand'

/** The product's fonts, and for other characters DejaVu Sans, which also has Greek, Cyrillic and most of Latin. */
const FILES: Record<PdfFace, readonly [file: string, more: string]> = {
  text: [
    '@fontsource/public-sans/files/public-sans-latin-400-normal.woff',
    'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  ],
  strong: [
    '@fontsource/public-sans/files/public-sans-latin-600-normal.woff',
    'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  ],
  title: [
    '@fontsource/libre-caslon-condensed/files/libre-caslon-condensed-latin-400-normal.woff',
    'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  ],
  hand: [
    '@fontsource/libre-caslon-condensed/files/libre-caslon-condensed-latin-400-italic.woff',
    'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Oblique.ttf',
  ],
}

/** The font for a text: the first that has all its characters. */
export function fontFor(face: PdfFace, text: string): fontkit.Font {
  const [font, more] = FILES[face]
  return hasAll(opened(font), text) ? opened(font) : opened(more)
}

/** The characters of a text that no font has, each once. A PDF shows a box instead. */
export function missingCharacters(text: string): string[] {
  const fonts = FILES.text.map(opened)
  return [...new Set(text.normalize('NFC'))].filter(
    (character) => !fonts.some((font) => hasAll(font, character)),
  )
}

/** Prevents a line break. It isn’t drawn, so no font needs it. */
const WORD_JOINER = '\u2060'

/** Joins the words of dates and times, so that no line breaks there. A dash alone would still allow it. */
export const withDatesHeld = (text: string): string =>
  text
    .split(DATES_AND_TIMES)
    .map((part, at) =>
      at % 2 === 0 ? part : part.replaceAll(' ', '\u00a0').replaceAll('–', `–${WORD_JOINER}`),
    )
    .join('')

const hasAll = (font: fontkit.Font, text: string): boolean =>
  [...text].every(
    (character) =>
      character === '\n' ||
      character === WORD_JOINER ||
      font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

const fonts = new Map<string, fontkit.Font>()

function opened(file: string): fontkit.Font {
  const known = fonts.get(file)
  if (known) return known
  const data = readFileSync(createRequire(import.meta.url).resolve(file))
  const font = fontkit.create(file.endsWith('.woff') ? unpacked(data) : data) as fontkit.Font
  const { layout } = font
  font.layout = (text, ...rest) => layout.call(font, text.replaceAll(WORD_JOINER, ''), ...rest)
  fonts.set(file, font)
  return font
}

/**
 * A WOFF 1.0 file (https://www.w3.org/TR/WOFF/) as the OpenType font within it. fontkit would inflate a whole table
 * again, in JavaScript, for each glyph that it draws.
 */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let at = head.length
  for (let nth = 0; nth < count; nth++) {
    const entry = 44 + 20 * nth
    const field = (after: number) => woff.readUInt32BE(entry + after)
    const [from, packed, length] = [field(4), field(8), field(12)] as const
    const stored = woff.subarray(from, from + packed)
    const table = packed < length ? inflateSync(stored) : stored
    // The record: tag, checksum, offset, length.
    const record = 12 + 16 * nth
    woff.copy(head, record, entry, entry + 4)
    woff.copy(head, record + 4, entry + 16, entry + 20)
    head.writeUInt32BE(at, record + 8)
    head.writeUInt32BE(length, record + 12)
    tables.push(table, Buffer.alloc(-length & 3))
    at += length + (-length & 3)
  }
  return Buffer.concat([head, ...tables])
}

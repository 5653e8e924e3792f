import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

/** What a text is set in. */
export type PdfFace = 'text' | 'strong' | 'title'

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

const hasAll = (font: fontkit.Font, text: string): boolean =>
  [...text].every(
    (character) => character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

const fonts = new Map<string, fontkit.Font>()

function opened(file: string): fontkit.Font {
  const known = fonts.get(file)
  if (known) return known
  const font = fontkit.create(readFileSync(createRequire(import.meta.url).resolve(file))) as fontkit.Font
  fonts.set(file, font)
  return font
}

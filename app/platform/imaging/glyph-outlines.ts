import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type PathCommand } from 'opentype.js'

/** The outlines of a text as one path. */
export interface GlyphOutlines {
  /** Data of an SVG path. */
  path: string
  left: number
  top: number
  width: number
  height: number
}

/** Default font size, in units of the path. */
export const FONT_SIZE = 1000

/** Start of the text (`y` is its baseline) and its font size. */
interface TextPosition {
  x: number
  y: number
  size: number
}

/**
 * Draws letters from the bundled font, so that they look the same on every machine, even without fonts.
 * @returns undefined when nothing is visible
 */
export function outlinesOf(
  text: string,
  { x, y, size }: TextPosition = { x: 0, y: 0, size: FONT_SIZE },
): GlyphOutlines | undefined {
  const path = openFont().getPath(text.normalize('NFC'), x, y, size)
  if (path.commands.length === 0) return undefined
  const { x1: left, y1: top, x2, y2 } = path.getBoundingBox()
  return { path: pathData(path.commands), left, top, width: x2 - left, height: y2 - top }
}

/** `toPathData` of opentype.js writes NaN for some coordinates, and the rest of the text would be missing. */
const pathData = (commands: PathCommand[]): string =>
  commands
    .map(({ type, ...points }) => type + ORDER.flatMap((name) => toThousandths(points, name)).join(' '))
    .join('')

const ORDER = ['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const

const toThousandths = (points: { [name: string]: number }, name: string): number[] =>
  points[name] === undefined ? [] : [Math.round(points[name] * 1_000) / 1_000]

/** Whether the font has a glyph for each character. */
export const hasGlyphs = (text: string): boolean =>
  [...text.normalize('NFC')].every((character) => openFont().charToGlyphIndex(character) !== 0)

let opened: Font | undefined

function openFont(): Font {
  if (!opened) {
    const file = readFileSync(
      createRequire(import.meta.url).resolve(
        '@fontsource/libre-caslon-condensed/files/libre-caslon-condensed-latin-400-normal.woff',
      ),
    )
    opened = opentype.parse(new Uint8Array(file).buffer)
  }
  return opened
}

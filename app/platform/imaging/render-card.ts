import sharp from 'sharp'
import { hasGlyphs, outlinesOf } from './glyph-outlines.ts'
import { broken, decodeOptions } from './limits.ts'
import type { LogoRendering, SocialCard } from './protocol.ts'

/** Pixels that Facebook, LinkedIn, X and messengers ask for. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 64
/** Font sizes of the title, the largest first, and the most lines of each. */
const SIZES = [
  { size: 104, lines: 2 },
  { size: 84, lines: 3 },
  { size: 66, lines: 4 },
]
const NAME_SIZE = 34

/** The picture of a shared link: a title over a cover, or on a plain ground. @param file the cover */
export async function renderCard(
  file: string | null,
  { title, name, accent }: SocialCard,
): Promise<LogoRendering> {
  try {
    const ground = file
      ? sharp(file, decodeOptions).autoOrient().resize(WIDTH, HEIGHT, { fit: 'cover', position: 'attention' })
      : sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#151411' } })
    const { data, info } = await ground
      .composite([{ input: Buffer.from(wordsSvg({ title, name, accent })) }])
      .toColourspace('srgb')
      .jpeg({ quality: 82, progressive: true })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, pictures: [{ name: 'card', width: info.width, height: info.height, data }] }
  } catch (error) {
    return broken(error)
  }
}

/** Words that the font can't draw are left out, so that no picture has boxes instead of letters. */
function wordsSvg({ title, name, accent }: SocialCard): string {
  const { size, lines } = laidOut(hasGlyphs(title) ? title.split(/\s+/).filter(Boolean) : [])
  const nameAt = HEIGHT - MARGIN
  const above = nameAt - NAME_SIZE - 36
  const paths = lines.map(
    (text, at) =>
      outlinesOf(text, { x: MARGIN, y: above - (lines.length - 1 - at) * size * 1.02, size })?.path,
  )
  const drawn = hasGlyphs(name)
    ? outlinesOf(name, { x: MARGIN, y: nameAt, size: NAME_SIZE })?.path
    : undefined
  const line = accent ? `<path fill="${accent}" d="M${MARGIN} ${nameAt - NAME_SIZE - 20}h96v5h-96z"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset=".2" stop-color="#151411" stop-opacity="0"/><stop offset="1" stop-color="#151411" stop-opacity=".88"/></linearGradient></defs><path fill="url(#g)" d="M0 0H${WIDTH}V${HEIGHT}H0Z"/><path fill="#f2f1ed" d="${paths.join('')}"/><path fill="#f2f1ed" fill-opacity=".8" d="${drawn ?? ''}"/>${line}</svg>`
}

/** The title in the largest size in which it fits. The smallest is cut off with an ellipsis. */
function laidOut(words: string[]): { size: number; lines: string[] } {
  for (const { size, lines: most } of SIZES) {
    const lines = wrapped(words, size)
    if (lines.length <= most && lines.every((line) => widthOf(line, size) <= WIDTH - 2 * MARGIN))
      return { size, lines }
  }
  const { size, lines: most } = SIZES.at(-1) ?? { size: 66, lines: 4 }
  const lines = wrapped(words, size).slice(0, most)
  return { size, lines: lines.map((line, at) => fitted(line, size, at === most - 1)) }
}

const widthOf = (text: string, size: number): number => outlinesOf(text, { x: 0, y: 0, size })?.width ?? 0

function wrapped(words: string[], size: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(longer, size) <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function fitted(line: string, size: number, isCut: boolean): string {
  const fits = (text: string) => widthOf(text, size) <= WIDTH - 2 * MARGIN
  if (!isCut && fits(line)) return line
  let kept = line
  while (kept !== '' && !fits(`${kept}…`)) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}

import sharp from 'sharp'
import { hasGlyphs, outlinesOf } from './glyph-outlines.ts'
import { broken, decodeOptions } from './limits.ts'
import type { LogoRendering, SocialCard } from './protocol.ts'

/** Pixels that Facebook, LinkedIn, X and messengers ask for. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 64
const GROUND = '#151411'
/** Width of the words' ground beside a cover. */
const PANEL = 560
/** Where the title is drawn: its width, and its font sizes, the largest first, with the most lines of each. */
interface Room {
  width: number
  sizes: { size: number; lines: number }[]
}
const ALONE: Room = {
  width: WIDTH - 2 * MARGIN,
  sizes: [
    { size: 104, lines: 2 },
    { size: 84, lines: 3 },
    { size: 66, lines: 4 },
  ],
}
const BESIDE: Room = {
  width: PANEL - 1.75 * MARGIN,
  sizes: [
    { size: 84, lines: 4 },
    { size: 66, lines: 5 },
    { size: 52, lines: 7 },
  ],
}
const NAME_SIZE = 34

/** The picture of a shared link: a title beside a cover, or on a plain ground. @param file the cover */
export async function renderCard(
  file: string | null,
  { title, name, accent }: SocialCard,
): Promise<LogoRendering> {
  try {
    const ground = file
      ? sharp(file, decodeOptions)
          .autoOrient()
          .resize(WIDTH - PANEL, HEIGHT, { fit: 'cover', position: 'attention' })
          .flatten({ background: GROUND })
          .extend({ left: PANEL, background: GROUND })
      : sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } })
    const { data, info } = await ground
      .composite([{ input: Buffer.from(wordsSvg({ title, name, accent }, file ? BESIDE : ALONE)) }])
      .toColourspace('srgb')
      .jpeg({ quality: 82, progressive: true })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, pictures: [{ name: 'card', width: info.width, height: info.height, data }] }
  } catch (error) {
    return broken(error)
  }
}

/** Words that the font can't draw are left out, so that no picture has boxes instead of letters. */
function wordsSvg({ title, name, accent }: SocialCard, room: Room): string {
  const { size, lines } = laidOut(hasGlyphs(title) ? title.split(/\s+/).filter(Boolean) : [], room)
  const nameAt = HEIGHT - MARGIN
  const above = nameAt - NAME_SIZE - 52
  const paths = lines.map(
    (text, at) =>
      outlinesOf(text, { x: MARGIN, y: above - (lines.length - 1 - at) * size * 1.02, size })?.path,
  )
  const drawn = hasGlyphs(name)
    ? outlinesOf(name, { x: MARGIN, y: nameAt, size: NAME_SIZE })?.path
    : undefined
  const line = accent ? `<path fill="${accent}" d="M${MARGIN} ${nameAt - NAME_SIZE - 17}h96v5h-96z"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><path fill="#f2f1ed" d="${paths.join('')}"/><path fill="#f2f1ed" fill-opacity=".8" d="${drawn ?? ''}"/>${line}</svg>`
}

/** The title in the largest size in which it fits. The smallest is cut off with an ellipsis. */
function laidOut(words: string[], { width, sizes }: Room): { size: number; lines: string[] } {
  for (const { size, lines: most } of sizes) {
    const lines = wrapped(words, size, width)
    if (lines.length <= most && lines.every((line) => widthOf(line, size) <= width)) return { size, lines }
  }
  const { size, lines: most } = sizes.at(-1) ?? { size: 66, lines: 4 }
  const lines = wrapped(words, size, width).slice(0, most)
  return { size, lines: lines.map((line, at) => fitted(line, { size, width, isCut: at === most - 1 })) }
}

const widthOf = (text: string, size: number): number => outlinesOf(text, { x: 0, y: 0, size })?.width ?? 0

function wrapped(words: string[], size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function fitted(
  line: string,
  { size, width, isCut }: { size: number; width: number; isCut: boolean },
): string {
  const fits = (text: string) => widthOf(text, size) <= width
  if (!isCut && fits(line)) return line
  let kept = line
  while (kept !== '' && !fits(`${kept}…`)) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}

import sharp from 'sharp'
import { FONT_SIZE, type GlyphOutlines, outlinesOf } from './glyph-outlines.ts'
import type { Overlay } from './protocol.ts'

/** Distance from the edges, as a fraction of the photo's width. */
const MARGIN = 0.03
/** Maximum height of a watermark, as a fraction of the photo's height. */
const HIGHEST = 0.4

/** The monogram, in its own units: two frames, 2 apart, with a letter in each. */
const FRAME = { width: 28, height: 34, apart: 2, letter: 20.4, widest: 22 }

export interface DrawnOverlay {
  input: Buffer
  raw?: { width: number; height: number; channels: 4 }
  left: number
  top: number
}

/** The watermark for a picture of this size; undefined when there is nothing to draw. */
export async function drawOverlay(
  overlay: Overlay,
  picture: { width: number; height: number },
): Promise<DrawnOverlay | undefined> {
  if (overlay.kind === 'picture') return await fromPicture(overlay, picture)
  const shape = overlay.kind === 'logo' ? framedLetters(overlay.letters) : outlinesOf(overlay.text)
  if (!shape) return undefined
  const { width, height } = sizeIn(overlay, picture, shape)
  const scale = width / shape.width
  const opacity = Math.min(1, Math.max(0, overlay.opacity))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#fff" fill-opacity="${opacity}" fill-rule="${overlay.kind === 'logo' ? 'evenodd' : 'nonzero'}" transform="scale(${scale}) translate(${-shape.left} ${-shape.top})" d="${shape.path}"/></svg>`
  return { input: Buffer.from(svg), ...placed(overlay, picture, { width, height }) }
}

/** The uploaded logo in white where it isn't transparent. A logo without transparency stays unchanged. */
async function fromPicture(
  overlay: Extract<Overlay, { kind: 'picture' }>,
  picture: { width: number; height: number },
): Promise<DrawnOverlay> {
  const logo = sharp(Buffer.from(overlay.png))
  const size = await logo.metadata()
  const { width, height } = sizeIn(overlay, picture, size)
  const { data } = await logo
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let isOpaque = true
  for (let i = 3; i < data.length && isOpaque; i += 4) isOpaque = data[i] === 255
  for (let i = 0; i < data.length; i += 4) {
    if (!isOpaque) data.fill(255, i, i + 3)
    data[i + 3] = Math.round((data[i + 3] ?? 0) * overlay.opacity)
  }
  return { input: data, raw: { width, height, channels: 4 }, ...placed(overlay, picture, { width, height }) }
}

/** The letters are holes in their frames (even-odd rule). */
export function framedLetters([first, second]: readonly [string, string]): GlyphOutlines {
  const { width, height, apart, letter, widest } = FRAME
  const size = (letter * FONT_SIZE) / (outlinesOf('E')?.height ?? FONT_SIZE)
  const framed = [first, second].map((text, i) => {
    const left = i * (width + apart)
    const frame = `M${left} 0H${left + width}V${height}H${left}Z`
    const shape = outlinesOf(text, { x: 0, y: 0, size })
    if (!shape) return frame
    const scale = Math.min(1, widest / shape.width, (height - 4) / shape.height)
    const x = left + width / 2 - (shape.left + shape.width / 2) * scale
    const y = height / 2 - (shape.top + shape.height / 2) * scale
    return frame + outlinesOf(text, { x, y, size: size * scale })?.path
  })
  return { path: framed.join(''), left: 0, top: 0, width: 2 * width + apart, height }
}

function sizeIn(
  overlay: Overlay,
  picture: { width: number; height: number },
  shape: { width: number; height: number },
): { width: number; height: number } {
  const ratio = shape.width / shape.height
  const width = Math.min(picture.width * overlay.width, picture.height * HIGHEST * ratio)
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / ratio)) }
}

function placed(
  { position }: Overlay,
  picture: { width: number; height: number },
  { width, height }: { width: number; height: number },
): { left: number; top: number } {
  const margin = Math.round(picture.width * MARGIN)
  const [right, bottom] = [picture.width - width, picture.height - height]
  const within = (at: number, most: number) => Math.max(0, Math.min(most, Math.round(at)))
  if (position === 'center') return { left: within(right / 2, right), top: within(bottom / 2, bottom) }
  return {
    left: within(position.endsWith('right') ? right - margin : margin, right),
    top: within(position.startsWith('lower') ? bottom - margin : margin, bottom),
  }
}

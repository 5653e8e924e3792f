import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { framedLetters } from './draw-overlay.ts'
import { inspectPhoto } from './inspect-photo.ts'
import { broken, decodeOptions } from './limits.ts'
import { isSvg } from './photo-format.ts'
import type { InspectedPhoto, LogoKind, LogoRendering, Refusal } from './protocol.ts'

const FORMATS = ['png', 'jpeg', 'webp']

/** In pixels. A logo is shown 34 pixels high, on screens with up to four device pixels per pixel. */
const LOGO = { smallest: 34, width: 640, height: 136 }
const ICON_SMALLEST = 180
export const ICON_SIZES = [32, 180, 192, 512] as const

/** Renders an uploaded image as PNG without any of its original bytes or metadata. Keeps transparency. */
export async function renderLogo(file: string, kind: LogoKind): Promise<LogoRendering> {
  const inspected = await inspectPhoto(file)
  if (!inspected.ok) return isSvg(await readFile(file)) ? SVG : inspected
  const refusal = refuseFormat(inspected.photo) ?? refuseShape(inspected.photo, kind)
  if (refusal) return refusal
  try {
    return { ok: true, pictures: await (kind === 'logo' ? [await drawLogo(file)] : drawIcons(file)) }
  } catch (error) {
    return broken(error)
  }
}

const SVG: Refusal = {
  ok: false,
  reason: 'unsupported-format',
  sentence:
    'This is an SVG drawing. SVG files can contain scripts that would run for your visitors, so we don’t accept them. Export it as PNG.',
}

function refuseFormat({ format }: InspectedPhoto): Refusal | undefined {
  if (FORMATS.includes(format)) return undefined
  const sentence = `This image is in ${format.toUpperCase()} format. Upload a PNG, JPEG, or WebP image.`
  return { ok: false, reason: 'unsupported-format', sentence }
}

function refuseShape({ width, height }: InspectedPhoto, kind: LogoKind): Refusal | undefined {
  const refuse = (sentence: string): Refusal => ({ ok: false, reason: 'wrong-shape', sentence })
  const size = `This image is ${width} × ${height} pixels.`
  if (kind === 'favicon' && (width !== height || width < ICON_SMALLEST))
    return refuse(`${size} It has to be square, at least ${ICON_SMALLEST} pixels on each side.`)
  if (kind === 'logo' && (height < LOGO.smallest || width < LOGO.smallest))
    return refuse(`${size} It needs at least ${LOGO.smallest} on each side.`)
  if (kind === 'logo' && (width > height * 12 || height > width * 2))
    return refuse(`${size} That’s too ${width > height ? 'wide' : 'tall'} to fit in the header.`)
  return undefined
}

async function drawLogo(file: string) {
  const { data, info } = await sharp(file, decodeOptions)
    .autoOrient()
    .resize({ width: LOGO.width, height: LOGO.height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { name: 'logo', width: info.width, height: info.height, data }
}

const drawIcons = (file: string) =>
  Promise.all(
    ICON_SIZES.map(async (size) => {
      const pipeline = sharp(file, decodeOptions).autoOrient().resize(size, size).toColourspace('srgb')
      const data = await pipeline.png({ compressionLevel: 9 }).toBuffer()
      return { name: String(size), width: size, height: size, data }
    }),
  )

/** Icons of the monogram, dark on light. */
export async function drawInitialsIcons(letters: readonly [string, string]): Promise<LogoRendering> {
  const { path } = framedLetters(letters)
  const pictures = ICON_SIZES.map(async (size) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-7 -19 72 72"><path fill="#F2F1ED" d="M-7-19H65V53H-7Z"/><path fill="#151411" fill-rule="evenodd" d="${path}"/></svg>`
    const data = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
    return { name: String(size), width: size, height: size, data }
  })
  return { ok: true, pictures: await Promise.all(pictures) }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { withIptc } from './iptc.ts'
import { broken, decodeOptions } from './limits.ts'
import type { DownloadSizeFile, DownloadSizes, FileSums, PrintSize, Rights } from './protocol.ts'
import { withCredit } from './render-photo.ts'

interface Picture {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/**
 * Makes all download sizes from one decoded image. Like renditions, they are rotated by EXIF, in sRGB, with
 * transparency on white, and keep only rights metadata: no location, no serial numbers.
 */
export async function makeDownloadSizes(
  file: string,
  sizes: readonly PrintSize[],
  rights: Rights,
): Promise<DownloadSizes> {
  const original = await sumsOf(file)
  if (sizes.length === 0) return { ok: true, original, files: [] }
  let largest: Picture
  try {
    largest = await decode(file, Math.max(...sizes.map(({ longEdge }) => longEdge)))
  } catch (error) {
    return broken(error)
  }
  const files: DownloadSizeFile[] = []
  for (const size of sizes) files.push(await encode(await shrink(largest, size.longEdge), size, rights))
  return { ok: true, original, files }
}

async function sumsOf(file: string): Promise<FileSums> {
  const hash = createHash('sha256')
  let bytes = 0
  let sum = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk)
    sum = crc32(chunk, sum)
    bytes += chunk.length
  }
  return { bytes, crc32: sum, sha256: hash.digest('hex') }
}

const within = (longEdge: number) =>
  ({ width: longEdge, height: longEdge, fit: 'inside', withoutEnlargement: true }) as const

async function decode(file: string, longEdge: number): Promise<Picture> {
  const { data, info } = await sharp(file, decodeOptions)
    .autoOrient()
    .resize(within(longEdge))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

async function shrink(picture: Picture, longEdge: number): Promise<Picture> {
  const { data, raw } = picture
  if (Math.max(raw.width, raw.height) <= longEdge) return picture
  const shrunk = await sharp(data, { raw, limitInputPixels: false })
    .resize(within(longEdge))
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = shrunk.info
  return { data: shrunk.data, raw: { width, height, channels } }
}

async function encode({ data, raw }: Picture, size: PrintSize, rights: Rights): Promise<DownloadSizeFile> {
  const pipeline = withCredit(sharp(data, { raw, limitInputPixels: false }).withIccProfile('srgb'), rights)
  // 4:4:4: prints show the blurred edges of red areas that subsampling causes.
  const encoded = await pipeline.jpeg({ quality: size.quality, chromaSubsampling: '4:4:4' }).toBuffer()
  const jpeg = withIptc(encoded, rights)
  return {
    name: size.name,
    width: raw.width,
    height: raw.height,
    data: jpeg,
    bytes: jpeg.length,
    crc32: crc32(jpeg),
    sha256: createHash('sha256').update(jpeg).digest('hex'),
  }
}

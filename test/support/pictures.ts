import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Generated pictures, and files that only look like pictures. */

/** A picture with edges and gradients, so that encoding it takes work. */
export function scene(width = 900, height = 600, hue = 30): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% 30%)"/>
    <stop offset="1" stop-color="hsl(${hue + 40} 50% 80%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="30%" cy="40%" r="20%" fill="hsl(${hue + 180} 40% 45%)"/>
    <rect x="60%" y="55%" width="30%" height="30%" fill="#f4efe6" transform="rotate(8)"/></svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** Metadata from cameras and editors that visitors must not get. */
export const SECRETS = {
  bodySerial: 'BODYSERIAL4711',
  lensSerial: 'LENSSERIAL4712',
  makerNote: 'MAKERNOTE4713',
  thumbnail: 'THUMBNAIL4714',
  owner: 'CAMERAOWNER4715',
  latitude: 'LATITUDE4716',
}

/** A JPEG with EXIF like a camera's: serial numbers, maker note, location, thumbnail, and a credit. */
export async function cameraJpeg(picture = scene(), orientation = 1): Promise<Buffer> {
  const jpeg = await picture.jpeg({ quality: 90 }).toBuffer()
  const exif = exifBlock(orientation)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)])
}

type Entry = [tag: number, type: number, count: number, value: Buffer | number]

const ascii = (tag: number, text: string): Entry => {
  const value = Buffer.from(`${text}\0`)
  return [tag, 2, value.length, value]
}
const short = (tag: number, value: number): Entry => [tag, 3, 1, value]
const long = (tag: number, value: number): Entry => [tag, 4, 1, value]
const bytes = (tag: number, value: Buffer): Entry => [tag, 7, value.length, value]
const rationals = (tag: number, ...values: [number, number][]): Entry => {
  const value = Buffer.alloc(values.length * 8)
  values.forEach(([over, under], i) => {
    value.writeUInt32LE(over, i * 8)
    value.writeUInt32LE(under, i * 8 + 4)
  })
  return [tag, 5, values.length, value]
}

function exifBlock(orientation: number): Buffer {
  const photo = [
    rationals(0x829d, [28, 10]),
    ascii(0x9003, '2026:06:12 19:52:21'),
    rationals(0x920a, [85, 1]),
    bytes(0x927c, Buffer.from(SECRETS.makerNote)),
    ascii(0xa430, SECRETS.owner),
    ascii(0xa431, SECRETS.bodySerial),
    ascii(0xa434, 'Elmwood 85mm f/2.0'),
    ascii(0xa435, SECRETS.lensSerial),
  ]
  const gps = [
    ascii(0x0001, 'N'),
    rationals(0x0002, [40, 1], [46, 1], [12, 1]),
    ascii(0x0003, 'W'),
    rationals(0x0004, [74, 1], [12, 1], [30, 1]),
    bytes(0x001b, Buffer.from(SECRETS.latitude)),
  ]
  const thumbnail = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.from(SECRETS.thumbnail),
    Buffer.from([0xff, 0xd9]),
  ])
  const image = (photoAt: number, gpsAt: number) => [
    ascii(0x010f, 'Elmwood'),
    ascii(0x0110, 'SR-2'),
    short(0x0112, orientation),
    ascii(0x013b, 'Zoë Åkesson'),
    ascii(0x8298, '© 2026 Zoë Åkesson'),
    long(0x8769, photoAt),
    long(0x8825, gpsAt),
  ]
  const sizeOf = (entries: Entry[]) => directory(entries, 0, 0).length
  const photoAt = 8 + sizeOf(image(0, 0))
  const gpsAt = photoAt + sizeOf(photo)
  const smallAt = gpsAt + sizeOf(gps)
  const small = (at: number) => [short(0x0103, 6), long(0x0201, at), long(0x0202, thumbnail.length)]
  const thumbnailAt = smallAt + sizeOf(small(0))
  return Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'),
    directory(image(photoAt, gpsAt), 8, smallAt),
    directory(photo, photoAt, 0),
    directory(gps, gpsAt, 0),
    directory(small(thumbnailAt), smallAt, 0),
    thumbnail,
  ])
}

/** An image file directory (TIFF 6.0), followed by its values. */
function directory(entries: Entry[], at: number, next: number): Buffer {
  const table = Buffer.alloc(2 + entries.length * 12 + 4)
  table.writeUInt16LE(entries.length, 0)
  const values: Buffer[] = []
  let valueAt = at + table.length
  entries.forEach(([tag, type, count, value], i) => {
    const entry = 2 + i * 12
    table.writeUInt16LE(tag, entry)
    table.writeUInt16LE(type, entry + 2)
    table.writeUInt32LE(count, entry + 4)
    if (typeof value === 'number') table.writeUInt32LE(value, entry + 8)
    else if (value.length <= 4) value.copy(table, entry + 8)
    else {
      table.writeUInt32LE(valueAt, entry + 8)
      const even = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)])
      values.push(even)
      valueAt += even.length
    }
  })
  table.writeUInt32LE(next, table.length - 4)
  return Buffer.concat([table, ...values])
}

/** A valid black and white PNG, small as a file and large when decoded. */
export const blankPng = (width: number, height: number): Buffer =>
  pngOf(width, height, [chunk('IDAT', blankPixels(width, height))])

/** An animated PNG. Programs without support show its first frame. */
export function animatedPng(frames: number, side = 8): Buffer {
  const pixels = blankPixels(side, side)
  let sequence = 0
  const pictures = Array.from({ length: frames }, (_, frame) => [
    // Position of the frame, and its duration of a tenth of a second.
    chunk('fcTL', numbers(sequence++, side, side, 0, 0, 0x0001_000a, 0).subarray(0, 26)),
    frame === 0 ? chunk('IDAT', pixels) : chunk('fdAT', Buffer.concat([numbers(sequence++), pixels])),
  ])
  return pngOf(side, side, [chunk('acTL', numbers(frames, 0)), ...pictures.flat()])
}

function pngOf(width: number, height: number, chunks: Buffer[]): Buffer {
  const header = Buffer.concat([numbers(width, height), Buffer.from([1, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const blankPixels = (width: number, height: number): Buffer =>
  deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 })

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value, i * 4)
  })
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), framed.length - 4)
  return framed
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** The beginning of an ISO base media file of this brand, such as HEIC pictures and videos. */
export const mediaFile = (brand: string): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftyp', 'latin1'),
    Buffer.from(`${brand}\0\0\0\0mif1${brand}`),
    Buffer.alloc(64),
  ])

/** A little-endian TIFF whose first picture is a raw photo's preview, like DNG and NEF. */
export const rawFile = (): Buffer =>
  Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    directory([long(0x00fe, 1), long(0x0100, 160), long(0x0101, 120)], 8, 0),
    Buffer.alloc(256),
  ])

/** An animated WebP. */
export const animation = (frames: number): Promise<Buffer> => {
  const side = 4
  const pixels = Buffer.from(Array.from({ length: side * side * frames * 3 }, (_, i) => (i * 7919) % 256))
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side }
  return sharp(pixels, { raw, limitInputPixels: false }).webp({ effort: 0 }).toBuffer()
}

import type { FileHandle } from 'node:fs/promises'
import type { PhotoFormat, Refusal } from './protocol.ts'

/** Bytes needed to detect a file's format. */
export const HEAD_BYTES = 4096

const ACCEPTED = 'Photos can be JPEG, PNG, WebP, AVIF or TIFF.'

const refuse = (what: string, help = ACCEPTED): Refusal => ({
  ok: false,
  reason: 'unsupported-format',
  sentence: `${what} ${help}`,
})

/** Detects a file's format by its first bytes, not by its name. */
export function recognizeFormat(head: Uint8Array): { ok: true; format: PhotoFormat } | Refusal {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return { ok: true, format: 'jpeg' }
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return { ok: true, format: 'png' }
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return { ok: true, format: 'webp' }
  if (text.slice(4, 8) === 'ftyp') return recognizeContainer(text)
  if (/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/.test(text)) {
    if (text.slice(8, 11) === 'CR\x02') return cameraRaw()
    return { ok: true, format: 'tiff' }
  }
  return refuse(unknownKind(text))
}

export const cameraRaw = (): Refusal =>
  refuse('This is a camera raw file.', 'Export it as JPEG or TIFF and import that.')

/** ISO base media files (ISO/IEC 14496-12): the brands say whether it is AVIF, HEIC or a video. */
function recognizeContainer(text: string): { ok: true; format: PhotoFormat } | Refusal {
  const size = Math.min(text.length, Math.max(16, readUint32(text, 0)))
  const brands = [text.slice(8, 12), ...(text.slice(16, size).match(/.{4}/gs) ?? [])]
  if (brands.includes('avif') || brands.includes('avis')) return { ok: true, format: 'avif' }
  if (brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)))
    return refuse('This is a HEIC image.', 'Export it as JPEG or AVIF and import that.')
  if (brands[0] === 'crx ') return cameraRaw()
  return refuse('This is a video or another media file.')
}

export const isSvg = (head: Uint8Array): boolean =>
  looksLikeSvg(Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1'))

const startOf = (text: string): string => text.replace(/^\xef\xbb\xbf/, '').trimStart()

function looksLikeSvg(text: string): boolean {
  const start = startOf(text)
  return /^<\?xml|^<!DOCTYPE svg|^<svg|^<!--/i.test(start) && /<svg[\s/>]/i.test(start)
}

function unknownKind(text: string): string {
  if (looksLikeSvg(text)) return 'This is an SVG drawing.'
  const start = startOf(text)
  if (/^<(!doctype html|html)/i.test(start)) return 'This is a web page.'
  if (text.startsWith('GIF8')) return 'This is a GIF image.'
  if (text.startsWith('%PDF-')) return 'This is a PDF document.'
  if (text.startsWith('8BPS')) return 'This is a Photoshop document.'
  if (text.startsWith('BM')) return 'This is a BMP image.'
  if (text.startsWith('\xff\x0a') || text.startsWith('\0\0\0\x0cJXL ')) return 'This is a JPEG XL image.'
  if (text.startsWith('\0\0\0\x0cjP  ')) return 'This is a JPEG 2000 image.'
  if (text.startsWith('FUJIFILM')) return 'This is a camera raw file.'
  return 'We can’t read this as a photo.'
}

const readUint32 = (text: string, at: number): number =>
  text.length < at + 4 ? 0 : Buffer.from(text.slice(at, at + 4), 'latin1').readUInt32BE(0)

const NEW_SUBFILE_TYPE = 0x00fe
const DNG_VERSION = 0xc612
const REDUCED = 1
const ENTRY_BYTES = 12

/**
 * Whether a TIFF is a camera's raw file (DNG, NEF, ARW, …). The first picture of most of these is only a small
 * preview. Reads the first directory (TIFF 6.0, section 2).
 */
export async function isCameraRaw(file: FileHandle): Promise<boolean> {
  const header = await readAt(file, 0, 8)
  if (header.length < 8) return false
  const little = header[0] === 0x49
  const u16 = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  // Cameras don't write BigTIFF (43).
  if (u16(header, 2) !== 42) return false
  const start = u32(header, 4)
  const count = await readAt(file, start, 2)
  if (count.length < 2) return false
  const entries = await readAt(file, start + 2, u16(count, 0) * ENTRY_BYTES)
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const tag = u16(entries, at)
    if (tag === DNG_VERSION) return true
    if (tag === NEW_SUBFILE_TYPE && (u32(entries, at + 8) & REDUCED) === REDUCED) return true
  }
  return false
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const SIGNATURE_BYTES = 8
/** Bytes read of a chunk: its length, its type and the first number of its data. */
const BEGINNING_BYTES = 12
/** Bytes of a chunk besides its data: length, type and checksum. */
const FRAME_BYTES = 12
/** Real files have about a dozen before the picture. */
const MOST_CHUNKS = 10_000

/**
 * Number of frames of an animated PNG (PNG, third edition, 11.3.7.1), of which other decoders show only the
 * first. It is in the `acTL` chunk before the image data. 1 for any other PNG.
 */
export async function countPngFrames(file: FileHandle): Promise<number> {
  const beginning = Buffer.alloc(BEGINNING_BYTES)
  let at = SIGNATURE_BYTES
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const { bytesRead } = await file.read(beginning, 0, BEGINNING_BYTES, at)
    if (bytesRead < BEGINNING_BYTES) return 1
    const type = beginning.toString('latin1', 4, 8)
    if (type === 'acTL') return beginning.readUInt32BE(8)
    if (type === 'IDAT') return 1
    at += FRAME_BYTES + beginning.readUInt32BE(0)
  }
  return 1
}

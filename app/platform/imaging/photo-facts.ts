import exifReader from 'exif-reader'
import type { Metadata } from 'sharp'
import { readIptc } from './iptc.ts'
import type { InspectedPhoto } from './protocol.ts'
import { readXmp } from './xmp.ts'

type Facts = Pick<
  InspectedPhoto,
  | 'camera'
  | 'lens'
  | 'exposure'
  | 'capturedAt'
  | 'creator'
  | 'copyright'
  | 'title'
  | 'description'
  | 'hadGps'
  | 'profile'
>

type Tags = Record<string, unknown>

/** Maximum length of a text from a file, in characters. */
const MAX_TEXT = 300

/** Reads a photo's metadata. Unreadable metadata counts as none, and the photo is still accepted. */
export function readFacts(metadata: Metadata): Facts {
  const exif = attempt(() => (metadata.exif ? exifReader(metadata.exif) : undefined))
  const image: Tags = exif?.Image ?? {}
  const photo: Tags = exif?.Photo ?? {}
  const xmp = attempt(() => readXmp(metadata.xmp)) ?? {}
  const iptc = attempt(() => readIptc(metadata.iptc)) ?? {}
  return {
    camera: cameraName(clean(image.Make), clean(image.Model)),
    lens: clean(photo.LensModel),
    exposure: exposure(photo),
    capturedAt: wallTime(photo.DateTimeOriginal),
    creator: clean(xmp.creator) ?? clean(image.Artist) ?? clean(iptc.creator),
    copyright: clean(xmp.copyright) ?? clean(image.Copyright) ?? clean(iptc.copyright),
    title: clean(xmp.title) ?? clean(iptc.title),
    description:
      clean(xmp.description) ?? clean(iptc.description) ?? described(clean(image.ImageDescription)),
    hadGps: Object.keys(exif?.GPSInfo ?? {}).length > 0 || xmp.hasGps === true,
    profile: attempt(() => profileName(metadata.icc)) ?? null,
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * One line of text without control characters; null if nothing is left. EXIF texts are ASCII by the standard,
 * but UTF-8 or Latin-1 in practice.
 */
function clean(value: unknown): string | null {
  const text = value instanceof Uint8Array ? decode(value) : typeof value === 'string' ? value : ''
  const line = text
    .split('\0')
    .filter((part) => part.trim() !== '')
    .join('; ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line === '' ? null : [...line].slice(0, MAX_TEXT).join('')
}

function decode(bytes: Uint8Array): string {
  return (
    attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ??
    new TextDecoder('windows-1252').decode(bytes)
  )
}

/** Most models begin with the maker's name: "Canon" and "Canon EOS R5" give "Canon EOS R5". */
function cameraName(make: string | null, model: string | null): string | null {
  if (!make || !model) return model ?? make
  const firstWord = make.split(' ')[0] ?? make
  return model.toLowerCase().startsWith(firstWord.toLowerCase()) ? model : `${make} ${model}`
}

function exposure(photo: Tags): string | null {
  const parts = [
    positive(photo.FocalLength) ? `${short(photo.FocalLength)} mm` : undefined,
    positive(photo.FNumber) ? `f/${short(photo.FNumber)}` : undefined,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' ') : null
}

const positive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 100_000

const short = (value: number): string => String(Math.round(value * 10) / 10)

/** The library returns the camera's wall time as if it were UTC. */
function wallTime(value: unknown): string | null {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null
  const year = value.getUTCFullYear()
  return year < 1826 || year > 9999 ? null : value.toISOString().slice(0, 19)
}

/** Some cameras write their own name as the description. */
const described = (text: string | null): string | null =>
  text && /digital camera|^(default|untitled|sony dsc)$/i.test(text) ? null : text

/** Name of a color profile: its `desc` tag, in the format of ICC version 2 or 4 (ICC.1:2022, 10.15). */
export function profileName(icc: Uint8Array | undefined): string | null {
  if (!icc || icc.length < 132) return null
  const bytes = Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength)
  const tags = Math.min(bytes.readUInt32BE(128), 100)
  for (let i = 0; i < tags; i++) {
    const entry = 132 + i * 12
    if (entry + 12 > bytes.length) break
    if (bytes.toString('latin1', entry, entry + 4) !== 'desc') continue
    const at = bytes.readUInt32BE(entry + 4)
    const name = at + 28 <= bytes.length ? describe(bytes.subarray(at)) : ''
    return name.slice(0, 100) || null
  }
  return null
}

function describe(tag: Buffer): string {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'desc') return tag.toString('latin1', 12, 12 + Math.max(0, tag.readUInt32BE(8) - 1))
  if (type !== 'mluc') return ''
  const start = tag.readUInt32BE(24)
  const words = Buffer.from(tag.subarray(start, start + tag.readUInt32BE(20)))
  return words.length % 2 === 0 ? words.swap16().toString('utf16le') : ''
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

/** The outlines of a text as one path: y grows downward from the baseline. */
export interface GlyphOutlines {
  /** Data of an SVG path. */
  path: string
  /** In the unit of the font, of which 1000 or so are its size. */
  left: number
  top: number
  width: number
  height: number
}

/**
 * Draws letters from the bundled font, so that they look the same on every machine, even without fonts (WOFF
 * 1.0, and `glyf` outlines of OpenType 1.9).
 * @returns undefined when nothing is visible
 */
export function outlinesOf(text: string): GlyphOutlines | undefined {
  const font = openFont()
  const parts: string[] = []
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  let at = 0
  for (const letter of text.normalize('NFC')) {
    const glyph = font.glyphOf(letter.codePointAt(0) ?? 0)
    for (const contour of font.contoursOf(glyph)) {
      const moved = contour.map((point) => ({ ...point, x: point.x + at, y: -point.y }))
      for (const { x, y } of moved) {
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x)
        box.top = Math.min(box.top, y)
        box.bottom = Math.max(box.bottom, y)
      }
      parts.push(pathOf(moved))
    }
    at += font.advanceOf(glyph)
  }
  if (parts.length === 0) return undefined
  const { left, top } = box
  return { path: parts.join(''), left, top, width: box.right - left, height: box.bottom - top }
}

/** The font has a shape for each of these characters. */
export const hasEmails = (text: string): boolean =>
  [...text.normalize('NFC')].every((letter) => openFont().glyphOf(letter.codePointAt(0) ?? 0) !== 0)

interface Point {
  x: number
  y: number
  onCurve: boolean
}

/** Between two points off the curve lies one that is on it, which fonts leave out. */
function pathOf(points: Point[]): string {
  const whole = points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length] ?? point
    return point.onCurve || next.onCurve ? [point] : [point, { ...middle(point, next), onCurve: true }]
  })
  const first = whole.findIndex(({ onCurve }) => onCurve)
  if (first === -1) return ''
  const ring = [...whole.slice(first), ...whole.slice(0, first + 1)]
  let path = ''
  ring.forEach((point, i) => {
    if (i === 0) path += `M${point.x} ${point.y}`
    else if (!point.onCurve) path += `Q${point.x} ${point.y} `
    else path += ring[i - 1]?.onCurve ? `L${point.x} ${point.y}` : `${point.x} ${point.y}`
  })
  return `${path}Z`
}

const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

interface Font {
  /** 0: there is none. */
  glyphOf(character: number): number
  advanceOf(glyph: number): number
  contoursOf(glyph: number): Point[][]
}

let opened: Font | undefined

function openFont(): Font {
  opened ??= readFont(
    readFileSync(
      createRequire(import.meta.url).resolve(
        '@fontsource/libre-caslon-condensed/files/libre-caslon-condensed-latin-400-normal.woff',
      ),
    ),
  )
  return opened
}

function readFont(file: Buffer): Font {
  const tables = new Map<string, Buffer>()
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const entry = 44 + i * 20
    const [offset, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const data = file.subarray(offset, offset + packed)
    tables.set(file.toString('latin1', entry, entry + 4), packed < length ? inflateSync(data) : data)
  }
  const table = (name: string) => tables.get(name) ?? Buffer.alloc(0)
  const [loca, glyf, hmtx] = [table('loca'), table('glyf'), table('hmtx')]
  const isLong = table('head').readInt16BE(50) === 1
  const metrics = table('hhea').readUInt16BE(34)
  const placeOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
  return {
    glyphOf: characterMap(table('cmap')),
    advanceOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    contoursOf: (glyph) => contours(glyph, (each) => glyf.subarray(placeOf(each), placeOf(each + 1))),
  }
}

/** Format 4, which every font of the web has. */
function characterMap(cmap: Buffer): Font['glyphOf'] {
  let start = 0
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const offset = cmap.readUInt32BE(4 + i * 8 + 4)
    if (cmap.readUInt16BE(offset) === 4) start = offset
  }
  const doubled = cmap.readUInt16BE(start + 6)
  return (character) => {
    if (character > 0xffff) return 0
    for (let i = 0; i < doubled; i += 2) {
      if (cmap.readUInt16BE(start + 14 + i) < character) continue
      const first = cmap.readUInt16BE(start + 16 + doubled + i)
      if (first > character) return 0
      const delta = cmap.readUInt16BE(start + 16 + doubled * 2 + i)
      const rangeAt = start + 16 + doubled * 3 + i
      const range = cmap.readUInt16BE(rangeAt)
      if (range === 0) return (character + delta) & 0xffff
      const glyph = cmap.readUInt16BE(rangeAt + range + (character - first) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

function contours(glyph: number, dataOf: (glyph: number) => Buffer): Point[][] {
  const data = dataOf(glyph)
  if (data.length === 0) return []
  const count = data.readInt16BE(0)
  return count < 0 ? composed(data, dataOf) : simple(data, count)
}

/** For a composite glyph, such as an accented letter: parts that are moved, and sometimes scaled. */
function composed(data: Buffer, dataOf: (glyph: number) => Buffer): Point[][] {
  const all: Point[][] = []
  let at = 10
  for (let flags = 0x20; flags & 0x20; ) {
    flags = data.readUInt16BE(at)
    const part = data.readUInt16BE(at + 2)
    at += 4
    const isWide = (flags & 1) !== 0
    const [dx, dy] = isWide
      ? [data.readInt16BE(at), data.readInt16BE(at + 2)]
      : [data.readInt8(at), data.readInt8(at + 1)]
    at += isWide ? 4 : 2
    const fixed = () => {
      at += 2
      return data.readInt16BE(at - 2) / 16384
    }
    let [a, b, c, d] = [1, 0, 0, 1]
    if (flags & 0x08) a = d = fixed()
    else if (flags & 0x40) [a, d] = [fixed(), fixed()]
    else if (flags & 0x80) [a, b, c, d] = [fixed(), fixed(), fixed(), fixed()]
    for (const contour of contours(part, dataOf))
      all.push(
        contour.map(({ x, y, onCurve }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, onCurve })),
      )
  }
  return all
}

function simple(data: Buffer, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(10 + i * 2))
  const total = (ends.at(-1) ?? -1) + 1
  let at = 10 + count * 2
  at += 2 + data.readUInt16BE(at)
  const flags: number[] = []
  while (flags.length < total) {
    const flag = data.readUInt8(at++)
    const times = flag & 8 ? data.readUInt8(at++) + 1 : 1
    for (let i = 0; i < times; i++) flags.push(flag)
  }
  const read = (short: number, same: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data.readUInt8(at++) : -data.readUInt8(at++)
      else if (!(flag & same)) {
        value += data.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = read(2, 16)
  const ys = read(4, 32)
  const points = flags.map((flag, i) => ({ x: xs[i] ?? 0, y: ys[i] ?? 0, onCurve: (flag & 1) !== 0 }))
  return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1))
}

import type { Rights } from './protocol.ts'

interface IptcFacts {
  creator?: Uint8Array
  copyright?: Uint8Array
  title?: Uint8Array
  description?: Uint8Array
}

/** Datasets of record 2 of IPTC-IIM 4.2. */
const FIELDS: Record<number, keyof IptcFacts> = {
  5: 'title',
  80: 'creator',
  116: 'copyright',
  120: 'description',
}
const MARKER = 0x1c
const APPLICATION_RECORD = 2
/** Texts of 32,768 bytes and more are encoded differently. None are that long. */
const EXTENDED = 0x8000

/** Texts of an IPTC block, bare or within Photoshop's image resources. */
export function readIptc(block: Uint8Array | undefined): IptcFacts {
  const facts: IptcFacts = {}
  if (!block) return facts
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  let at = bytes.indexOf(Buffer.from([MARKER, APPLICATION_RECORD]))
  while (at >= 0 && at + 5 <= bytes.length && bytes[at] === MARKER) {
    const length = bytes.readUInt16BE(at + 3)
    if (length >= EXTENDED || at + 5 + length > bytes.length) break
    const field = bytes[at + 1] === APPLICATION_RECORD ? FIELDS[bytes[at + 2] ?? 0] : undefined
    if (field) facts[field] ??= bytes.subarray(at + 5, at + 5 + length)
    at += 5 + length
  }
  return facts
}

/** Dataset number and maximum bytes of each text (IPTC-IIM 4.2, chapter 6). */
const MOST = { creator: [80, 32], creditLine: [110, 32], copyright: [116, 128] } as const
/** Record 1, dataset 90: texts are UTF-8. */
const UTF8 = Buffer.from([MARKER, 1, 90, 0, 3, 0x1b, 0x25, 0x47])
/** Record 2, dataset 0: version 4. */
const VERSION = Buffer.from([MARKER, APPLICATION_RECORD, 0, 0, 2, 0, 4])
const [START_OF_IMAGE, APP0, APP1, APP13] = [0xffd8, 0xffe0, 0xffe1, 0xffed]

/** The JPEG with an IPTC block of its rights. Texts are cut to the standard's limits. */
export function withIptc(jpeg: Buffer, rights: Pick<Rights, keyof typeof MOST>): Buffer {
  const texts = Object.entries(MOST).flatMap(([name, [dataset, most]]) => {
    const text = rights[name as keyof typeof MOST]
    return text ? [textOf(dataset, text, most)] : []
  })
  if (texts.length === 0 || jpeg.readUInt16BE(0) !== START_OF_IMAGE) return jpeg
  const block = Buffer.concat([UTF8, VERSION, ...texts])
  const resource = Buffer.concat([
    Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x04\0\0', 'latin1'),
    uint32(block.length),
    block,
    Buffer.alloc(block.length % 2),
  ])
  const segment = Buffer.concat([uint16(APP13), uint16(resource.length + 2), resource])
  const at = endOfHead(jpeg)
  return Buffer.concat([jpeg.subarray(0, at), segment, jpeg.subarray(at)])
}

function textOf(dataset: number, text: string, most: number): Buffer {
  let bytes = Buffer.from(text)
  // Doesn't split a character.
  for (let kept = [...text]; bytes.length > most; bytes = Buffer.from(kept.join(''))) kept = kept.slice(0, -1)
  return Buffer.concat([Buffer.from([MARKER, APPLICATION_RECORD, dataset]), uint16(bytes.length), bytes])
}

/** The position after JFIF, EXIF and XMP, which readers expect first. */
function endOfHead(jpeg: Buffer): number {
  let at = 2
  while (at + 4 <= jpeg.length && [APP0, APP1].includes(jpeg.readUInt16BE(at)))
    at += 2 + jpeg.readUInt16BE(at + 2)
  return at
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

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
/** Lengths of 32,768 and more have another notation, which texts do not need. */
const EXTENDED = 0x8000

/** Texts of an IPTC block, whether bare or within Photoshop's image resources. */
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

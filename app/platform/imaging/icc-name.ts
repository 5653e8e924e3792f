/** Name of a colour profile: its `desc` tag, in the shapes of ICC versions 2 and 4 (ICC.1:2022, 10.15). */
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

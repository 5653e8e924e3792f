/**
 * Content in chunks of exactly `size` bytes. The last one may be shorter, and is empty only if all is. A chunk is valid
 * until the next one is asked for.
 */
export async function* chunksOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Uint8Array; number: number; isLast: boolean }> {
  const buffer = Buffer.alloc(size)
  let filled = 0
  let number = 0
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      // A full buffer isn’t the last chunk once there is more.
      if (filled === size) {
        yield { chunk: buffer, number: number++, isLast: false }
        filled = 0
      }
      // Not copied.
      for (; filled === 0 && piece.length - at > size; at += size)
        yield { chunk: piece.subarray(at, at + size), number: number++, isLast: false }
      const part = piece.subarray(at, at + size - filled)
      buffer.set(part, filled)
      filled += part.length
      at += part.length
    }
  yield { chunk: buffer.subarray(0, filled), number, isLast: true }
}

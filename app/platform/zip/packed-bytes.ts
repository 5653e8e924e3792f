const PART_BYTES = 65_536

/** Short records in one buffer, since separate objects would take several times the memory. */
export function packedBytes() {
  const full: Uint8Array[] = []
  let part = new Uint8Array(PART_BYTES)
  let used = 0
  return {
    add(record: Uint8Array): void {
      for (let done = 0; done < record.length; ) {
        const some = record.subarray(done, done + part.length - used)
        part.set(some, used)
        used += some.length
        done += some.length
        if (used < part.length) continue
        full.push(part)
        part = new Uint8Array(PART_BYTES)
        used = 0
      }
    },
    /** All of them, in pieces. */
    pieces: (): Uint8Array[] => [...full, part.subarray(0, used)],
  }
}

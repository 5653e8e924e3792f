/** A pull-based byte stream. Must be closed. */
export interface ByteSource {
  /** Fills `into` from its start, possibly partially. @returns number of bytes; 0 at the end */
  read(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

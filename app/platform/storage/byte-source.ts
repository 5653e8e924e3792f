/** Bytes in order, for who takes them as fast as it can. Must be closed. */
export interface ByteSource {
  /** Fills `into` from its start, not always all of it. @returns how many bytes: 0 at the end */
  read(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

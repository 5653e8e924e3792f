/** Where a command writes. Tests pass their own. */
export interface Streams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream
}

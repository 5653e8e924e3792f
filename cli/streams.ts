/** The streams that a command writes to. Tests pass their own. */
export interface Streams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream
}

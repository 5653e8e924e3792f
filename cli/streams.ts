/** Where a command writes; a test gives its own. */
export interface Streams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream
}

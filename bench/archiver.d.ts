declare module 'archiver' {
  import type { Transform } from 'node:stream'
  /** The part of its interface that is measured; the package brings no types. */
  export class ZipArchive extends Transform {
    constructor(options: { store: boolean })
    file(path: string, entry: { name: string }): this
    finalize(): Promise<void>
  }
}

declare module 'archiver' {
  import type { Transform } from 'node:stream'
  /** The measured part of its interface, since the package has no types. */
  export class ZipArchive extends Transform {
    constructor(options: { store?: boolean; zlib?: { level: number } })
    append(content: string | Buffer, entry: { name: string }): this
    file(path: string, entry: { name: string }): this
    finalize(): Promise<void>
  }
}

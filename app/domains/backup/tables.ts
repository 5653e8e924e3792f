/** Exports; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    exports: ExportTable
  }
}

/** An export archive. The row is deleted with its file. */
interface ExportTable {
  /** 128 random bits, also used as the file name. */
  id: string
  state: 'making' | 'ready' | 'failed'
  /** Name of the owner who requested it. */
  requested_by: string
  bytes: number | null
  photos: number | null
  /** json: string[], names of photos whose files are lost */
  missing: string
  created_at: number
  finished_at: number | null
}

export {}

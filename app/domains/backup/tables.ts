/** Exports; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    exports: ExportTable
  }
}

/** An archive of everything that the owner asked for; gone when its file is. */
interface ExportTable {
  /** 128 random bits: names the file. */
  id: string
  state: 'making' | 'ready' | 'failed'
  /** Name of who asked. */
  asked_by: string
  bytes: number | null
  photographs: number | null
  /** json: string[], names of photographs whose files are lost */
  missing: string
  created_at: number
  finished_at: number | null
}

export {}

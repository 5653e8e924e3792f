/** The tables of coming and going; see schema.ts for how instants and json are kept. */
export interface ExitTables {
  demo_rows: DemoRowTable
  exports: ExportTable
}

/** A row that came with the demo content. */
interface DemoRowTable {
  table_name: string
  row_id: string
  /** Columns and a hash of what stood in them as the row came: whoever edits it makes it their own. */
  fingerprint: string
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

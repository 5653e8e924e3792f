/** Rows that came with the demo content; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    demo_rows: DemoRowTable
  }
}

/** A row that came with the demo content. */
interface DemoRowTable {
  table_name: string
  row_id: string
  /** Hash of the original column values. A row with another hash was edited by the owner. */
  fingerprint: string
}

export {}

export type ColumnKind = 'text' | 'integer' | 'real'

export interface TableShape {
  name: string
  columns: { name: string; kind: ColumnKind; isNullable: boolean }[]
  /** Columns of the primary key, in its order. */
  key: string[]
}

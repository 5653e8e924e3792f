import type { Database } from './db/schema'

/** A column whose values are sealed; its table has a key `id`. */
interface SealedColumn {
  table: keyof Database
  column: string
  /** A value sealed for one purpose can't be opened for another. */
  purpose: string
}

const sealed = <Table extends keyof Database>(
  table: Table,
  column: keyof Database[Table] & string,
  purpose: string,
): SealedColumn => ({ table, column, purpose })

/**
 * Every column with sealed values. `seal` accepts only names from this list, so rotating the secret can't
 * miss a column.
 */
export const SEALED_COLUMNS = {
  galleryPin: sealed('galleries', 'pin', 'PIN of a gallery'),
  outsideAddress: sealed('external_calendars', 'address', 'outside calendar'),
}

export type SealedName = keyof typeof SEALED_COLUMNS

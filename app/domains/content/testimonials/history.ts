import { longDate, momentLabel } from '~/platform/time'
import type { Permission, PermissionMeans } from './model'

/** What is kept of a permission. Instants are milliseconds since 1970, days YYYY-MM-DD. */
interface StoredPermission {
  id: string
  given_on: string
  means: PermissionMeans | null
  note: string
  recorded_at: number | null
  recorded_by: string
  withdrawn_on: string | null
  withdrawal_note: string
  withdrawal_recorded_at: number | null
  withdrawal_recorded_by: string
}

/** A permission as people read it; `zone` is what the times are told in. */
export const permissionOf = (row: StoredPermission, zone: string): Permission => ({
  id: row.id,
  given: longDate(row.given_on),
  means: row.means,
  note: row.note,
  recorded: recordedBy(row.recorded_by, row.recorded_at, zone),
  withdrawal:
    row.withdrawn_on === null
      ? null
      : {
          on: longDate(row.withdrawn_on),
          note: row.withdrawal_note,
          recorded: recordedBy(row.withdrawal_recorded_by, row.withdrawal_recorded_at, zone),
        },
})

const recordedBy = (name: string, at: number | null, zone: string): string | null =>
  at === null ? null : `${name || 'the studio'}, ${momentLabel(at, zone)}`

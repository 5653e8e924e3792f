import type { FieldValues } from '~/platform/forms'

/** Why a row wasn't saved, moved or deleted. */
export type RowRefusal =
  | { ok: false; reason: 'refused'; errors: FieldValues }
  /** Someone saved it since the form was opened. */
  | { ok: false; reason: 'changed-since' }
  | { ok: false; reason: 'missing' }
  /** The list has as many entries as a page can show. */
  | { ok: false; reason: 'full' }

export type RowSaved = { ok: true } | Exclude<RowRefusal, { reason: 'full' }>
export type RowAdded<Made> = ({ ok: true } & Made) | Extract<RowRefusal, { reason: 'refused' | 'full' }>
export type RowMoved = { ok: true } | Extract<RowRefusal, { reason: 'changed-since' }>
export type RowRemoved = { ok: true } | Extract<RowRefusal, { reason: 'changed-since' | 'missing' }>

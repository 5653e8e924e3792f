import type { Difference } from './differences'

/** What has versions: the form of a page, or a text of a portfolio story. */
export type Written = { page: string } | { item: string }

/** Why a text wasn't saved: this version is newer than the one that the author began from. */
export interface NewerVersion {
  ok: false
  reason: 'changed-since'
  /** What a save must name: `number.revision`. */
  version: string
  by: string
  saved: string
}

/** A version in words. */
export interface VersionLabel {
  number: number
  /** '': what the site showed before anyone edited it. */
  author: string
  saved: string
}

export interface ListedVersion extends VersionLabel {
  /** When it was published, as a label; '': unknown; null: it wasn't. */
  published: string | null
}

/** A field of a version in words. */
export interface ShownField {
  name: string
  label: string
  text: string
  /** Address of a small picture; null for none. */
  thumb: string | null
}

/** What changed in a field. A photo has no pieces. */
export interface FieldChange {
  name: string
  label: string
  before: ShownField
  after: ShownField
  pieces: Difference[] | null
}

export interface Comparison {
  from: VersionLabel
  to: VersionLabel
  changes: FieldChange[]
}

import type { PeopleAnswer } from '~/domains/galleries/uploads/model'

export const IMPORT_FORMATS = ['ghost', 'wordpress', 'markdown'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Most bytes of a file that are one text, or one row of a table: more than that isn't kept in memory. */
export const PIECE_MAX = 64 * 1024 * 1024
/** Most lines of a report. */
export const MOST_LINES = 50_000
/** Most posts of a file. */
export const MOST_POSTS = 5_000
/** Longest text of a post, in characters of its HTML or Markdown. */
export const TEXT_MAX = 2_000_000
/** The beginning of a text, as a copy: a part of a text keeps the whole text in memory. */
export const shortCopy = (text: string): string =>
  new TextDecoder().decode(new TextEncoder().encode(text.slice(0, 2_000)))

export const TOO_LONG = 'A text in this file is too long to import.'
/** Largest picture, in bytes. */
export const PICTURE_BYTES = 60 * 1024 * 1024

/** A picture of a post: where its program has it. */
export interface IncomingPicture {
  /** An absolute address, or the name of a file of the archive. */
  address: string
  alt: string
}

/** What a file says about a post. */
export interface IncomingPost {
  /** The same for each import of the post, such as `wordpress:https://example.com:42`. */
  source: string
  title: string
  slug: string
  excerpt: string
  /** As search engines show it; '' if it has none. */
  searchTitle: string
  searchDescription: string
  author: string
  tags: string[]
  /** Milliseconds since 1970; null: a draft. */
  publishedAt: number | null
  isUnlisted: boolean
  html: string
  /** Line breaks in the HTML are breaks, as in WordPress’s old editor. */
  hasLines: boolean
  cover: IncomingPicture | null
  /** What is different from the file. */
  notes: string[]
  /** Its name in the archive, to which other posts link. */
  file?: string
}

/** Something in a file that isn't a post to import. */
export interface LeftOut {
  source: string
  title: string
  reason: string
}

export type Incoming = ({ isPost: true } & IncomingPost) | ({ isPost: false } & LeftOut)

/** A file that can't be imported. The message is a sentence for the author. */
export class UnreadableImport extends Error {
  override name = 'UnreadableImport'
}

/** What a line of the report says: what will be done, or was. */
export const LINE_STATES = ['waiting', 'imported', 'known', 'left-out', 'failed'] as const
export type LineState = (typeof LINE_STATES)[number]

/** `reading`: its lines aren't complete; `waiting`: for the author; `importing`: the job is at work. */
export const IMPORT_STATES = ['reading', 'waiting', 'importing', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export interface ImportChoices {
  /** Keeps what was published; else everything becomes a draft. */
  keepsPublished: boolean
  /** null: the pictures stay private. */
  people: PeopleAnswer | null
}

/** An import in the list. */
export interface ListedImport {
  id: string
  fileName: string
  format: ImportFormat
  state: ImportState
  /** Such as "November 12, 2026, 9:30 AM EST". */
  begun: string
}

export interface ImportLine {
  id: string
  title: string
  slug: string
  state: LineState
  /** Such as "November 12, 2026"; '' for a draft. */
  date: string
  pictures: number
  /** How many of them the imported post lacks. */
  missing: number
  notes: string[]
  /** Id of the post, if this or an earlier import added it and it still exists. */
  post: string | null
}

export interface ImportReport extends ListedImport {
  version: number
  counts: Record<LineState, number>
  /** Whether a post to import has pictures. */
  hasPictures: boolean
  /** The author chose drafts. */
  asDrafts: boolean
  lines: ImportLine[]
  /** Id of the last line, if there are more. */
  next: string | null
}

export const FORMAT_NAMES: Record<ImportFormat, string> = {
  ghost: 'Ghost',
  wordpress: 'WordPress',
  markdown: 'Markdown',
}

import type { Node } from '@tiptap/pm/model'
import type { PostState } from '../editor/post-values'
import { IMPORT_FORMATS, type ImportFormat } from '../imports/model'

/** The forms in which posts leave. Each can be imported again. */
export const EXPORT_FORMS = IMPORT_FORMATS
export type ExportForm = ImportFormat

export const isExportForm = (text: string | null): text is ExportForm =>
  EXPORT_FORMS.some((form) => form === text)

export const EXPORT_FILES: Record<ExportForm, { fileName: string; type: string }> = {
  ghost: { fileName: 'blog-for-ghost.json', type: 'application/json; charset=utf-8' },
  wordpress: { fileName: 'blog-for-wordpress.xml', type: 'application/xml; charset=utf-8' },
  markdown: { fileName: 'blog-in-markdown.zip', type: 'application/zip' },
}

/** A picture of a post, by its slug. */
export interface ExportedPicture {
  slug: string
  /** A public web address, or a path from the text within an archive; '' if others can’t open it. */
  address: string
  alt: string
  /** Of an archive: where the file is stored. */
  original?: { key: string }
}

/** A post as a file says it. */
export interface ExportedPost {
  id: string
  slug: string
  title: string
  excerpt: string
  author: string
  tags: { slug: string; name: string }[]
  state: PostState
  /** Milliseconds since 1970; null: a draft. */
  publishedAt: number | null
  updatedAt: number
  searchTitle: string
  searchDescription: string
  /** Slug of the cover; '' for none. */
  cover: string
  /** The text, with nothing in it that the form can’t say. */
  document: Node
  pictures: ReadonlyMap<string, ExportedPicture>
  /** What the file can’t say, one sentence for each. */
  notes: string[]
}

/** A line of the report. */
export interface ExportLine {
  id: string
  title: string
  state: PostState
  pictures: number
  notes: string[]
}

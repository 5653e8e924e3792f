import type { Generated } from 'kysely'
import type { Visibility } from './editor/post-values'
import type { ImportFormat, ImportState, LineState } from './imports/model'

/** Blog posts; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    imported_posts: ImportedPostTable
    post_addresses: PostAddressTable
    post_import_lines: PostImportLineTable
    post_imports: PostImportTable
    post_links: PostLinkTable
    post_tags: PostTagTable
    post_versions: PostVersionTable
    posts: PostTable
  }
}

/** Where an imported post came from, so that it isn't imported twice. */
interface ImportedPostTable {
  /** Such as `wordpress:https://example.com:42`. */
  source: string
  post_id: string
}

/** A file with posts of another program. */
interface PostImportTable {
  id: string
  format: ImportFormat
  file_name: string
  state: ImportState
  /** json: ImportChoices */
  choices: string
  author_uid: string
  author_name: string
  begun_at: number
  version: Generated<number>
}

/** What such a file contains: a post, or something that isn't imported. */
interface PostImportLineTable {
  id: string
  import_id: string
  source: string
  state: LineState
  title: string
  slug: string
  /** json: StoredValues */
  values: string
  published_at: number | null
  /** json: StoredPicture[] */
  pictures: string
  /** json: string[], what is different from the file */
  notes: string
  post_id: string | null
}

interface PostTable {
  id: string
  slug: string
  title: string
  excerpt: string
  /** The text as Markdown. */
  body: string
  /** The text as a document (`document/schema.ts`), JSON; null: only the Markdown. */
  document: string | null
  topic: string
  author: string
  cover_photo_id: string | null
  published_at: number | null
  updated_at: number
  /** `unlisted`: published, but only at its address: in no list, feed, sitemap or search. */
  visibility: Generated<Visibility>
  /** What search engines and shared links show; '' for the title and the excerpt. */
  search_title: Generated<string>
  search_description: Generated<string>
  /** json: string[], what the owner shows below the post, such as `post:its-slug`; empty: chosen by tags. */
  related: Generated<string>
}

/** A link and a password with which one reader opens a post that isn't public. */
interface PostLinkTable {
  id: string
  post_id: string
  /** Whom it is for. */
  name: string
  /** Encrypted, so that the Studio can show it. */
  password: string
  /** Wrong passwords since the last right one. */
  failures: Generated<number>
  wait_until: Generated<number | null>
  created_at: number
  /** When a reader last gave the password. */
  opened_at: Generated<number | null>
  revoked_at: Generated<number | null>
  version: Generated<number>
}

/** What an author wrote. The newest version is what the editor opens. */
interface PostVersionTable {
  id: string
  post_id: string
  /** From 1 for each post. */
  number: number
  /** Raised when the same author continues soon after, which changes the version instead of adding one. */
  revision: number
  /** The fields of the form, JSON: `FieldValues`. */
  form: string
  /** The text, JSON (`document/schema.ts`). */
  document: string
  /** The Markdown that the document was made from, where it can't say everything, such as a table; else null. */
  markdown: string | null
  begun_at: number
  saved_at: number
  author_uid: string
  author_name: string
  /** When it was last published; null: never. */
  published_at: number | null
}

/** Tags of posts as they were last published. The first one is also `posts.topic`. */
interface PostTagTable {
  post_id: string
  slug: string
  name: string
  position: number
}

/** Former slugs of posts, which redirect. */
interface PostAddressTable {
  slug: string
  post_id: string
}

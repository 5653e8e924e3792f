import type { WriteDeps } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import type { NewerVersion } from '~/domains/content/versions/model'
import { photosById } from '~/domains/photos/operations.server'
import {
  documentFromMarkdown,
  type MarkdownExport,
  markdownOfDocument,
} from '~/domains/texts/markdown-document'
import { checkedDocument, readDocument, storedDocument } from '~/domains/texts/read-document'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldErrors, FieldValues, NotSaved } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { dateOf, momentLabel, wallTimeOf } from '~/platform/time'
import { readDraftValues } from './post-form'
import { POST_FIELDS, type PostState, type PostValues, stateOf, storedValues } from './post-values'
import {
  insertDraftPost,
  insertVersion,
  lockPost,
  type PostRow,
  selectLatestVersion,
  selectPostRow,
  selectTagsOf,
  updatePost,
  updateVersion,
  type VersionRow,
} from './store.server'

/** A post in the editor. */
export interface EditedPost {
  id: string
  slug: string
  state: PostState
  /** When it is or was published, as a label; null: a draft. */
  published: string | null
  values: PostValues
  /** The text as JSON (`document/schema.ts`), and as Markdown. */
  document: string
  markdown: MarkdownExport
  /** What a save must name: `number.revision` of the newest version. */
  version: string
  /** The newest version isn't published. */
  isChanged: boolean
  /** The site shows Markdown that the document can't contain in full. */
  isMarkdown: boolean
}

/** Why a post wasn't saved. Another version is newer than the one that the form was made from. */
export type PostNotSaved = Exclude<NotSaved, { reason: 'changed-since' | 'full' }> | NewerVersion
export type PostSaved = { ok: true; version: string; saved: string } | PostNotSaved

/** A sent form: the fields, and the text as JSON or, without script, as Markdown. */
export interface SentPost {
  fields: FieldValues
  document: string
  markdown: string
  /** The version that the author's text began from. */
  version: string
  /** Adds a version instead of continuing the last one. */
  isSeparate: boolean
}

/** Adds an empty draft. @returns its id */
export async function addDraft({ db, clock, author }: WriteDeps): Promise<string> {
  const id = newId()
  const post = { id, slug: `draft-${id.toLowerCase()}`, author: author.name, updated_at: clock.now() }
  await transact(db, (tx) => insertDraftPost(tx, post))
  return id
}

export async function readEditedPost(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
): Promise<EditedPost | undefined> {
  const post = await selectPostRow(db, id)
  if (!post) return undefined
  const zone = await readZone({ db })
  const latest = (await selectLatestVersion(db, id)) ?? (await firstVersion(db, post, zone))
  const read = readDocument(latest.document)
  return {
    ...{ id, slug: post.slug },
    state: stateOf(post, clock.now()),
    published: post.published_at === null ? null : momentLabel(post.published_at, zone),
    values: { ...storedValues(latest.form), ...publicationOf(post, latest, zone) },
    document: latest.document,
    markdown: markdownOfDocument(read.ok ? read.document : documentFromMarkdown(post.body)),
    version: tokenOf(latest),
    isChanged: latest.published_at === null,
    isMarkdown: originalOf(post) !== null,
  }
}

/** A published post keeps its moment when the studio's zone changes, so its date and time may differ from the form's. */
const publicationOf = ({ published_at }: PostRow, latest: Pick<VersionRow, 'published_at'>, zone: string) =>
  published_at === null || latest.published_at === null ? {} : publicationFields(published_at, zone)

/** The Markdown of a post that couldn't become a document; null: it did. */
const originalOf = ({ document, body }: PostRow): string | null =>
  document === null && body !== '' ? body : null

export const tokenOf = ({ number, revision }: Pick<VersionRow, 'number' | 'revision'>): string =>
  `${number}.${revision}`

/** The version of a post that no one has edited yet: its published state. */
export async function firstVersion(db: Db, post: PostRow, zone: string): Promise<Omit<VersionRow, 'id'>> {
  const tags = await selectTagsOf(db, post.id)
  const cover = (await photosById({ db }, [post.cover_photo_id ?? ''])).get(post.cover_photo_id ?? '')
  const values: PostValues = {
    ...{ title: post.title, excerpt: post.excerpt, author: post.author, cover: cover?.slug ?? '' },
    tags: tags.length > 0 ? tags.map(({ name }) => name).join(', ') : post.topic,
    slug: post.published_at === null ? '' : post.slug,
    ...publicationFields(post.published_at, zone),
    visibility: post.visibility,
    ...{ searchTitle: post.search_title, searchDescription: post.search_description },
    ...relatedFields(post),
  }
  return {
    ...{ post_id: post.id, number: 1, revision: 1, form: formOf(values) },
    document: post.document ?? storedDocument(documentFromMarkdown(post.body)),
    markdown: originalOf(post),
    ...{ begun_at: 0, saved_at: post.updated_at, author_uid: '', author_name: post.author },
    published_at: post.published_at,
  }
}

function relatedFields({ related }: PostRow) {
  const [related1 = '', related2 = '', related3 = ''] = JSON.parse(related) as string[]
  return { related1, related2, related3 }
}

/** The fields in one order, so that equal ones are the same JSON. */
export const formOf = (values: PostValues): string =>
  JSON.stringify(Object.fromEntries(POST_FIELDS.map((name) => [name, values[name]])))

export const publicationFields = (at: number | null, zone: string): Pick<PostValues, 'date' | 'time'> =>
  at === null ? { date: '', time: '' } : { date: dateOf(at, zone), time: wallTimeOf(at, zone) }

/** How long an author's saves change one version, in milliseconds. */
const ONE_VERSION_MS = 600_000

/** Saves what the author has written, complete or not. Nothing is published. */
export async function saveDraft(deps: WriteDeps, id: string, sent: SentPost): Promise<PostSaved> {
  const { db } = deps
  const read = await readSent(db, id, sent)
  if (!read.ok) return read
  const zone = await readZone({ db })
  return await transact(db, async (tx) => {
    const saved = await writeVersion({ ...deps, tx, zone }, id, { ...sent, ...read })
    if (!saved.ok) return saved
    const { post, version } = saved
    const title = read.values.title
    if (post.published_at === null && post.title !== title) await updatePost(tx, id, { title })
    return { ok: true, version: tokenOf(version), saved: momentLabel(version.saved_at, zone) }
  })
}

type ReadSent =
  | { ok: true; values: PostValues; document: string }
  | Extract<NotSaved, { reason: 'refused' | 'missing' }>

export async function readSent(
  db: Db,
  id: string,
  { fields, document, markdown }: SentPost,
): Promise<ReadSent> {
  const read = readDraftValues(fields)
  const text = document === '' ? await readMarkdown(db, id, markdown) : checkedDocument(document)
  const errors: FieldErrors = {
    ...(read.ok ? {} : read.errors),
    ...(text.ok ? {} : { markdown: text.sentence }),
  }
  if (!read.ok || !text.ok) return { ok: false, reason: 'refused', errors }
  return { ok: true, values: read.value, document: text.document }
}

type ReadText = { ok: true; document: string } | { ok: false; sentence: string }

/** Longest Markdown, in characters. */
const MARKDOWN_MAX = 100_000

/** A text sent without script. If it is unchanged, the document keeps what Markdown can't say. */
async function readMarkdown(db: Db, id: string, markdown: string): Promise<ReadText> {
  if (markdown.length > MARKDOWN_MAX)
    return { ok: false, sentence: 'This post is too long to save. Split it into two posts, or shorten it.' }
  const latest = await selectLatestVersion(db, id)
  const known = latest && readDocument(latest.document)
  if (latest && known?.ok && markdownOfDocument(known.document).markdown.trim() === markdown.trim())
    return { ok: true, document: latest.document }
  return checkedDocument(storedDocument(documentFromMarkdown(markdown)))
}

type Written = { ok: true; post: PostRow; version: Omit<VersionRow, 'id'> } | PostNotSaved

interface NewVersion extends Pick<SentPost, 'version' | 'isSeparate'> {
  values: PostValues
  document: string
  /** Stores the version even if it is the same as the published state, which has none yet. */
  isNeeded?: boolean
}

export const changedSince = (latest: Omit<VersionRow, 'id'>, zone: string): PostNotSaved => ({
  ...{ ok: false, reason: 'changed-since', version: tokenOf(latest) },
  ...{ by: latest.author_name, saved: momentLabel(latest.saved_at, zone) },
})

/** Stores a version, unless someone else has stored one since the author began. */
export async function writeVersion(
  { tx, clock, author, zone }: WriteDeps & { tx: Tx; zone: string },
  id: string,
  { values, document, version: seen, isSeparate, isNeeded = false }: NewVersion,
): Promise<Written> {
  const post = await lockPost(tx, id)
  if (!post) return { ok: false, reason: 'missing' }
  const stored = await selectLatestVersion(tx, id)
  const latest = stored ?? (await firstVersion(tx, post, zone))
  if (tokenOf(latest) !== seen) return changedSince(latest, zone)
  const form = formOf(values)
  const isSame = formOf(storedValues(latest.form)) === form && latest.document === document
  if (isSame && (stored || !isNeeded)) return { ok: true, post, version: latest }
  // What was published, or written as Markdown, before anyone edited it stays a version.
  const isNew = !stored && post.published_at === null && latest.markdown === null
  if (!stored && !isNew) await insertVersion(tx, latest)
  if (isSame) return { ok: true, post, version: latest }
  const now = clock.now()
  const isContinued =
    stored &&
    !isSeparate &&
    latest.author_uid === author.uid &&
    latest.published_at === null &&
    now - latest.begun_at < ONE_VERSION_MS
  if (isContinued) {
    const changes = { form, document, revision: latest.revision + 1, saved_at: now }
    await updateVersion(tx, latest, changes)
    return { ok: true, post, version: { ...latest, ...changes } }
  }
  const version = {
    ...{ post_id: id, number: isNew ? 1 : latest.number + 1, revision: isNew ? 2 : 1 },
    ...{ form, document, markdown: null, published_at: null },
    ...{ begun_at: now, saved_at: now, author_uid: author.uid, author_name: author.name },
  }
  await insertVersion(tx, version)
  return { ok: true, post, version }
}

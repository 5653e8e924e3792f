import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { photosBySlug } from '~/domains/photos/operations.server'
import { articleOfDocument } from '~/domains/texts/article.server'
import { markdownOfDocument } from '~/domains/texts/markdown-document'
import { readDocument } from '~/domains/texts/read-document'
import { type Tx, transact } from '~/platform/db/database.server'
import type { FieldErrors } from '~/platform/forms'
import { CHOOSE_PHOTO } from '~/platform/http/notices'
import { slugCandidates, slugFrom } from '~/platform/slug'
import { instantOf, momentLabel } from '~/platform/time'
import { indexPost } from '../post-search.server'
import { dropPostTexts } from '../post-search-store.server'
import {
  changedSince,
  firstVersion,
  formOf,
  type PostNotSaved,
  type PostSaved,
  publicationFields,
  readSent,
  type SentPost,
  tokenOf,
  writeVersion,
} from './drafts.server'
import { type PublishedValues, readPublishedValues, tagsOf, visibilityOf } from './post-form'
import { type PostValues, RELATED_FIELDS, stateOf, titleOf } from './post-values'
import {
  deletePost,
  insertVersion,
  lockPost,
  moveAddress,
  type PostRow,
  replaceTags,
  selectLatestVersion,
  selectPostAt,
  updatePost,
  updateVersion,
  type VersionRow,
} from './store.server'

/**
 * Saves a post and publishes it, now or at its date.
 * @param options `isPreview`: the slug stays, and the post is shown at once
 */
export async function publishPost(
  deps: WriteDeps,
  id: string,
  sent: SentPost,
  { isPreview = false }: { isPreview?: boolean } = {},
): Promise<PostSaved> {
  const { db, clock, author } = deps
  const read = await readSent(db, id, sent)
  if (!read.ok) return read
  const complete = isPreview ? previewedValues(read.values) : readPublishedValues(read.values)
  const cover = (await photosBySlug({ db }, [read.values.cover]))[read.values.cover]
  const errors: FieldErrors = {
    ...(complete.ok ? {} : complete.errors),
    ...(read.values.cover !== '' && !cover ? { cover: CHOOSE_PHOTO } : {}),
    ...(!isPreview && isBlank(read.document) ? { markdown: 'Write something before you publish.' } : {}),
  }
  if (!complete.ok || Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  const zone = await readZone({ db })
  return await transact(db, async (tx, rollback): Promise<PostSaved> => {
    const saved = await writeVersion({ ...deps, tx, zone }, id, { ...sent, ...read, isNeeded: true })
    if (!saved.ok) return saved
    const { post, version } = saved
    const slug = isPreview ? post.slug : await takeAddress(tx, post, complete.value)
    if (slug === undefined) return rollback(slugTaken)
    const now = clock.now()
    const publishedAt = isPreview
      ? Math.min(post.published_at ?? now, now)
      : publicationOf(post, complete.value, { now, zone })
    await updatePost(tx, id, {
      ...publishedColumns(complete.value, read.document),
      ...{ slug, cover_photo_id: cover?.id ?? null, published_at: publishedAt, updated_at: now },
    })
    await replaceTags(tx, id, complete.value.tags)
    await indexPost(tx, id)
    const values = { ...read.values, slug, ...publicationFields(publishedAt, zone) }
    const published = { form: formOf(values), revision: version.revision + 1, published_at: now }
    await updateVersion(tx, version, published)
    const before = stateOf(post, now)
    const after = stateOf({ published_at: publishedAt, visibility: complete.value.visibility }, now)
    await recordAction(
      { db: tx, clock, author },
      {
        action: before === 'draft' ? 'content-added' : 'content-changed',
        subject: subjectOf(complete.value.title),
        changes: before === after ? [] : [{ field: 'Status', from: before, to: after }],
      },
    )
    return { ok: true, version: tokenOf({ ...version, ...published }), saved: momentLabel(now, zone) }
  })
}

/** An unfinished post is shown as far as it goes. */
const previewedValues = (values: PostValues): { ok: true; value: PublishedValues } => ({
  ok: true,
  value: { ...values, title: titleOf(values), tags: tagsOf(values.tags), visibility: visibilityOf(values) },
})

const isBlank = (stored: string): boolean => articleOfDocument(stored).parts.length === 0

const slugTaken: PostSaved = {
  ok: false,
  reason: 'refused',
  errors: { slug: 'Another post has this URL slug, or had it before. Choose a different one.' },
}

const subjectOf = (title: string) => `Post “${titleOf({ title })}”`

/**
 * The slug of a published post. A former one redirects for good.
 * @returns undefined if another post has it
 */
async function takeAddress(tx: Tx, post: PostRow, values: PublishedValues): Promise<string | undefined> {
  const { id } = post
  if (values.slug === post.slug) return values.slug
  const isFree = async (slug: string) => {
    const other = await selectPostAt(tx, slug)
    return other === undefined || other === id
  }
  let slug = values.slug
  if (slug === '') {
    if (post.published_at !== null || !isDraftSlug(post)) return post.slug
    for (slug of slugCandidates(slugFrom(values.title) ?? 'post')) if (await isFree(slug)) break
  }
  if (!(await isFree(slug))) return undefined
  if (!isDraftSlug(post)) await moveAddress(tx, { post: id, from: post.slug, to: slug })
  return slug
}

/** Whether the post has never had a public address. */
const isDraftSlug = ({ id, slug }: PostRow): boolean => slug === `draft-${id.toLowerCase()}`

/** When the post is published: now without a date. The time of a published post stays to the millisecond. */
function publicationOf(
  { published_at: before }: PostRow,
  { date, time }: PublishedValues,
  { now, zone }: { now: number; zone: string },
): number {
  if (date === '') return Math.min(before ?? now, now)
  const known = publicationFields(before, zone)
  if (before !== null && date === known.date && time === known.time) return before
  return instantOf(date, time || '09:00', zone)
}

function publishedColumns(values: PublishedValues, document: string) {
  const { title, excerpt, author, tags, visibility, searchTitle, searchDescription } = values
  const read = readDocument(document)
  return {
    ...{ title, excerpt, author, visibility, document, topic: tags[0]?.name ?? '' },
    ...{ search_title: searchTitle, search_description: searchDescription },
    related: JSON.stringify(RELATED_FIELDS.map((name) => values[name]).filter(Boolean)),
    body: read.ok ? markdownOfDocument(read.document).markdown : '',
  }
}

export type PostChanged = { ok: true } | { ok: false; reason: 'missing' }

/** A post locked for a change, with its newest version. */
async function lockSeen(
  tx: Tx,
  id: string,
  seen: string,
): Promise<{ ok: true; post: PostRow; isStored: boolean; latest: Omit<VersionRow, 'id'> } | PostNotSaved> {
  const post = await lockPost(tx, id)
  if (!post) return { ok: false, reason: 'missing' }
  const zone = await readZone({ db: tx })
  const stored = await selectLatestVersion(tx, id)
  const latest = stored ?? (await firstVersion(tx, post, zone))
  if (tokenOf(latest) !== seen) return changedSince(latest, zone)
  return { ok: true, post, isStored: stored !== undefined, latest }
}

/** Takes a post off the site. Its text and its address stay. @param seen the newest version that the author knows */
export async function unpublishPost(
  { db, clock, author }: WriteDeps,
  id: string,
  seen: string,
): Promise<{ ok: true } | PostNotSaved> {
  return await transact(db, async (tx) => {
    const locked = await lockSeen(tx, id, seen)
    if (!locked.ok) return locked
    const { post, isStored, latest } = locked
    if (post.published_at === null) return { ok: true }
    const before = stateOf(post, clock.now())
    if (!isStored) await insertVersion(tx, latest)
    await updatePost(tx, id, { published_at: null, updated_at: clock.now() })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'content-changed',
        subject: subjectOf(post.title),
        changes: [{ field: 'Status', from: before, to: 'draft' }],
      },
    )
    return { ok: true }
  })
}

/** Deletes a post permanently, with its versions. @param seen the newest version that the author knows */
export async function removePost(
  { db, clock, author }: WriteDeps,
  id: string,
  seen: string,
): Promise<{ ok: true } | PostNotSaved> {
  return await transact(db, async (tx) => {
    const locked = await lockSeen(tx, id, seen)
    if (!locked.ok) return locked
    await deletePost(tx, id)
    await dropPostTexts(tx, id)
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-removed', subject: subjectOf(locked.post.title) },
    )
    return { ok: true }
  })
}

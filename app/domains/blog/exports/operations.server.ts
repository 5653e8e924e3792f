import type { Node } from '@tiptap/pm/model'
import { readSettings } from '~/domains/content/operations.server'
import { type LeavingPhoto, leavingPhotos } from '~/domains/photos/library.server'
import { documentFromMarkdown } from '~/domains/texts/markdown-document'
import { photosInText } from '~/domains/texts/model'
import { readDocument } from '~/domains/texts/read-document'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { slugCandidates, slugFrom } from '~/platform/slug'
import type { Storage } from '~/platform/storage/storage.server'
import { tagsOf } from '../editor/post-form'
import { stateOf, storedValues } from '../editor/post-values'
import { selectTags } from '../store.server'
import { ghostFile } from './ghost.server'
import { markdownArchive } from './markdown.server'
import type { ExportedPicture, ExportedPost, ExportForm, ExportLine } from './model'
import { FORM_NAMES, sayable } from './sayable'
import { selectAuthors, selectNewestVersions, selectPostsToExport, selectPublicSlugs } from './store.server'
import { isReadBack } from './texts.server'
import { wordPressFile } from './wordpress.server'

export interface ExportDeps {
  db: Db
  clock: Clock
  config: { siteUrl: string }
}

const PAGE_LENGTH = 100

/** What a file will contain, and what it can’t say, post by post. @param after the last post of the page before */
export async function listExport(
  deps: ExportDeps,
  form: ExportForm,
  after: string | null,
): Promise<{ lines: ExportLine[]; next: string | null }> {
  const posts = await readPortion(deps, form, { after, limit: PAGE_LENGTH + 1 })
  const shown = posts.slice(0, PAGE_LENGTH)
  return {
    lines: shown.map(({ id, title, state, pictures, notes }) => ({
      ...{ id, title, state, notes },
      pictures: pictures.size,
    })),
    next: posts.length > PAGE_LENGTH ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** A file with all posts, made while it is sent. */
export async function exportPosts(
  deps: ExportDeps & { storage: Storage },
  form: ExportForm,
): Promise<AsyncGenerator<string | Uint8Array>> {
  const { studio } = await readSettings(deps)
  const authors = await selectAuthors(deps.db)
  const about = { studio, authors, siteUrl: deps.config.siteUrl, now: deps.clock.now() }
  const posts = allPosts(deps, form)
  if (form === 'ghost') return ghostFile(posts, about)
  if (form === 'wordpress') return wordPressFile(posts, about)
  return markdownArchive(posts, deps.storage)
}

const AT_ONCE = 20

async function* allPosts(deps: ExportDeps, form: ExportForm): AsyncGenerator<ExportedPost> {
  const taken = new Set(await selectPublicSlugs(deps.db))
  for (let after: string | null = null; ; ) {
    const posts: ExportedPost[] = await readPortion(deps, form, { after, limit: AT_ONCE })
    for (const post of posts) yield { ...post, slug: ownSlug(post, taken) }
    if (posts.length < AT_ONCE) return
    after = posts.at(-1)?.id ?? null
  }
}

/** The slug that a draft asks for, unless another post of the file has it. */
function ownSlug({ slug, title, publishedAt }: ExportedPost, taken: Set<string>): string {
  if (publishedAt !== null) return slug
  for (const each of slugCandidates(slugFrom(slug) ?? slugFrom(title) ?? 'draft'))
    if (!taken.has(each)) {
      taken.add(each)
      return each
    }
  return slug
}

async function readPortion(
  deps: ExportDeps,
  form: ExportForm,
  page: { after: string | null; limit: number },
): Promise<ExportedPost[]> {
  const { db } = deps
  const rows = await selectPostsToExport(db, page)
  const ids = rows.map(({ id }) => id)
  const [versions, tags] = [
    await selectNewestVersions(db, ids),
    Map.groupBy(await selectTags(db, ids), ({ postId }) => postId),
  ]
  const posts: ExportedPost[] = []
  for (const row of rows) posts.push(await readPost(deps, form, row, versions.get(row.id), tags.get(row.id)))
  return posts
}

type Version = Pick<Row<'post_versions'>, 'form' | 'document' | 'published_at'>

/** A published post as visitors read it, and a draft as its author left it. */
async function readPost(
  { db, clock, config }: ExportDeps,
  form: ExportForm,
  row: Row<'posts'>,
  version: Version | undefined,
  tags: { slug: string; name: string }[] = [],
): Promise<ExportedPost> {
  const draft = row.published_at === null ? version : undefined
  const values = draft && storedValues(draft.form)
  const stored = draft?.document ?? row.document
  const read = stored === null ? undefined : readDocument(stored)
  const written = read?.ok ? read.document : documentFromMarkdown(row.body)
  const photos = await leavingPhotos(
    { db },
    {
      slugs: [...new Set([...photosInText(JSON.stringify(written.toJSON())), values?.cover ?? ''])],
      ids: values || row.cover_photo_id === null ? [] : [row.cover_photo_id],
    },
  )
  const cover = photos.find(({ id, slug }) => (values ? slug === values.cover : id === row.cover_photo_id))
  const all = new Map(photos.map((photo) => [photo.slug, pictureOf(photo, form, config.siteUrl)]))
  const state = stateOf(row, clock.now())
  const text = sayable(written, form, all)
  const isCoverClosed = cover !== undefined && all.get(cover.slug)?.address === ''
  const name = FORM_NAMES[form]
  const pictures = new Map(
    [...all].filter(
      ([slug, { address }]) => address !== '' && (slug === cover?.slug || isIn(text.document, slug)),
    ),
  )
  return {
    ...{ id: row.id, slug: values?.slug || publicSlug(row), state, pictures, document: text.document },
    ...{ title: values?.title ?? row.title, excerpt: values?.excerpt ?? row.excerpt },
    author: values?.author ?? row.author,
    tags: values ? tagsOf(values.tags) : tags.map(({ slug, name: tag }) => ({ slug, name: tag })),
    ...{ publishedAt: row.published_at, updatedAt: row.updated_at },
    searchTitle: values?.searchTitle ?? row.search_title,
    searchDescription: values?.searchDescription ?? row.search_description,
    cover: cover && !isCoverClosed ? cover.slug : '',
    notes: [
      ...(row.published_at !== null && version?.published_at === null
        ? ['Its newest changes aren’t published, so they aren’t in the file.']
        : []),
      ...(state === 'unlisted' && form !== 'markdown'
        ? [`${name} has no unlisted posts, so it’s a draft there.`]
        : []),
      ...(isCoverClosed ? [`Its cover isn’t public, so ${name} can’t download it.`] : []),
      ...text.notes,
      ...(isReadBack(text.document, form, pictures) ? [] : ['Some formatting is written differently.']),
    ],
  }
}

const isIn = (document: Node, slug: string): boolean =>
  photosInText(JSON.stringify(document.toJSON())).includes(slug)

function pictureOf(
  { slug, alt, path, original }: LeavingPhoto,
  form: ExportForm,
  siteUrl: string,
): ExportedPicture {
  if (form === 'markdown')
    return { slug, alt, address: `../pictures/${slug}.${original.extension}`, original }
  return { slug, alt, address: path === '' ? '' : siteUrl + path }
}

/** '' for a post that never had a public address. */
const publicSlug = ({ id, slug }: Row<'posts'>): string => (slug === `draft-${id.toLowerCase()}` ? '' : slug)

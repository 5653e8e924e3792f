import { readSettings } from '~/domains/content/operations.server'
import { withheldFrom } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import { photosById, photosBySlug } from '~/domains/photos/operations.server'
import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { type Article, articleOf, photoSlugsOf } from '~/platform/markdown.server'
import { dateOf, longDate } from '~/platform/time'
import type { PostDraft } from './draft'
import type { PostBlock, PostPage, PostSummary } from './model'
import { readingMinutes } from './model'
import {
  insertPost,
  type StoredPost,
  selectAllPosts,
  selectLastPost,
  selectNeighbors,
  selectNextPublication,
  selectPost,
  selectPosts,
  selectPostsCalled,
  selectPostsNaming,
  selectPostsWithBody,
} from './store.server'

/** Number of posts in the feed. */
const FEED_LENGTH = 20

/**
 * Published posts, newest first. The result is valid until the next scheduled post is published.
 * @returns `validUntil` in milliseconds since 1970; Infinity without a scheduled post
 */
export async function listPosts({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Promise<{ posts: PostSummary[]; validUntil: number }> {
  const now = clock.now()
  const [posts, validUntil] = [await selectPosts(db, now), await nextChange(db, now)]
  const [covers, zone] = [await coversOf(db, posts), await zoneOf(db)]
  return { posts: posts.map((post) => summaryOf(post, covers, zone)), validUntil }
}

/** @returns undefined if there is no such post, or it isn't published */
export async function readPost(
  { db, clock }: { db: Db; clock: Clock },
  slug: string,
): Promise<(PostPage & { validUntil: number }) | undefined> {
  const now = clock.now()
  const post = await selectPost(db, slug, now)
  if (!post) return undefined
  const { newer, older } = await selectNeighbors(db, post, now)
  const article = articleOf(post.body)
  const photos = await photosOf(db, [article])
  return {
    ...summaryOf(post, await coversOf(db, [post]), await zoneOf(db)),
    author: post.author,
    blocks: blocksOf(article, photos),
    headings: article.headings,
    newer: newer ?? null,
    older: older ?? null,
    validUntil: await nextChange(db, now),
  }
}

/** The newest posts with their texts, for feed readers. */
export async function readFeed({ db, clock }: { db: Db; clock: Clock }): Promise<{
  posts: (PostSummary & Pick<PostPage, 'author' | 'blocks'>)[]
  validUntil: number
}> {
  const now = clock.now()
  const posts = await selectPostsWithBody(db, now, FEED_LENGTH)
  const articles = posts.map(({ body }) => articleOf(body))
  const photos = await photosOf(db, articles)
  const [covers, zone] = [await coversOf(db, posts), await zoneOf(db)]
  return {
    posts: posts.map((post, index) => ({
      ...summaryOf(post, covers, zone),
      author: post.author,
      blocks: blocksOf(articles[index] ?? { parts: [], headings: [] }, photos),
    })),
    validUntil: await nextChange(db, now),
  }
}

const nextChange = async (db: Db, now: number): Promise<number> =>
  (await selectNextPublication(db, now)) ?? Number.POSITIVE_INFINITY

const zoneOf = async (db: Db): Promise<string> => (await readSettings({ db })).studio.timeZone

async function coversOf(db: Db, posts: StoredPost[]): Promise<Map<string, PhotoView>> {
  const ids = posts.flatMap(({ coverPhotoId }) => (coverPhotoId === null ? [] : [coverPhotoId]))
  const covers = await photosById({ db }, ids)
  for (const id of await withheldFrom('blog', { db }, [...covers.keys()])) covers.delete(id)
  return covers
}

/** Photos in articles that may be shown, by slug. Showing a photo on the blog needs a release for the blog. */
async function photosOf(db: Db, articles: Article[]): Promise<Record<string, PhotoView>> {
  const photos = await photosBySlug({ db }, articles.flatMap(photoSlugsOf))
  const withheld = await withheldFrom(
    'blog',
    { db },
    Object.values(photos).map(({ id }) => id),
  )
  for (const [slug, { id }] of Object.entries(photos)) if (withheld.has(id)) delete photos[slug]
  return photos
}

const summaryOf = (post: StoredPost, covers: Map<string, PhotoView>, zone: string): PostSummary => ({
  slug: post.slug,
  title: post.title,
  excerpt: post.excerpt,
  topic: post.topic,
  cover: covers.get(post.coverPhotoId ?? '') ?? null,
  date: longDate(dateOf(post.publishedAt, zone)),
  publishedAt: new Date(post.publishedAt).toISOString(),
  updatedAt: new Date(Math.max(post.updatedAt, post.publishedAt)).toISOString(),
  minutes: readingMinutes(post.length),
})

/** Photos that no longer exist are left out. */
const blocksOf = (article: Article, photos: Record<string, PhotoView | undefined>): PostBlock[] =>
  article.parts.flatMap((part): PostBlock[] => {
    if (part.kind === 'html') return [part]
    const photo = photos[part.slug]
    return photo ? [{ kind: 'photo', photo, caption: part.caption, wide: part.wide }] : []
  })

/** Adds a post. A cover that isn't in `photoIds` is left out. */
export const addPost = (
  { db }: { db: Db },
  post: PostDraft,
  { photoIds, at }: { photoIds: Map<string, string>; at: number },
): Promise<void> => insertPost(db, post, photoIds.get(post.cover ?? '') ?? null, at)

/** A post in search results. */
export interface FoundPost {
  slug: string
  title: string
  topic: string
  publishedAt: number
}

/** Published posts with these words in their titles, newest first. */
export const findPosts = (
  { db, clock }: { db: Db; clock: Clock },
  words: string,
  limit: number,
): Promise<FoundPost[]> => selectPostsCalled(db, words, { now: clock.now(), limit })

/** @returns undefined if no post is published */
export const findLastPost = ({ db, clock }: { db: Db; clock: Clock }): Promise<FoundPost | undefined> =>
  selectLastPost(db, clock.now())

/** Posts that use a photo, including unpublished ones. */
export async function usesInPosts(
  { db, clock }: { db: Db; clock: Clock },
  photo: { id: string; slug: string },
): Promise<PhotoUse[]> {
  const posts = await selectPostsNaming(db, photo)
  return posts.flatMap(({ slug, title, body, cover_photo_id, published_at }): PhotoUse[] => {
    const post = { place: 'post' as const, slug, title, visible: visibleAt(published_at, clock.now()) }
    return [
      ...(cover_photo_id === photo.id ? [{ ...post, role: 'Cover' }] : []),
      ...(slugsNamedIn(body).includes(photo.slug) ? [{ ...post, role: 'In the text' }] : []),
    ]
  })
}

function visibleAt(publishedAt: number | null, now: number): PhotoUse['visible'] {
  if (publishedAt === null) return 'no'
  return publishedAt <= now ? 'now' : 'later'
}

/** All photos that posts use. */
export async function usedInPosts({ db }: { db: Db }): Promise<UsedPhotos> {
  const posts = await selectAllPosts(db)
  return {
    ids: new Set(posts.flatMap(({ cover_photo_id }) => cover_photo_id ?? [])),
    slugs: new Set(posts.flatMap(({ body }) => slugsNamedIn(body))),
  }
}

/** Slugs in `![caption](photo:slug)`, anywhere in the Markdown. */
const slugsNamedIn = (body: string): string[] =>
  [...body.matchAll(/\(\s*<?photo:([a-z0-9-]+)/g)].flatMap(([, slug]) => slug ?? [])

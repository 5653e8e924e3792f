import { readZone } from '~/domains/content/operations.server'
import type { PhotoView } from '~/domains/photos/model'
import { articleOfDocument, provenDocument, type TextArticle } from '~/domains/texts/article.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { articleOf } from '~/platform/markdown.server'
import { slugFrom } from '~/platform/slug'
import { dateOf, longDate } from '~/platform/time'
import { readBlocks } from './blocks.server'
import { coversOf } from './covers.server'
import type { PostDraft } from './draft'
import type { PostPage, PostSummary, Related } from './model'
import { readingMinutes } from './model'
import { indexMissingPosts, indexPost } from './post-search.server'
import { MOST_RELATED, type RelatedKind, readRelated } from './related'
import {
  insertDocument,
  insertMissingTags,
  insertPost,
  type PostText,
  type StoredPost,
  selectLastPost,
  selectMovedPost,
  selectNeighbors,
  selectNextPublication,
  selectPost,
  selectPostChoices,
  selectPostPage,
  selectPosts,
  selectPostsAt,
  selectPostsCalled,
  selectPostsInMarkdown,
  selectPostsWithBody,
  selectPostsWithTags,
  selectTagName,
  selectTagSlugs,
  selectTags,
} from './store.server'
import { findTagged, readTeasers } from './teasers.server'

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
  const [covers, zone] = [await coversOf(db, posts), await readZone({ db })]
  return { posts: posts.map((post) => summaryOf(post, covers, zone)), validUntil }
}

/** Slugs of the tags of all published posts that everyone finds. */
export const listTags = ({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> =>
  selectTagSlugs(db, clock.now())

/** Posts on a page of the blog. */
const PAGE_LENGTH = 24

/**
 * A page of published posts, of all or of a tag.
 * @returns undefined if there is no such page or tag
 */
export async function listPostPage(
  { db, clock }: { db: Db; clock: Clock },
  { tag, page }: { tag: string | null; page: number },
): Promise<
  | { posts: PostSummary[]; tag: { slug: string; name: string } | null; pages: number; validUntil: number }
  | undefined
> {
  if (!Number.isSafeInteger(page) || page < 1 || page > MOST_PAGES) return undefined
  const now = clock.now()
  const name = tag === null ? undefined : await selectTagName(db, tag, now)
  if (tag !== null && name === undefined) return undefined
  const offset = (page - 1) * PAGE_LENGTH
  const { posts, total } = await selectPostPage(db, now, { tag, offset, limit: PAGE_LENGTH })
  if (posts.length === 0 && page > 1) return undefined
  const [covers, zone] = [await coversOf(db, posts), await readZone({ db })]
  return {
    posts: posts.map((post) => summaryOf(post, covers, zone)),
    tag: tag === null ? null : { slug: tag, name: name ?? '' },
    pages: Math.max(1, Math.ceil(total / PAGE_LENGTH)),
    validUntil: await nextChange(db, now),
  }
}

/** Far more than a blog has. */
const MOST_PAGES = 100_000

/** @returns undefined if there is no such post, or it isn't published */
export async function readPost(
  { db, clock }: { db: Db; clock: Clock },
  slug: string,
): Promise<(PostPage & { related: Related; validUntil: number }) | undefined> {
  const now = clock.now()
  const post = await selectPost(db, slug, now)
  if (!post) return undefined
  const { newer, older } = await selectNeighbors(db, post, now)
  return {
    ...(await pageOfPost(db, post)),
    newer: newer ?? null,
    older: older ?? null,
    related: await relatedTo(db, post, now),
    validUntil: await nextChange(db, now),
  }
}

/** What the owner picked to be shown below a post, else what shares its tags. Only what visitors can see. */
async function relatedTo(db: Db, post: StoredPost, now: number): Promise<Related> {
  const picked = (JSON.parse(post.related) as string[]).flatMap((each) => readRelated(each) ?? [])
  const slugsOf = (kind: RelatedKind) => picked.flatMap((each) => (each.kind === kind ? [each.slug] : []))
  const summaries = async (posts: StoredPost[]) => {
    const [covers, zone] = [await coversOf(db, posts), await readZone({ db })]
    return posts.map((each) => summaryOf(each, covers, zone))
  }
  if (picked.length > 0) {
    const wanted = { gallery: slugsOf('gallery'), session: slugsOf('session'), testimonial: [] }
    const { galleries, sessions } = await readTeasers({ db }, wanted)
    return {
      posts: await summaries(await selectPostsAt(db, now, slugsOf('post'))),
      galleries: [...galleries.values()],
      sessions: wanted.session.flatMap((slug) => sessions.get(slug) ?? []),
    }
  }
  const tags = ((await tagsOf(db, [post])).get(post.id) ?? []).map(({ slug }) => slug)
  const posts = await selectPostsWithTags(db, now, { not: post.id, tags, limit: MOST_RELATED.post })
  return { posts: await summaries(posts), ...(await findTagged({ db }, tags, MOST_RELATED)) }
}

/** A published post for the picture of its shared links; undefined: none. */
export async function findPublished({ db, clock }: { db: Db; clock: Clock }, slug: string) {
  const post = await selectPost(db, slug, clock.now())
  if (!post) return undefined
  const cover = (await coversOf(db, [post])).get(post.coverPhotoId ?? '') ?? null
  return { title: post.title, searchTitle: post.searchTitle, cover }
}

/** Published posts to choose from in the editor, the newest first. */
export async function listChoosablePosts(
  { db, clock }: { db: Db; clock: Clock },
  { shown = [] }: { shown?: readonly string[] } = {},
): Promise<{ value: string; label: string }[]> {
  const newest = await selectPostChoices(db, clock.now(), CHOICES)
  const older = shown.filter((slug) => newest.every((post) => post.slug !== slug))
  const posts = [...newest, ...(await postsBySlug({ db, clock }, older)).values()]
  return posts.map(({ slug, title }) => ({ value: slug, label: title }))
}

const CHOICES = 200

/** A post as its page shows it, without its neighbors. */
export async function pageOfPost(db: Db, post: StoredPost & PostText): Promise<PostPage> {
  const article = articleOfPost(post)
  const [blocks = []] = await readBlocks({ db }, [article], 'blog')
  return {
    ...summaryOf(post, await coversOf(db, [post]), await readZone({ db })),
    author: post.author,
    isListed: post.visibility === 'public',
    // An unlisted post may be the only one with its tags, which then have no pages.
    tags: post.visibility === 'public' ? ((await tagsOf(db, [post])).get(post.id) ?? []) : [],
    blocks,
    search: { title: post.searchTitle || post.title, description: post.searchDescription || post.excerpt },
    headings: article.headings,
    newer: null,
    older: null,
  }
}

/** The current slug of a published post that had this one before. */
export const findMovedPost = (
  { db, clock }: { db: Db; clock: Clock },
  slug: string,
): Promise<string | undefined> => selectMovedPost(db, slug, clock.now())

/** Published posts by slug. */
export async function postsBySlug(
  { db, clock }: { db: Db; clock: Clock },
  slugs: readonly string[],
): Promise<Map<string, PostSummary>> {
  const found = await Promise.all(slugs.map((slug) => selectPost(db, slug, clock.now())))
  const posts = found.filter((post) => post !== undefined)
  const [covers, zone] = [await coversOf(db, posts), await readZone({ db })]
  return new Map(posts.map((post) => [post.slug, summaryOf(post, covers, zone)]))
}

/** The newest posts with their texts, for feed readers. */
export async function readFeed({ db, clock }: { db: Db; clock: Clock }): Promise<{
  posts: (PostSummary & Pick<PostPage, 'author' | 'blocks' | 'tags'>)[]
  validUntil: number
}> {
  const now = clock.now()
  const posts = await selectPostsWithBody(db, now, FEED_LENGTH)
  const articles = posts.map(articleOfPost)
  const blocks = await readBlocks({ db }, articles, 'blog')
  const [covers, zone] = [await coversOf(db, posts), await readZone({ db })]
  const tags = await tagsOf(db, posts)
  return {
    posts: posts.map((post, index) => ({
      ...summaryOf(post, covers, zone),
      author: post.author,
      tags: tags.get(post.id) ?? [],
      blocks: blocks[index] ?? [],
    })),
    validUntil: await nextChange(db, now),
  }
}

async function tagsOf(db: Db, posts: StoredPost[]): Promise<Map<string, PostPage['tags']>> {
  const tags = await selectTags(
    db,
    posts.map(({ id }) => id),
  )
  return Map.groupBy(tags, ({ postId }) => postId)
}

const articleOfPost = ({ body, document }: PostText): TextArticle =>
  document === null ? articleOf(body) : articleOfDocument(document)

const nextChange = async (db: Db, now: number): Promise<number> =>
  (await selectNextPublication(db, now)) ?? Number.POSITIVE_INFINITY

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

/** Adds a post. A cover that isn't in `photoIds` is left out. */
export async function addPost(
  { db }: { db: Db },
  post: PostDraft,
  { photoIds, at }: { photoIds: Map<string, string>; at: number },
): Promise<void> {
  const id = await insertPost(db, post, {
    coverPhotoId: photoIds.get(post.cover ?? '') ?? null,
    document: provenDocument(post.body),
    at,
  })
  await insertMissingTags(db, slugFrom)
  await indexPost(db, id)
}

/**
 * Makes documents of posts in Markdown, and tags of their topics, and indexes those that aren't. A text that would look different stays in
 * Markdown.
 */
export async function makeDocuments({ db }: { db: Db }): Promise<void> {
  for (const post of await selectPostsInMarkdown(db)) {
    const document = provenDocument(post.body)
    if (document !== null) await insertDocument(db, post, document)
  }
  await insertMissingTags(db, slugFrom)
  await indexMissingPosts({ db })
}

/** Posts with these words in their titles, drafts first. */
export const findPosts = (
  { db }: { db: Db },
  words: string,
  limit: number,
): Promise<{ id: string; title: string; topic: string }[]> => selectPostsCalled(db, words, limit)

interface FoundPost {
  slug: string
  title: string
  topic: string
  publishedAt: number
}

/** @returns undefined if no post is published */
export const findLastPost = ({ db, clock }: { db: Db; clock: Clock }): Promise<FoundPost | undefined> =>
  selectLastPost(db, clock.now())

import type { ExpressionBuilder } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import type { Database, Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { PostDraft } from './draft'

export interface StoredPost {
  id: string
  slug: string
  title: string
  excerpt: string
  topic: string
  author: string
  searchTitle: string
  searchDescription: string
  /** json: string[] */
  related: string
  visibility: Row<'posts'>['visibility']
  coverPhotoId: string | null
  publishedAt: number
  updatedAt: number
  /** Length of the Markdown source in characters. */
  length: number
}

/** A post's text: its Markdown, and its document if it has one. */
export type PostText = Pick<Row<'posts'>, 'body' | 'document'>

/** Posts published at `now`, newest first, without texts. */
export async function selectPosts(db: Db, now: number): Promise<StoredPost[]> {
  return await listedPosts(db, now).execute()
}

/** One page of published posts, newest first, and the number of all. */
export async function selectPostPage(
  db: Db,
  now: number,
  { tag, offset, limit }: { tag: string | null; offset: number; limit: number },
): Promise<{ posts: StoredPost[]; total: number }> {
  const withTag = (e: ExpressionBuilder<Database, 'posts'>) =>
    e.exists(
      e
        .selectFrom('post_tags as t')
        .select('t.post_id')
        .whereRef('t.post_id', '=', 'posts.id')
        .where('t.slug', '=', tag ?? ''),
    )
  const posts = await listedPosts(db, now)
    .$if(tag !== null, (query) => query.where(withTag))
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await db
    .selectFrom('posts')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('published_at', '<=', now)
    .where('visibility', '=', 'public')
    .$if(tag !== null, (query) => query.where(withTag))
    .executeTakeFirstOrThrow()
  return { posts, total: Number(total) }
}

/** The name of a tag as the newest post with it writes it. */
export async function selectTagName(db: Db, slug: string, now: number): Promise<string | undefined> {
  const tag = await db
    .selectFrom('post_tags as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select('t.name')
    .where('t.slug', '=', slug)
    .where('p.published_at', '<=', now)
    .where('p.visibility', '=', 'public')
    .orderBy('p.published_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return tag?.name
}

export async function selectTagSlugs(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('post_tags as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select('t.slug')
    .distinct()
    .where('p.published_at', '<=', now)
    .where('p.visibility', '=', 'public')
    .orderBy('t.slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Tags of posts in their order. */
export async function selectTags(
  db: Db,
  posts: readonly string[],
): Promise<{ postId: string; slug: string; name: string }[]> {
  if (posts.length === 0) return []
  return await db
    .selectFrom('post_tags')
    .select(['post_id as postId', 'slug', 'name'])
    .where('post_id', 'in', posts)
    .orderBy('position')
    .execute()
}

/** Makes a tag of the topic of each post that has none. */
export async function insertMissingTags(
  db: Db,
  slugOf: (topic: string) => string | undefined,
): Promise<void> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'topic'])
    .where('topic', '!=', '')
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('post_tags as t').select('t.post_id').whereRef('t.post_id', '=', 'posts.id')),
      ),
    )
    .execute()
  for (const { id, topic } of posts) {
    const slug = slugOf(topic)
    if (slug === undefined) continue
    await db
      .insertInto('post_tags')
      .values({ post_id: id, slug, name: topic, position: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Listed posts with these slugs, the newest first. */
export async function selectPostsAt(db: Db, now: number, slugs: readonly string[]): Promise<StoredPost[]> {
  return slugs.length === 0 ? [] : await listedPosts(db, now).where('slug', 'in', slugs).execute()
}

/** Listed posts that have tags in common, those with the most first, then the newest. */
export async function selectPostsWithTags(
  db: Db,
  now: number,
  { not, tags, limit }: { not: string; tags: readonly string[]; limit: number },
): Promise<StoredPost[]> {
  if (tags.length === 0) return []
  return await listedPosts(db, now)
    .innerJoin(
      (e) =>
        e
          .selectFrom('post_tags')
          .select('post_id')
          .select((count) => count.fn.countAll<number>().as('shared'))
          .where('slug', 'in', tags)
          .groupBy('post_id')
          .as('t'),
      (on) => on.onRef('t.post_id', '=', 'posts.id'),
    )
    .where('id', '!=', not)
    .clearOrderBy()
    .orderBy('t.shared', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute()
}

/** Listed posts to choose from, the newest first. */
export const selectPostChoices = (
  db: Db,
  now: number,
  limit: number,
): Promise<{ slug: string; title: string }[]> => newestPosts(db, now).limit(limit).execute()

/** The newest posts with their texts. */
export async function selectPostsWithBody(
  db: Db,
  now: number,
  limit: number,
): Promise<(StoredPost & PostText)[]> {
  return await listedPosts(db, now).select(['body', 'document']).limit(limit).execute()
}

export async function selectPost(
  db: Db,
  slug: string,
  now: number,
): Promise<(StoredPost & PostText) | undefined> {
  return await publishedPosts(db, now)
    .select(['body', 'document'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export type PostLink = Pick<StoredPost, 'slug' | 'title'>

/** The posts published just after and just before this one. */
export async function selectNeighbors(
  db: Db,
  { slug, publishedAt }: Pick<StoredPost, 'slug' | 'publishedAt'>,
  now: number,
): Promise<{ newer: PostLink | undefined; older: PostLink | undefined }> {
  const out = db
    .selectFrom('posts')
    .select(['slug', 'title'])
    .where('published_at', '<=', now)
    .where('visibility', '=', 'public')
    .limit(1)
  const newer = await out
    .where('published_at', '>=', publishedAt)
    .where((e) => e.or([e('published_at', '>', publishedAt), e('slug', '<', slug)]))
    .orderBy('published_at')
    .orderBy('slug', 'desc')
    .executeTakeFirst()
  const older = await out
    .where('published_at', '<=', publishedAt)
    .where((e) => e.or([e('published_at', '<', publishedAt), e('slug', '>', slug)]))
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .executeTakeFirst()
  return { newer, older }
}

/** Those that lists, feeds, the sitemap and search show. */
const listedPosts = (db: Db, now: number) => publishedPosts(db, now).where('visibility', '=', 'public')

/** Including unlisted ones. */
const publishedPosts = (db: Db, now: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'slug', 'title', 'excerpt', 'topic', 'author', 'visibility', 'related'])
    .select(['search_title as searchTitle', 'search_description as searchDescription'])
    .select(['cover_photo_id as coverPhotoId', 'updated_at as updatedAt'])
    .select((eb) => [
      eb.ref('published_at').$notNull().as('publishedAt'),
      eb.fn<number>('length', ['body']).as('length'),
    ])
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('slug')

/** The current slug of a published post that had this one. */
export async function selectMovedPost(db: Db, slug: string, now: number): Promise<string | undefined> {
  const post = await db
    .selectFrom('post_addresses as a')
    .innerJoin('posts as p', 'p.id', 'a.post_id')
    .select('p.slug')
    .where('a.slug', '=', slug)
    .where('p.published_at', '<=', now)
    .executeTakeFirst()
  return post?.slug
}

/** When the next scheduled post is published; undefined: none. */
export async function selectNextPublication(db: Db, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.min('published_at').as('at'))
    .where('published_at', '>', now)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** @returns its id */
export async function insertPost(
  db: Db,
  post: PostDraft,
  { coverPhotoId, document, at }: { coverPhotoId: string | null; document: string | null; at: number },
): Promise<string> {
  const id = newId()
  const { slug, title, excerpt, topic, author, body, publishedAt } = post
  await db
    .insertInto('posts')
    .values({
      ...{ id, slug, title, excerpt, topic, author, body, document },
      cover_photo_id: coverPhotoId,
      published_at: publishedAt,
      updated_at: publishedAt ?? at,
    })
    .execute()
  return id
}

/** Posts with these words in their titles, drafts first. */
export const selectPostsCalled = (db: Db, words: string, limit: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'topic'])
    .where(containsWords('title', words))
    .orderBy((e) => e.fn.coalesce('published_at', e.lit(8_640_000_000_000_000)), 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute()

export const selectLastPost = (db: Db, now: number) => newestPosts(db, now).limit(1).executeTakeFirst()

const newestPosts = (db: Db, now: number) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', 'topic'])
    .select((e) => e.ref('published_at').$notNull().as('publishedAt'))
    .where('published_at', '<=', now)
    .where('visibility', '=', 'public')
    .orderBy('published_at', 'desc')
    .orderBy('slug')

type PostWithPhotos = Pick<Row<'posts'>, 'slug' | 'title' | 'body' | 'cover_photo_id' | 'published_at'>

/** Posts that may use a photo: its slug occurs in the text, possibly as the beginning of another slug. */
export const selectPostsNaming = (db: Db, photo: { id: string; slug: string }): Promise<PostWithPhotos[]> =>
  postsQuery(db)
    .where((e) => e.or([e('cover_photo_id', '=', photo.id), e('body', 'like', `%photo:${photo.slug}%`)]))
    .execute()

export const selectAllPosts = (db: Db): Promise<PostWithPhotos[]> => postsQuery(db).execute()

const postsQuery = (db: Db) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', 'body', 'cover_photo_id', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('slug')

/** Posts whose text is only Markdown. */
export const selectPostsInMarkdown = (db: Db): Promise<Pick<Row<'posts'>, 'id' | 'body'>[]> =>
  db.selectFrom('posts').select(['id', 'body']).where('document', 'is', null).execute()

/** Stores a document beside its Markdown, unless the Markdown has changed. */
export async function insertDocument(
  db: Db,
  { id, body }: Pick<Row<'posts'>, 'id' | 'body'>,
  document: string,
): Promise<void> {
  await db.updateTable('posts').set({ document }).where('id', '=', id).where('body', '=', body).execute()
}

/** Newest versions that aren't published. @param photo only those that use it */
export const selectDrafts = (db: Db, photo?: { slug: string }) =>
  db
    .selectFrom('post_versions as v')
    .innerJoin('posts as p', 'p.id', 'v.post_id')
    .select(['p.slug', 'p.title', 'v.form', 'v.document'])
    .where('v.published_at', 'is', null)
    .where('v.number', '=', (e) =>
      e
        .selectFrom('post_versions as w')
        .select((max) => max.fn.max('w.number').as('number'))
        .whereRef('w.post_id', '=', 'v.post_id'),
    )
    .$if(photo !== undefined, (query) =>
      query.where((e) =>
        e.or([
          e('v.document', 'like', `%"photo":"${photo?.slug}"%`),
          e('v.form', 'like', `%"cover":"${photo?.slug}"%`),
        ]),
      ),
    )
    .execute()

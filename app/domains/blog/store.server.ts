import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { PostDraft } from './draft'

export interface StoredPost {
  slug: string
  title: string
  excerpt: string
  topic: string
  author: string
  coverPhotoId: string | null
  publishedAt: number
  updatedAt: number
  /** Length of the Markdown source in characters. */
  length: number
}

/** Posts published at `now`, newest first, without texts. */
export async function selectPosts(db: Db, now: number): Promise<StoredPost[]> {
  return await publishedPosts(db, now).execute()
}

/** The newest posts with their texts. */
export async function selectPostsWithBody(
  db: Db,
  now: number,
  limit: number,
): Promise<(StoredPost & { body: string })[]> {
  return await publishedPosts(db, now).select('body').limit(limit).execute()
}

export async function selectPost(
  db: Db,
  slug: string,
  now: number,
): Promise<(StoredPost & { body: string }) | undefined> {
  return await publishedPosts(db, now).select('body').where('slug', '=', slug).executeTakeFirst()
}

export type PostLink = Pick<StoredPost, 'slug' | 'title'>

/** The posts published just after and just before this one. */
export async function selectNeighbors(
  db: Db,
  { slug, publishedAt }: Pick<StoredPost, 'slug' | 'publishedAt'>,
  now: number,
): Promise<{ newer: PostLink | undefined; older: PostLink | undefined }> {
  const out = db.selectFrom('posts').select(['slug', 'title']).where('published_at', '<=', now).limit(1)
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

const publishedPosts = (db: Db, now: number) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', 'excerpt', 'topic', 'author'])
    .select(['cover_photo_id as coverPhotoId', 'updated_at as updatedAt'])
    .select((eb) => [
      eb.ref('published_at').$notNull().as('publishedAt'),
      eb.fn<number>('length', ['body']).as('length'),
    ])
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('slug')

/** When the next scheduled post is published; undefined: none. */
export async function selectNextPublication(db: Db, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.min('published_at').as('at'))
    .where('published_at', '>', now)
    .executeTakeFirst()
  return row?.at ?? undefined
}

export async function insertPost(
  db: Db,
  post: PostDraft,
  coverPhotoId: string | null,
  at: number,
): Promise<void> {
  const { slug, title, excerpt, topic, author, body, publishedAt } = post
  await db
    .insertInto('posts')
    .values({
      ...{ id: newId(), slug, title, excerpt, topic, author, body },
      cover_photo_id: coverPhotoId,
      published_at: publishedAt,
      updated_at: publishedAt ?? at,
    })
    .execute()
}

export const selectPostsCalled = (db: Db, words: string, { now, limit }: { now: number; limit: number }) =>
  newestPosts(db, now).where(containsWords('title', words)).limit(limit).execute()

export const selectLastPost = (db: Db, now: number) => newestPosts(db, now).limit(1).executeTakeFirst()

const newestPosts = (db: Db, now: number) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', 'topic'])
    .select((e) => e.ref('published_at').$notNull().as('publishedAt'))
    .where('published_at', '<=', now)
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

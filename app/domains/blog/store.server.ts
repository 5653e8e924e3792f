import type { Db } from '~/platform/db/database.server'
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
  /** Characters of the Markdown source. */
  length: number
}

/** The posts that are out at `now`, newest first, without their texts. */
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

/** When the next scheduled post comes out; undefined: none is scheduled. */
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

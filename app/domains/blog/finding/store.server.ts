import { containsWords } from '~/platform/db/contains-words.server'
import type { Db } from '~/platform/db/database.server'

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

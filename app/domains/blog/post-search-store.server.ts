import type { Db } from '~/platform/db/database.server'
import {
  dropTerms,
  indexTerms,
  matches,
  readSearch,
  type Sizes,
  USUAL_SIZES,
} from '~/platform/db/search-terms.server'

/** The published texts of posts. */
const textsQuery = (db: Db) =>
  db
    .selectFrom('posts')
    .select(['id', 'slug', 'title', 'excerpt', 'body', 'document', 'published_at as publishedAt'])
    .select('cover_photo_id as coverPhotoId')

/** A post with its published texts. */
export type SearchedPost = Awaited<ReturnType<typeof selectPostTexts>>[number]

export const selectPostTexts = (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : textsQuery(db).where('id', 'in', ids).execute()

/** Ids of posts with a text that isn't in the index yet. */
export async function selectUnindexedPosts(db: Db): Promise<string[]> {
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('title', '!=', '')
    .where('body', '!=', '')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('search_terms as t')
            .select('t.term')
            .where('t.kind', '=', 'post')
            .whereRef('t.ref_id', '=', 'posts.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  return posts.map(({ id }) => id)
}

/** Further words of a post aren't found. */
const TERMS_MAX = 5_000

/** Replaces what a post is found by. @param texts everything that its page shows, with the title */
export async function indexPostTexts(tx: Db, id: string, title: string, texts: string[]): Promise<void> {
  await indexTerms(tx, 'post-title', id, [title])
  await indexTerms(tx, 'post', id, [title, ...texts], TERMS_MAX)
}

export async function dropPostTexts(tx: Db, id: string): Promise<void> {
  await dropTerms(tx, 'post-title', id)
  await dropTerms(tx, 'post', id)
}

/** Ids of posts published at `now`, with the words in their titles first, then newest first. */
export async function selectFoundPosts(
  db: Db,
  words: string,
  { now, limit }: { now: number; limit: number },
): Promise<string[]> {
  const inTitle = await selectMatching(db, 'post-title', words, { now, limit, without: [] })
  if (inTitle.length === limit) return inTitle
  const rest = { now, limit: limit - inTitle.length, without: inTitle }
  return [...inTitle, ...(await selectMatching(db, 'post', words, rest))]
}

/** A list of posts is short: walking it costs less than reading the terms of frequent words twice. */
const SIZES: Sizes = { ...USUAL_SIZES, walked: 1_000 }

async function selectMatching(
  db: Db,
  kind: 'post' | 'post-title',
  words: string,
  { now, limit, without }: { now: number; limit: number; without: string[] },
): Promise<string[]> {
  const search = await readSearch(db, kind, words, SIZES)
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('published_at', '<=', now)
    .where('visibility', '=', 'public')
    .where(matches(db, search, 'posts.id'))
    .$if(without.length > 0, (query) => query.where('id', 'not in', without))
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute()
  return posts.map(({ id }) => id)
}

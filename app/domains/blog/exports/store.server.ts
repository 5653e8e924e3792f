import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

/** Posts in the order in which they were added. @param after the last one of the page before */
export const selectPostsToExport = (
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<Row<'posts'>[]> =>
  db
    .selectFrom('posts')
    .selectAll()
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** The newest version of each of these posts that has one. */
export async function selectNewestVersions(
  db: Db,
  posts: readonly string[],
): Promise<Map<string, Pick<Row<'post_versions'>, 'form' | 'document' | 'published_at'>>> {
  if (posts.length === 0) return new Map()
  const rows = await db
    .selectFrom('post_versions as v')
    .select(['v.post_id', 'v.form', 'v.document', 'v.published_at'])
    .where('v.post_id', 'in', posts)
    .where('v.number', '=', (e) =>
      e
        .selectFrom('post_versions as w')
        .select((max) => max.fn.max('w.number').as('number'))
        .whereRef('w.post_id', '=', 'v.post_id'),
    )
    .execute()
  return new Map(rows.map(({ post_id, ...version }) => [post_id, version]))
}

export const selectAuthors = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('posts')
      .select('author')
      .distinct()
      .where('author', '!=', '')
      .orderBy('author')
      .execute()
  ).map(({ author }) => author)

/** Slugs of all posts that have a public address, or will have one. */
export const selectPublicSlugs = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('posts').select('slug').where('published_at', 'is not', null).execute()).map(
    ({ slug }) => slug,
  )

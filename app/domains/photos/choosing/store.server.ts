import type { Db } from '~/platform/db/database.server'
import { matches, readSearch, type Search } from '~/platform/db/search-terms.server'

/** The newest photographs that visitors may see, or the newest of those that the words find. */
export const slugQuery = (db: Db, { search, limit }: { search: Search; limit: number }) =>
  db
    .selectFrom('photos')
    .select('slug')
    .where('published_at', 'is not', null)
    .$if(search !== null, (query) => query.where(matches(db, search, 'photos.id')))
    .orderBy('photos.id', 'desc')
    .limit(limit)

export async function selectSlugs(db: Db, asked: { search: string; limit: number }): Promise<string[]> {
  const search = await readSearch(db, 'photo', asked.search)
  return (await slugQuery(db, { search, limit: asked.limit }).execute()).map(({ slug }) => slug)
}

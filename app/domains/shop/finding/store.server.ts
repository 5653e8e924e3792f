import { containsWords } from '~/platform/db/contains-words.server'
import type { Db } from '~/platform/db/database.server'

export const selectProductsCalled = (db: Db, words: string, limit: number) =>
  db
    .selectFrom('products')
    .select(['slug', 'title', 'category'])
    .where('published_at', 'is not', null)
    .where(containsWords('title', words))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

import { containsWords } from '~/platform/db/contains-words.server'
import type { Db } from '~/platform/db/database.server'

export const selectGalleriesCalled = (db: Db, kind: 'public' | 'portfolio', words: string, limit: number) =>
  published(db)
    .where('kind', '=', kind)
    .where(containsWords('title', words))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

export const selectLastGallery = (db: Db) =>
  published(db).orderBy('published_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()

const published = (db: Db) =>
  db
    .selectFrom('galleries')
    .select(['slug', 'title', 'dateline'])
    .select((e) => e.ref('kind').$castTo<'public' | 'portfolio'>().as('kind'))
    .select((e) => e.ref('published_at').$notNull().as('publishedAt'))
    .where('published_at', 'is not', null)
    .where('kind', '<>', 'client')

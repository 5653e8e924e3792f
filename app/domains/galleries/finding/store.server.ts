import type { Db } from '~/platform/db/database.server'

export const selectLastGallery = (db: Db) =>
  db
    .selectFrom('galleries')
    .select(['slug', 'title', 'dateline'])
    .select((e) => e.ref('kind').$castTo<'public' | 'portfolio'>().as('kind'))
    .select((e) => e.ref('published_at').$notNull().as('publishedAt'))
    .where('published_at', 'is not', null)
    .where('kind', '<>', 'client')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

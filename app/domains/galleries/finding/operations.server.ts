import type { Db } from '~/platform/db/database.server'
import { selectGalleriesCalled, selectLastGallery } from './store.server'

/** A gallery or a series as one finds it. */
export interface FoundGallery {
  slug: string
  kind: 'public' | 'portfolio'
  title: string
  dateline: string
  publishedAt: number
}

/** The published ones of a kind that have these words in their titles, in their order. */
export const findGalleries = (
  { db }: { db: Db },
  kind: FoundGallery['kind'],
  words: string,
  limit: number,
): Promise<FoundGallery[]> => selectGalleriesCalled(db, kind, words, limit)

/** What was published last; undefined: nothing yet. */
export const findLastGallery = ({ db }: { db: Db }): Promise<FoundGallery | undefined> =>
  selectLastGallery(db)

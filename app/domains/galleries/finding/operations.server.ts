import type { Db } from '~/platform/db/database.server'
import { selectLastGallery } from './store.server'

/** A gallery or a series as one finds it. */
export interface FoundGallery {
  slug: string
  kind: 'public' | 'portfolio'
  title: string
  dateline: string
  publishedAt: number
}

/** What was published last; undefined: nothing yet. */
export const findLastGallery = ({ db }: { db: Db }): Promise<FoundGallery | undefined> =>
  selectLastGallery(db)

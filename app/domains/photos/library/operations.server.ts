import type { Db } from '~/platform/db/database.server'
import { selectPhotoTitles } from './store.server'

/** The stored photographs by title, for a form to choose one. */
export const listPhotoTitles = ({ db }: { db: Db }): Promise<{ slug: string; title: string }[]> =>
  selectPhotoTitles(db)

import type { Db } from '~/platform/db/database.server'

/** A list to choose from is of no use beyond this. */
const MOST = 2_000

export const selectPhotoTitles = (db: Db): Promise<{ slug: string; title: string }[]> =>
  db.selectFrom('photos').select(['slug', 'title']).orderBy('title').orderBy('id').limit(MOST).execute()

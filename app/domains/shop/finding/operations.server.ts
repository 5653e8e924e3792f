import type { Db } from '~/platform/db/database.server'
import { selectProductsCalled } from './store.server'

/** The published products that have these words in their titles, in their order. */
export const findProducts = (
  { db }: { db: Db },
  words: string,
  limit: number,
): Promise<{ slug: string; title: string; category: string }[]> => selectProductsCalled(db, words, limit)

import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { selectLastPost, selectPostsCalled } from './store.server'

/** A post as one finds it. */
export interface FoundPost {
  slug: string
  title: string
  topic: string
  publishedAt: number
}

/** The posts that are out and have these words in their titles, newest first. */
export const findPosts = (
  { db, clock }: { db: Db; clock: Clock },
  words: string,
  limit: number,
): Promise<FoundPost[]> => selectPostsCalled(db, words, { now: clock.now(), limit })

/** @returns undefined when none is out yet */
export const findLastPost = ({ db, clock }: { db: Db; clock: Clock }): Promise<FoundPost | undefined> =>
  selectLastPost(db, clock.now())

import { type Db, transact } from '~/platform/db/database.server'
import { selectByToken } from '../store.server'
import { raiseVersion, replaceTags, selectSubscriber, selectTags } from './store.server'

export interface Preferences {
  email: string
  isSubscribed: boolean
  /** The tags that the studio offers as topics. */
  topics: { id: string; name: string; isChosen: boolean }[]
}

/** @param token of the links in newsletters. @returns undefined if it is unknown */
export async function readPreferences({ db }: { db: Db }, token: string): Promise<Preferences | undefined> {
  const known = await selectByToken(db, token)
  const subscriber = known && (await selectSubscriber(db, known.id))
  if (!subscriber) return undefined
  const { email, state, tags } = subscriber
  const offered = (await selectTags(db)).filter(({ isPublic }) => isPublic)
  return {
    email,
    isSubscribed: known.active && state !== 'complained',
    topics: offered.map(({ id, name }) => ({ id, name, isChosen: tags.includes(id) })),
  }
}

/** Changes only tags that are offered as topics. The latest choice counts. @returns false if the token is unknown */
export const chooseTopics = ({ db }: { db: Db }, token: string, chosen: string[]): Promise<boolean> =>
  transact(db, async (tx) => {
    const known = await selectByToken(tx, token)
    const subscriber = known && (await selectSubscriber(tx, known.id))
    if (!subscriber) return false
    await raiseVersion(tx, subscriber)
    const offered = (await selectTags(tx)).filter(({ isPublic }) => isPublic)
    await replaceTags(tx, subscriber.id, { tags: chosen, among: offered })
    return true
  })

import { type Db, transact } from '~/platform/db/database.server'
import { selectByToken } from '../store.server'
import { raiseVersion, replaceTags, selectSubscriber, selectTags } from './store.server'

export interface Preferences {
  email: string
  isSubscribed: boolean
  /** The tags that the studio offers as topics. */
  topics: { id: string; name: string; isChosen: boolean }[]
  version: number
}

/** @param token of the links in newsletters. @returns undefined if it is unknown */
export async function readPreferences({ db }: { db: Db }, token: string): Promise<Preferences | undefined> {
  const known = await selectByToken(db, token)
  const subscriber = known && (await selectSubscriber(db, known.id))
  if (!subscriber) return undefined
  const { email, state, tags, version } = subscriber
  const offered = (await selectTags(db)).filter(({ isPublic }) => isPublic)
  return {
    email,
    isSubscribed: known.active && state !== 'complained',
    topics: offered.map(({ id, name }) => ({ id, name, isChosen: tags.includes(id) })),
    version,
  }
}

/** Changes only tags that are offered as topics. */
export const chooseTopics = (
  { db }: { db: Db },
  { token, version }: { token: string; version: number },
  chosen: string[],
): Promise<{ ok: true } | { ok: false; reason: 'missing' | 'changed-since' }> =>
  transact(db, async (tx) => {
    const known = await selectByToken(tx, token)
    if (!known) return { ok: false, reason: 'missing' } as const
    if (!(await raiseVersion(tx, { id: known.id, version })))
      return { ok: false, reason: 'changed-since' } as const
    const offered = (await selectTags(tx)).filter(({ isPublic }) => isPublic)
    await replaceTags(tx, known.id, { tags: chosen, among: offered })
    return { ok: true } as const
  })

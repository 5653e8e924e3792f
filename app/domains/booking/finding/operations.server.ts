import type { Db } from '~/platform/db/database.server'
import { listDateRequests } from '../answering/operations.server'
import { selectOfType, selectTypesCalled, type WishedSession } from './store.server'

/** The newest date requests with these words in their name, address or reference, or of a session that is called so. */
export async function findDateRequests(
  { db }: { db: Db },
  words: string,
  limit: number,
): Promise<WishedSession[]> {
  const named = await listDateRequests({ db }, { state: 'all', search: words, before: null, limit })
  const types = await selectTypesCalled(db, words)
  const ofTypes = await Promise.all(types.map((type) => selectOfType(db, type, limit)))
  const found = new Map(ofTypes.flat().map((wish) => [wish.id, wish]))
  for (const request of named) {
    const { id, reference, name, type, date, dayPart, answer } = request
    found.set(id, { id, reference, name, type, date, dayPart, isAnswered: answer !== null })
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

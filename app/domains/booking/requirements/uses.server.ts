import type { Db } from '~/platform/db/database.server'
import { selectTypesRequiring } from '../session-types/store.server'
import { isTemplateAwaited } from './store.server'

/** What needs a contract template, as text; '': nothing. @param id of the template */
export async function usesOfTemplate({ db }: { db: Db }, id: string): Promise<string> {
  const types = await selectTypesRequiring(db, id)
  if (types.length > 0) return `it’s required before these sessions are confirmed: ${types.join(', ')}`
  return (await isTemplateAwaited(db, id)) ? 'a booking waits for this contract' : ''
}

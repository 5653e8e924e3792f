import type { Db } from '~/platform/db/database.server'
import { transact } from '~/platform/db/database.server'
import type { SessionType } from '../model'
import type { PlaceDraft, SessionTypeDraft } from './drafts'
import { insertPlace, insertSessionType, selectSessionTypes, selectTypesOfService } from './store.server'

/** What clients can book, in the studio's order. */
export const listSessionTypes = ({ db }: { db: Db }): Promise<SessionType[]> => selectSessionTypes(db)

/** Adds session types and the places at which they are offered. @returns their ids by their slugs */
export async function addSessionTypes(
  { db }: { db: Db },
  { types, places }: { types: SessionTypeDraft[]; places: PlaceDraft[] },
  { serviceIds, at }: { serviceIds: Map<string, string>; at: number },
): Promise<{ typeIds: Map<string, string>; placeIds: Map<string, string> }> {
  return await transact(db, async (tx) => {
    const placeIds = new Map<string, string>()
    for (const [position, place] of places.entries())
      placeIds.set(place.slug, await insertPlace(tx, place, position))
    const typeIds = new Map<string, string>()
    for (const [position, type] of types.entries()) {
      const id = await insertSessionType(tx, type, {
        position,
        serviceId: serviceIds.get(type.service ?? '') ?? null,
        placeIds: type.places.flatMap((slug) => placeIds.get(slug) ?? []),
        at,
      })
      typeIds.set(type.slug, id)
    }
    return { typeIds, placeIds }
  })
}

/** What clients book of a service, also what is not published. */
export const listTypesOfService = (
  { db }: { db: Db },
  serviceId: string,
): Promise<{ slug: string; title: string; priceCents: number }[]> => selectTypesOfService(db, serviceId)

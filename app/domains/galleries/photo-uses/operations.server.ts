import type { PhotoUse } from '~/domains/photos/photo-use'
import type { Db } from '~/platform/db/database.server'
import { selectCovered, selectHolders, selectUsedWithin } from './store.server'

/** Where galleries and portfolio series show a photograph. */
export async function usesInGalleries({ db }: { db: Db }, photo: { id: string }): Promise<PhotoUse[]> {
  const holders = await selectHolders(db, photo.id)
  const covered = await selectCovered(db, photo.id)
  const use =
    (role: string) =>
    (place: (typeof holders)[number]): PhotoUse => ({
      place: PLACES[place.kind],
      slug: place.kind === 'client' ? place.id : place.slug,
      title: place.title,
      role,
      visible: place.kind === 'client' || place.published_at === null ? 'no' : 'now',
    })
  return [...covered.map(use('Cover')), ...holders.map(use('Photo'))]
}

const PLACES = { public: 'gallery', portfolio: 'series', client: 'client-gallery' } as const

/** The photographs from one id to another, both included, that galleries and series use. All could be as many as there are. */
export const usedInGalleries = (
  { db }: { db: Db },
  range: { first: string; last: string },
): Promise<Set<string>> => selectUsedWithin(db, range)

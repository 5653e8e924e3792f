import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf } from '~/platform/time'
import { findOfferOf } from '../../availability/operations.server'
import { findHold } from '../../holds/operations.server'
import { slotOf } from '../../slot'

/** The start that a letter offered, as the booking form names it; undefined: it is no longer kept. */
export async function findOfferedStart(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<{ service: string; location: string; date: string; slot: string } | undefined> {
  const hold = await findHold({ db, clock }, token)
  if (!hold) return undefined
  const { timeZone } = (await readSettings({ db })).studio
  const offer = await findOfferOf(
    { db },
    { sessionType: { id: hold.sessionType }, place: { id: hold.place } },
  )
  return {
    service: offer.type.slug,
    location: offer.place.slug,
    date: dateOf(hold.startsAt, timeZone),
    slot: slotOf(hold.startsAt),
  }
}

import { readSettings } from '~/domains/content/operations.server'
import { proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { dateOf } from '~/platform/time'
import { findOfferOf } from '../../availability/operations.server'
import { findHold } from '../../reservations/holds.server'
import { slotOf } from '../../slot'
import { selectWaitingOfHold } from '../store.server'

/**
 * The start that an email offered, as the booking form names it; undefined: it is no longer held. The link is only in
 * that email, so using it proves the address.
 */
export async function findOfferedStart(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<{ service: string; location: string; date: string; slot: string } | undefined> {
  const hold = await findHold({ db, clock }, token)
  if (!hold) return undefined
  const entry = await selectWaitingOfHold(db, hold.id)
  if (entry) await unlessDiskFull(proveAddress({ db, clock }, entry.email))
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

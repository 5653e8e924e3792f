import { emailsThatBooked } from '~/domains/booking/client/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'
import { clickedSince } from '../clicks/store.server'
import {
  type Bookers,
  countRecipients,
  receivesAt,
  recipientsQuery,
  selectReceivingAddresses,
} from './recipients-store.server'
import type { Segment } from './segment'

interface Deps {
  db: Db
  clock: Clock
}

/**
 * The query of everyone in a segment who gets the newsletter, in the order of their ids. Call `.execute()`, or
 * pass it to the insert of a store.
 */
export const recipientsOf = async (deps: Deps, segment: Segment) => ({
  everyone: recipientsQuery(deps.db, segment, await bookersOf(deps, segment)),
})

export const countRecipientsOf = async (deps: Deps, segment: Segment): Promise<number> =>
  countRecipients(deps.db, segment, await bookersOf(deps, segment))

/** Those of some addresses that get the newsletter. @param emails in lower case */
export const receivingAmong = async ({ db }: { db: Db }, emails: string[]): Promise<Set<string>> =>
  new Set(await readInParts(emails, (some) => selectReceivingAddresses(db, some)))

/** The condition for it, for the query of a list. */
export const getsNewsletter = receivesAt

const YEAR_MS = 365 * 86_400_000

/** The subqueries that a segment needs. */
export async function bookersOf(
  { db, clock }: Deps,
  { booked, notBookedForYear, place, clicked }: Segment,
): Promise<Bookers> {
  const yearAgo = clock.now() - YEAR_MS
  return {
    booked: booked.length > 0 ? emailsThatBooked(db, { sessionTypes: booked }) : undefined,
    bookedWithinYear: notBookedForYear ? emailsThatBooked(db, { since: yearAgo }) : undefined,
    inPlace:
      place === '' ? undefined : emailsThatBooked(db, { place, isInStudio: await isInStudio(db, place) }),
    clicked: clicked ? clickedSince(db, yearAgo) : undefined,
  }
}

async function isInStudio(db: Db, place: string): Promise<boolean> {
  const { street, locality, region, postalCode } = (await readSettings({ db })).studio.address
  const address = [street, locality, region, postalCode].join(' ').toLowerCase()
  return place.split(' ').every((word) => address.includes(word.toLowerCase()))
}

import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { addDays, dateOf } from '~/platform/time'
import { findOffer, listStarts } from '../availability/operations.server'
import { REMINDERS } from '../emails/model'
import { writeBooking } from '../reservations/operations.server'
import { insertEvent, insertReminder, updateBooking } from '../reservations/store.server'

const DAY_MS = 86_400_000
/** So long before its session, in days, a sample was booked. */
const BOOKED_BEFORE = 35
const LOOKED_AT = 21

interface Sample {
  sessionType: string
  place: string
  /** From today on; before 0: it has been. */
  days: number
  name: string
  email: string
  phone: string
  notes: string
}

/**
 * A confirmed booking of the demo content, or one that has been, on a start that the rules offered and nobody has. No
 * letter is written for it, now or later. Nothing is booked where the rules offer nothing.
 */
export async function addSampleBooking(
  { db: tx, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  { sessionType, place, days, ...client }: Sample,
): Promise<void> {
  const settings = await readSettings({ db: tx })
  const offer = await findOffer({ db: tx }, { service: sessionType, location: place })
  if (!offer) return
  const zone = settings.studio.timeZone
  // As the client saw the calendar on the day of the booking.
  const booked: Clock = { ...clock, now: () => clock.now() + Math.min(0, days - BOOKED_BEFORE) * DAY_MS }
  const first = addDays(dateOf(clock.now(), zone), days)
  const startsAt = await firstFree({ db: tx, clock: booked }, { offer, zone, first })
  if (startsAt === undefined) return
  const isPast = days < 0
  if (isPast && startsAt + offer.type.minutes * 60_000 > clock.now()) return
  const { name, email, phone, notes } = client
  for (;;) {
    const written = await writeBooking(
      { db: tx, clock: booked, config },
      {
        settings,
        offer,
        startsAt,
        miniDayId: null,
        details: { name, email, phone, notes, partySize: 2, address: '', answers: [] },
        state: 'confirmed',
        termsVersion: null,
        priceCents: offer.type.priceCents,
        submissionKey: null,
        by: { kind: 'client', name },
        isTold: false,
      },
    )
    if (!written.ok && written.reason === 'reference-taken') continue
    if (!written.ok) return
    const { id, version, sessionDate, sessionEnd } = written.booking
    for (const reminder of REMINDERS)
      await insertReminder(tx, { bookingId: id, reminder, sessionDate, at: clock.now() })
    if (!isPast) return
    await updateBooking(tx, { id, version }, { state: 'done' })
    const by = { kind: 'program', name: '' } as const
    await insertEvent(tx, id, { kind: 'done', at: sessionEnd, by, detail: {} })
    return
  }
}

async function firstFree(
  deps: { db: Tx; clock: Clock },
  {
    offer,
    zone,
    first,
  }: { offer: NonNullable<Awaited<ReturnType<typeof findOffer>>>; zone: string; first: string },
): Promise<number | undefined> {
  for (let day = 0; day < LOOKED_AT; day++) {
    const starts = await listStarts(deps, { offer, zone, date: addDays(first, day) })
    const free = starts.filter(({ state }) => state === 'free')
    // Not the first of the day, which newcomers and tests like to take.
    const middle = free[Math.floor(free.length / 2)]
    if (middle) return middle.startsAt
  }
  return undefined
}

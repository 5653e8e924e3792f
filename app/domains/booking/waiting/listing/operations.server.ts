import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { dateOf, fullDate, momentLabel } from '~/platform/time'
import { lockCalendar } from '../../reservations/occupancies-store.server'
import { clockTime, dayAndTime } from '../../start-labels'
import { IN_LINE, type WaitingState } from '../model'
import { nextOfferHour } from '../offer-hours'
import { setNextLook } from '../operations.server'
import { releaseOffered, selectWaiting, updateWaiting } from '../store.server'
import { readWaitingCursor, type WaitingDays, type WaitingLine, writeWaitingCursor } from './model'
import { countInLine, selectWaitingListed } from './store.server'

const PAGE_SIZE = 50

interface Deps {
  db: Db
  clock: Clock
}

/** Who waits for a start, day by day, and what became of it. `next`: what the next page begins after. */
export async function listWaiting(
  { db, clock }: Deps,
  { days, after }: { days: WaitingDays; after: string | null },
): Promise<{ lines: WaitingLine[]; next: string | null }> {
  const zone = (await readSettings({ db })).studio.timeZone
  const now = clock.now()
  const query = { days, today: dateOf(now, zone), after: readWaitingCursor(after), limit: PAGE_SIZE + 1 }
  const found = await selectWaitingListed(db, query)
  const shown = found.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    lines: shown.map((row) => ({
      id: row.id,
      state: row.state,
      name: row.name,
      email: row.email,
      session: row.session,
      place: row.place,
      date: row.date,
      day: fullDate(row.date),
      joined: momentLabel(row.created_at, zone),
      offer: offerWords(row, now, zone),
      can: {
        offer: days === 'coming' && (row.state === 'waiting' || row.state === 'kept'),
        takeOff: days === 'coming' && IN_LINE.includes(row.state),
      },
    })),
    next: found.length > PAGE_SIZE && last ? writeWaitingCursor(last) : null,
  }
}

function offerWords(
  row: { state: WaitingState; offered_start: number | null; offered_until: number | null },
  now: number,
  zone: string,
): string {
  if (row.offered_start === null || row.offered_until === null) return ''
  const start = clockTime(row.offered_start, zone)
  if (row.state === 'kept') {
    const hour = nextOfferHour(now, zone)
    const when = hour > now ? dayAndTime(hour, zone) : 'within a minute'
    return `${start} is on hold for them. We’ll email them ${when}.`
  }
  const until = dayAndTime(row.offered_until, zone)
  return row.state === 'offered' ? `${start}, until ${until}` : `${start} was offered until ${until}`
}

/** How many stand in line for days from one to another, both included, YYYY-MM-DD. */
export const countWaitingBetween = (
  { db }: Pick<Deps, 'db'>,
  between: { from: string; until: string },
): Promise<number> => countInLine(db, between)

export type TakenOff = { ok: true } | { ok: false; reason: 'missing' | 'changed-meanwhile' }

/** Takes somebody off the list, with what is offered to them, which goes to the next in line. Nobody is told. */
export async function takeOffWaitingList(
  { db, clock, author }: Deps & { author: Author },
  seen: { id: string; state: string },
): Promise<TakenOff> {
  return await transact(db, async (tx): Promise<TakenOff> => {
    await lockCalendar(tx, 'default')
    const entry = await selectWaiting(tx, seen.id)
    if (!entry) return { ok: false, reason: 'missing' }
    if (entry.state !== seen.state || !IN_LINE.includes(entry.state))
      return { ok: false, reason: 'changed-meanwhile' }
    if (!(await updateWaiting(tx, entry.id, [entry.state], { state: 'left' })))
      return { ok: false, reason: 'changed-meanwhile' }
    if (entry.state !== 'waiting') {
      await releaseOffered(tx, entry)
      await setNextLook({ db: tx, clock })
    }
    await recordAction(
      { db: tx, clock, author },
      { action: 'waiting-taken-off', subject: `Waitlist for ${fullDate(entry.date)}: ${entry.name}` },
    )
    return { ok: true }
  })
}

import { bareTime, dateOf, timeLabel } from '~/platform/time'
import type { Span } from '../availability/model'
import { instantsOf } from '../availability/wall-time'
import { spanLabel, timesLabel } from './labels'
import type { EntryFace, EntryKind } from './model'

/** A calendar entry with its instants. */
export interface Entry extends Span {
  face: EntryFace
  /** Including buffers. */
  taken: Span
  move: { version: number; minutes: number } | null
}

interface Found {
  sessions: (Span & {
    id: string
    title: string
    name: string
    state: string
    miniDayId: string | null
    version: number
  })[]
  taken: (Span & {
    id: string
    kind: 'booking' | 'hold' | 'block'
    title: string
    heldFor: string | null
    bookingId: string | null
    expiresAt: number | null
  })[]
  external: (Span & { id: string; title: string })[]
  miniDays: {
    id: string
    title: string
    date: string
    starts: string[]
    minutes: number
    isPublished: boolean
  }[]
}

const SAID: Record<EntryKind, string> = {
  requested: 'requested',
  confirmed: 'confirmed',
  done: 'done',
  'no-show': 'no-show',
  held: 'for a client',
  block: 'blocked',
  external: 'in another calendar',
  mini: 'mini-session day',
}

/** Everything found, as entries ordered by start. Each mini session day is one entry. */
export function entriesOf({ sessions, taken, external, miniDays }: Found, zone: string): Entry[] {
  const spans = new Map(taken.flatMap((each) => (each.bookingId ? [[each.bookingId, each]] : [])))
  const entry = (
    kind: EntryKind,
    { startsAt, endsAt, ...of }: Span & { id: string; title: string; detail: string },
    more: Partial<Pick<Entry, 'taken' | 'move'>> = {},
  ): Entry => {
    const span = { startsAt, endsAt }
    const [date, times] = [dateOf(startsAt, zone), timesLabel(span, zone)]
    const said = `${spanLabel(span, zone)}, ${SAID[kind]}`
    return {
      ...span,
      face: { ...of, kind, begins: bareTime(startsAt, zone), times, date, said },
      taken: span,
      move: null,
      ...more,
    }
  }
  return [
    ...sessions.map((session) => {
      const kind = session.state as 'requested' | 'confirmed' | 'done' | 'no-show'
      const isOpen = kind === 'requested' || kind === 'confirmed'
      return entry(
        kind,
        { ...session, ...titlesOf(session) },
        {
          taken: spans.get(session.id) ?? session,
          move: isOpen
            ? { version: session.version, minutes: (session.endsAt - session.startsAt) / 60_000 }
            : null,
        },
      )
    }),
    ...taken.flatMap((each) => {
      if (each.kind === 'block')
        return [entry('block', { ...each, title: each.title || 'Blocked', detail: '' })]
      if (each.kind === 'booking') return []
      const until = timeLabel(each.expiresAt ?? each.endsAt, zone)
      return [
        entry('held', {
          ...each,
          title: 'On hold',
          detail: `until ${until}${each.heldFor ? `, ${each.heldFor}` : ''}`,
        }),
      ]
    }),
    ...external.map((each) => entry('external', { ...each, title: `Busy: ${each.title}`, detail: '' })),
    ...miniDays.flatMap((day) => {
      const starts = day.starts.flatMap((time) => instantsOf(day.date, time, zone))
      if (starts.length === 0) return []
      const booked = sessions.filter(({ miniDayId }) => miniDayId === day.id)
      const open = booked.filter(({ state }) => state === 'requested').length
      const detail = day.isPublished
        ? `${booked.length} of ${starts.length} taken${open > 0 ? `, ${open} to answer` : ''}`
        : `${starts.length} times, not published`
      const span = { startsAt: Math.min(...starts), endsAt: Math.max(...starts) + day.minutes * 60_000 }
      return [entry('mini', { ...span, id: day.id, title: day.title, detail })]
    }),
  ].sort((a, b) => a.startsAt - b.startsAt)
}

/** All sessions of a mini session day have the same type, so the client's name is the title. */
const titlesOf = ({ title, name, miniDayId }: Found['sessions'][number]) =>
  miniDayId === null ? { title, detail: name } : { title: name, detail: title }

/** Shows each mini-session day as one entry instead of its sessions. */
export const withMiniDaysAsOne = (entries: Entry[], sessions: Found['sessions']): Entry[] => {
  const mini = new Set(entries.flatMap(({ face }) => (face.kind === 'mini' ? [face.id] : [])))
  const inside = new Set(
    sessions.flatMap(({ id, miniDayId }) => (miniDayId && mini.has(miniDayId) ? [id] : [])),
  )
  return entries.filter(({ face }) => !inside.has(face.id))
}

import { isBusinessDate } from '~/platform/text'
import { BOOKING_STATES, type BookingState } from '../reservations/model'

/** Sessions that are not over, the next one first; or all, the newest first. */
export const LIST_ORDERS = ['upcoming', 'all'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

export const SEARCH_MAX = 100

export interface BookingFilter {
  order: ListOrder
  /** null: in every state. */
  state: BookingState | null
  /** Ids; null: every one. */
  type: string | null
  place: string | null
  /** YYYY-MM-DD in the studio's zone, both included; null: open. */
  from: string | null
  until: string | null
  /** Only what still stands and whose deposit has not come. */
  isDepositDue: boolean
  /** Only bookings with an open fee, canceled ones among them. */
  isFeeDue: boolean
  search: string
}

/** Where the next page begins: after the booking with this start and this id. */
export interface BookingCursor {
  at: number
  id: string
}

export const writeBookingCursor = ({ at, id }: BookingCursor): string => `${at}.${id}`

/** null: none or invalid. */
export function readBookingCursor(text: string | null): BookingCursor | null {
  const [, at, id] = /^(-?\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

/** Reads a filter as the address spells it; what is no choice counts as none. */
export function readBookingFilter(get: (name: string) => string | null): BookingFilter {
  const id = (name: string) => (/^[\w-]{1,64}$/.test(get(name) ?? '') ? get(name) : null)
  const day = (name: string) => (isBusinessDate(get(name) ?? '') ? get(name) : null)
  return {
    order: LIST_ORDERS.find((each) => each === get('order')) ?? 'upcoming',
    state: BOOKING_STATES.find((each) => each === get('state')) ?? null,
    type: id('type'),
    place: id('place'),
    from: day('from'),
    until: day('until'),
    isDepositDue: get('deposit') === 'due',
    isFeeDue: get('fee') === 'due',
    search: (get('search') ?? '').trim().slice(0, SEARCH_MAX),
  }
}

/** The same for an address; what is as it is anyhow is left out. */
export const writeBookingFilter = (filter: BookingFilter): Record<string, string | null> => ({
  order: filter.order === 'upcoming' ? null : filter.order,
  state: filter.state,
  type: filter.type,
  place: filter.place,
  from: filter.from,
  until: filter.until,
  deposit: filter.isDepositDue ? 'due' : null,
  fee: filter.isFeeDue ? 'due' : null,
  search: filter.search,
})

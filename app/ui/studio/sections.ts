import type { StudioIconName } from './studio-icon'
import { studioPaths } from './studio-paths'

export interface Section {
  /** Pressed after G. */
  letter: string
  label: string
  icon: StudioIconName
  to: string
  /** How much waits there. */
  waiting: number
}

/** The rooms of the Studio that this person may enter. */
export function sectionsFor(
  isOwner: boolean,
  waiting: { bookings: number; messages: number; mail: number } = { bookings: 0, messages: 0, mail: 0 },
): Section[] {
  const section = (letter: string, icon: StudioIconName, label: string, to: string, count = 0): Section => ({
    letter,
    label,
    icon,
    to,
    waiting: count,
  })
  return [
    section('T', 'today', 'Today', studioPaths.today()),
    section('B', 'bookings', 'Bookings', studioPaths.bookings(), waiting.bookings),
    section('M', 'messages', 'Inbox', studioPaths.messages(), waiting.messages),
    section('E', 'mail', 'Sent emails', studioPaths.mail(), waiting.mail),
    section('G', 'grid', 'Galleries', studioPaths.galleries()),
    section('H', 'photos', 'Photos', studioPaths.photos()),
    ...(isOwner ? [section('L', 'people', 'Clients', studioPaths.people())] : []),
    section('P', 'pages', 'Website', studioPaths.pages()),
    ...(isOwner ? [section('S', 'settings', 'Settings', studioPaths.settings())] : []),
    section('A', 'audit', 'Activity', studioPaths.audit()),
  ]
}

/** What decides when a session can be booked is reached from the bookings. */
const ROOMS_OF_BOOKINGS = ['availability', 'session-types', 'places', 'mini-days']

/** Settings have many pages below one another; Today is above all and yet only itself. */
export function isCurrent({ icon, to }: Section, pathname: string): boolean {
  if (icon === 'today') return pathname === to
  const room = pathname.split('/')[2] ?? ''
  return room === to.split('/')[2] || (icon === 'bookings' && ROOMS_OF_BOOKINGS.includes(room))
}

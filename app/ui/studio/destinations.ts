import { paths } from '~/ui/paths'
import type { FoundEntry } from './found-list'
import type { Section } from './sections'
import { studioPaths } from './studio-paths'

/** Pages of the Bookings section that have no tab. */
const IN_BOOKINGS: [label: string, to: string][] = [
  ['Booking list', studioPaths.bookingList()],
  ['New booking', studioPaths.newBooking()],
  ['Block time', studioPaths.newBlock()],
  ['Waitlist', studioPaths.waitlist()],
]

/** Studio pages in whose names words begin with all of the given ones; without words, only the sections. */
export function findDestinations(sections: Section[], words: string): FoundEntry[] {
  const within = words === '' ? [] : sections.flatMap(pagesOf)
  return entriesWith([...sectionEntries(sections), ...within], words)
}

const sectionEntries = (sections: Section[]): FoundEntry[] => [
  ...sections.map(({ label, icon, to, shortcut }) => ({ key: icon, label, icon, to, keys: ['G', shortcut] })),
  { key: 'site', label: 'View the public site', icon: 'site' as const, to: paths.home(), leaves: true },
]

function pagesOf({ icon, pages }: Section): FoundEntry[] {
  const named = pages
    .filter(({ hasFields }) => !hasFields)
    .map(({ label, to }): [string, string] => [label, to])
  return [...named, ...(icon === 'bookings' ? IN_BOOKINGS : [])].map(([label, to]) => ({
    key: to,
    label,
    icon,
    to,
  }))
}

/**
 * Entries in whose names words begin with all of the given ones, in any order. Names of clients are often a part of
 * such a word, as “king” of “Booking list”.
 */
export function entriesWith(entries: FoundEntry[], words: string): FoundEntry[] {
  const sought = words.toLowerCase().split(/\s+/)
  return entries.filter(({ label }) => sought.every((word) => ` ${label.toLowerCase()}`.includes(` ${word}`)))
}

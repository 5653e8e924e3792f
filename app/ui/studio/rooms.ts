import { paths } from '~/ui/paths'
import type { FoundEntry } from './found'
import type { Section } from './sections'
import type { StudioIconName } from './studio-icon'
import { studioPaths } from './studio-paths'

/** What stands within a room and is looked for by its own name. The settings' groups are found with their fields. */
const WITHIN: Partial<Record<StudioIconName, [label: string, to: string][]>> = {
  bookings: [
    ['List of bookings', studioPaths.bookingList()],
    ['New booking', studioPaths.newBooking()],
    ['Block time', studioPaths.newBlock()],
    ['Waitlist', studioPaths.waitingList()],
  ],
  pages: [
    ['Services & prices', studioPaths.services()],
    ['FAQ', studioPaths.questions()],
    ['Testimonials', studioPaths.testimonials()],
  ],
  settings: [
    ['Availability', studioPaths.availability()],
    ['Session types', studioPaths.sessionTypes()],
    ['Locations', studioPaths.places()],
    ['Mini-session days', studioPaths.miniDays()],
    ['Terms', studioPaths.terms()],
    ['Logo and favicon', studioPaths.settingsLogo()],
    ['Calendar sync', studioPaths.settingsCalendars()],
    ['Email settings', studioPaths.settingsMail()],
    ['Team', studioPaths.team()],
  ],
}

/** The rooms of the Studio that have all of the words in their names, and what stands within them; without words the rooms alone. */
export function roomsCalled(sections: Section[], words: string): FoundEntry[] {
  const within = words === '' ? [] : sections.flatMap(entriesWithin)
  return entriesCalled([...roomEntries(sections), ...within], words)
}

const roomEntries = (sections: Section[]): FoundEntry[] => [
  ...sections.map(({ label, icon, to, letter }) => ({ key: to, label, icon, to, keys: ['G', letter] })),
  { key: 'site', label: 'View the public site', icon: 'site' as const, to: paths.home(), leaves: true },
]

const entriesWithin = ({ icon }: Section): FoundEntry[] =>
  (WITHIN[icon] ?? []).map(([label, to]) => ({ key: to, label, icon, to }))

/** Those whose names have all of the words, in any order. */
export function entriesCalled(entries: FoundEntry[], words: string): FoundEntry[] {
  const sought = words.toLowerCase().split(/\s+/)
  return entries.filter(({ label }) => sought.every((word) => label.toLowerCase().includes(word)))
}

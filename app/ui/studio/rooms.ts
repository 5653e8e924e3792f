import { paths } from '~/ui/paths'
import type { FoundEntry } from './found'
import type { Section } from './sections'

/** The rooms of the Studio as entries of the palette, with the ways out of it. */
export const roomEntries = (sections: Section[]): FoundEntry[] => [
  ...sections.map(({ label, icon, to, letter }) => ({ key: to, label, icon, to, keys: ['G', letter] })),
  { key: 'site', label: 'View the public site', icon: 'site' as const, to: paths.home(), leaves: true },
]

/** Those whose names have all of the words, in any order. */
export function entriesCalled(entries: FoundEntry[], words: string): FoundEntry[] {
  const sought = words.toLowerCase().split(/\s+/)
  return entries.filter(({ label }) => sought.every((word) => label.toLowerCase().includes(word)))
}

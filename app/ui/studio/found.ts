import type { StudioIconName } from './studio-icon'

/** One thing that the palette and the page of what was found lead to. */
export interface FoundEntry {
  key: string
  label: string
  /** What tells it from others of the same name. */
  detail?: string
  icon: StudioIconName
  to: string
  /** Keys that do the same. */
  keys?: string[]
  /** Leads out of the Studio, so that the browser loads it. */
  leaves?: boolean
}

export interface FoundEntries {
  heading: string
  entries: FoundEntry[]
  /** The list with all of them, when there are more. */
  more?: string
}

/** "1 result", "12 results", "No results." */
export const countLabel = (count: number): string =>
  count === 0 ? 'No results.' : count === 1 ? '1 result' : `${count} results`

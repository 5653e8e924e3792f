import type { StudioIconName } from './studio-icon'

/** One entry of the palette or the search page. */
export interface FoundEntry {
  key: string
  label: string
  /** Tells it apart from others of the same name. */
  detail?: string
  icon: StudioIconName
  to: string
  /** Its keyboard shortcut. */
  keys?: string[]
  /** Leaves the Studio, so it loads as a document. */
  leaves?: boolean
}

export interface FoundEntries {
  heading: string
  entries: FoundEntry[]
  /** Link to the full list, when there are more. */
  more?: string
}

/** "1 result", "12 results", "No results." */
export const countLabel = (count: number): string =>
  count === 0 ? 'No results.' : count === 1 ? '1 result' : `${count} results`

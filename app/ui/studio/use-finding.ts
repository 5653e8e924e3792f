import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { FoundEntries } from './found'
import { studioPaths } from './studio-paths'

/** Pause in typing before the search request, in milliseconds. */
const PAUSE = 120

interface Answer {
  /** The text that was searched. */
  typed: string
  groups: FoundEntries[]
}

/**
 * Searches after a pause in typing, and ignores outdated answers. The previous result stays until the next
 * one, so that nothing flickers.
 */
export function useFinding(typed: string): { groups: FoundEntries[]; isOutdated: boolean } {
  const { data, load } = useFetcher<Answer>()
  const words = typed.trim()
  useEffect(() => {
    if (words === '') return
    // Loading again aborts the fetcher's previous request.
    const timer = setTimeout(() => load(studioPaths.search({ words })), PAUSE)
    return () => clearTimeout(timer)
  }, [words, load])
  if (words === '' || !data) return { groups: [], isOutdated: words !== '' }
  return { groups: data.groups, isOutdated: data.typed !== words }
}

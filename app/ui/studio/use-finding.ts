import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { FoundEntries } from './found'
import { studioPaths } from './studio-paths'

/** How long the typing has to pause before the studio is asked, in milliseconds. */
const PAUSE = 120

interface Answer {
  /** The words for which this is the answer, as they were typed. */
  typed: string
  groups: FoundEntries[]
}

/**
 * Asks for what has these words, once the typing pauses; an answer that has become outdated is not waited for.
 * Until the next answer is there the last one stays, so that nothing flickers.
 */
export function useFinding(typed: string): { groups: FoundEntries[]; isOutdated: boolean } {
  const { data, load } = useFetcher<Answer>()
  const words = typed.trim()
  useEffect(() => {
    if (words === '') return
    // A load of the same fetcher aborts the one before.
    const timer = setTimeout(() => load(studioPaths.search({ words })), PAUSE)
    return () => clearTimeout(timer)
  }, [words, load])
  if (words === '' || !data) return { groups: [], isOutdated: words !== '' }
  return { groups: data.groups, isOutdated: data.typed !== words }
}

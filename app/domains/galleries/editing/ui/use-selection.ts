import { useState } from 'react'

/** Which frames of the page are chosen; `all`: everything that the editor shows, on every page. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  /** Where a range begins. */
  const [anchor, setAnchor] = useState<string | null>(null)
  /** The next frame that is pressed ends a range, as with Shift: for fingers. */
  const [isRanging, setRanging] = useState(false)
  const here = all ? new Set(ids) : new Set(ids.filter((id) => chosen.has(id)))
  return {
    chosen: here as ReadonlySet<string>,
    all,
    isRanging,
    setRanging,
    toggle(id: string, isRange = false) {
      const from = anchor === null ? -1 : ids.indexOf(anchor)
      setAll(false)
      if (isRange && from !== -1) {
        setRanging(false)
        const to = ids.indexOf(id)
        const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
        setChosen(new Set([...here, ...range]))
        return
      }
      const next = new Set(here)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
      setAnchor(id)
    },
    only(id: string) {
      setAll(false)
      setChosen(new Set([id]))
      setAnchor(id)
    },
    everyHere() {
      setAll(false)
      setChosen(new Set(ids))
    },
    setAll(isAll: boolean) {
      setAll(isAll)
      setChosen(new Set())
    },
    clear() {
      setAll(false)
      setChosen(new Set())
    },
  }
}

export type Selection = ReturnType<typeof useSelection>

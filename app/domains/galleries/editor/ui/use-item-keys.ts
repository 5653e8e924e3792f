import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { Target } from '../arrangement'
import type { Selection } from './use-items'

interface ItemKeys {
  ids: readonly string[]
  selection: Selection
  onMove: (ids: string[], target: Target) => void
  /** undefined: the person isn't allowed to remove items. */
  onRemove: ((ids: string[]) => void) | undefined
  onOpen: (id: string) => void
}

/**
 * Keyboard control of the grid: arrows move the focus, with Shift extend the selection, with Alt move the
 * photos; Space selects, Enter opens, Delete removes, Escape clears the selection, Ctrl and A selects the
 * page. `keepBeside` focuses a neighbor of photos about to be removed.
 */
export function useItemKeys({ ids, selection, onMove, onRemove, onOpen }: ItemKeys) {
  const grid = useRef<HTMLDivElement>(null)
  /** The item that gets the focus back after it moved in the document. */
  const kept = useRef<string | null>(null)
  const boxOf = (id: string | undefined) =>
    id === undefined
      ? null
      : (grid.current?.querySelector<HTMLElement>(`[data-item="${id}"] [data-pick]`) ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order
  useLayoutEffect(() => {
    if (kept.current === null) return
    const box = boxOf(kept.current)
    kept.current = null
    box?.focus({ preventScroll: true })
    box?.closest('[data-item]')?.scrollIntoView({ block: 'nearest' })
  }, [ids.join(' ')])

  const keepBeside = (going: readonly string[]) => {
    const last = Math.max(...going.map((each) => ids.indexOf(each)))
    kept.current =
      ids.slice(last + 1).find((each) => !going.includes(each)) ??
      ids.findLast((each) => !going.includes(each)) ??
      null
  }
  const columns = (): number => {
    const items = [...(grid.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const top = items[0]?.offsetTop
    const below = items.findIndex((item) => item.offsetTop !== top)
    return below === -1 ? Math.max(1, items.length) : below
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item
    if (id === undefined || !target.matches('[data-pick]')) return
    const at = ids.indexOf(id)
    const acting = selection.chosen.has(id) ? ids.filter((each) => selection.chosen.has(each)) : [id]
    const step = STEPS[event.key]
    const by = step === undefined ? 0 : step === 'row' ? columns() : step === '-row' ? -columns() : step
    if (step !== undefined && event.altKey) moveBy(by)
    else if (step !== undefined && !event.ctrlKey && !event.metaKey) focusAt(at + by, event.shiftKey)
    else if (event.key === 'Home' || event.key === 'End')
      focusAt(event.key === 'Home' ? 0 : ids.length - 1, false)
    else if (event.key === ' ' && event.shiftKey) selection.toggle(id, true)
    else if (event.key === 'Enter') onOpen(id)
    else if (onRemove && (event.key === 'Delete' || event.key === 'Backspace')) {
      keepBeside(acting)
      onRemove(acting)
    } else if (event.key === 'Escape') selection.clear()
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) selection.everyHere()
    else return
    event.preventDefault()

    function moveBy(places: number) {
      kept.current = id ?? null
      if (places === -1 || places === 1) return onMove(acting, { to: places === -1 ? 'earlier' : 'later' })
      const edge = places < 0 ? ids.indexOf(acting[0] ?? '') : ids.indexOf(acting.at(-1) ?? '') + 1
      const before = ids[Math.max(0, edge + places)]
      onMove(
        acting,
        before === undefined
          ? { to: 'number', number: Number.MAX_SAFE_INTEGER }
          : { to: 'before', id: before },
      )
    }
    function focusAt(to: number, isRange: boolean) {
      const next = ids[Math.min(ids.length - 1, Math.max(0, to))]
      if (next === undefined) return
      boxOf(next)?.focus()
      boxOf(next)?.closest('[data-item]')?.scrollIntoView({ block: 'nearest' })
      if (!isRange) return
      if (!selection.chosen.has(id ?? '')) selection.toggle(id ?? '')
      selection.toggle(next, true)
    }
  }
  return { grid, onKeyDown, keepBeside }
}

const STEPS: Record<string, number | 'row' | '-row' | undefined> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: '-row',
  ArrowDown: 'row',
}

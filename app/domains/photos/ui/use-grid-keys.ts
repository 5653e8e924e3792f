import { type RefObject, useLayoutEffect } from 'react'

/** Arrows go from link to link within a grid; J and K walk it as they walk every list. */
export function useGridKeys(grid: RefObject<HTMLElement | null>): void {
  // With the grid itself: a key pressed as soon as it is seen is not lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const links = [...(grid.current?.querySelectorAll('a') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLAnchorElement)
      const to = nextPlace(event.key, at, columnsOf(links))
      const link = to === undefined ? undefined : links[to]
      if (!link) return
      event.preventDefault()
      link.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [grid])
}

/** @param at -1: the focus is elsewhere, where arrows scroll */
function nextPlace(key: string, at: number, columns: number): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key]
  return step === undefined || at === -1 ? undefined : at + step
}

/** Links of the first row. */
function columnsOf(links: HTMLElement[]): number {
  const top = links[0]?.getBoundingClientRect().top
  const below = links.findIndex((link) => link.getBoundingClientRect().top !== top)
  return below === -1 ? Math.max(1, links.length) : below
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

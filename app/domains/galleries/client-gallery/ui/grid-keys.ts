import type { KeyboardEvent } from 'react'

const ITEMS = '.client-gallery__grid > li'

/**
 * Arrow keys, Home and End move the focus from photo to photo, or from one favorite button to the next. Tab stops at
 * both, twice for each photo.
 */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (!(target instanceof HTMLElement)) return
  const item = target.closest('li')
  if (!item) return
  const items = [...document.querySelectorAll(ITEMS)]
  const next = nextOf(items, items.indexOf(item), key)
  const sameKind = next?.querySelector<HTMLElement>(target instanceof HTMLButtonElement ? 'button' : 'a')
  const focused = sameKind ?? next?.querySelector<HTMLElement>('a')
  if (!focused) return
  event.preventDefault()
  focused.focus()
}

function nextOf(items: Element[], at: number, key: string): Element | undefined {
  switch (key) {
    case 'ArrowLeft':
      return items[at - 1]
    case 'ArrowRight':
      return items[at + 1]
    case 'ArrowUp':
      return nearestInRow(items.slice(0, at).toReversed(), items[at])
    case 'ArrowDown':
      return nearestInRow(items.slice(at + 1), items[at])
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return undefined
  }
}

/** Of the first row in `others` that isn't the item's own, the photo that is nearest to it. */
function nearestInRow(others: Element[], from: Element | undefined): Element | undefined {
  if (!from) return undefined
  const topOf = (item: Element) => Math.round(item.getBoundingClientRect().top)
  const middleOf = (item: Element) => {
    const { left, width } = item.getBoundingClientRect()
    return left + width / 2
  }
  const first = others.findIndex((item) => topOf(item) !== topOf(from))
  const start = others[first]
  if (!start) return undefined
  const top = topOf(start)
  const end = others.findIndex((item, at) => at > first && topOf(item) !== top)
  const distanceOf = (item: Element) => Math.abs(middleOf(item) - middleOf(from))
  return others
    .slice(first, end === -1 ? undefined : end)
    .reduce((best, item) => (distanceOf(item) < distanceOf(best) ? item : best))
}

import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Where items would be moved: before an item, to the end of a set, or to the adjacent edge of the previous or
 * next page.
 */
export type Drop = { before: string } | { endOf: string | null } | { page: 'before' | 'after' }

export interface Drag {
  ids: string[]
  x: number
  y: number
  drop: Drop | null
}

/** Pixels after which a press becomes a drag. */
const SLACK = 6
/** Distance from the window's edge at which the page scrolls, and the step, in pixels. */
const EDGE = 90
const SCROLL = 14

interface Pressed {
  pointer: number
  id: string
  x: number
  y: number
}

/**
 * Drags items: by mouse anywhere on the photo, by touch only at the handle, since a touch on the photo
 * scrolls. Escape cancels.
 */
export function useItemDrag(idsWith: (id: string) => string[], onDrop: (ids: string[], drop: Drop) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const pressed = useRef<Pressed | null>(null)
  const current = useRef<Drag | null>(null)
  const handlers = useRef({ idsWith, onDrop })
  handlers.current = { idsWith, onDrop }
  const put = useCallback((next: Drag | null) => {
    current.current = next
    setDrag(next)
  }, [])

  useEffect(() => {
    const move = (event: PointerEvent) => {
      const press = pressed.current
      if (press?.pointer !== event.pointerId) return
      const { clientX: x, clientY: y } = event
      if (!current.current && Math.hypot(x - press.x, y - press.y) < SLACK) return
      event.preventDefault()
      const ids = current.current?.ids ?? handlers.current.idsWith(press.id)
      put({ ids, x, y, drop: dropAt(x, y, current.current?.drop ?? null) })
    }
    const end = (event: PointerEvent) => {
      const done = current.current
      const press = pressed.current
      if (press?.pointer !== event.pointerId) return
      pressed.current = null
      if (!done) return
      // Suppresses the click after the drag, which would select the item.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      put(null)
      if (event.type === 'pointerup' && done.drop) handlers.current.onDrop(done.ids, done.drop)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !current.current) return
      event.preventDefault()
      pressed.current = null
      put(null)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('keydown', key, { capture: true })
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', key, { capture: true })
    }
  }, [put])

  const isLifted = drag !== null
  useEffect(() => {
    if (!isLifted) return
    const timer = setInterval(() => {
      const { current: held } = current
      if (!held) return
      const by = held.y < EDGE ? -SCROLL : held.y > innerHeight - EDGE ? SCROLL : 0
      const was = scrollY
      if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
      // Scrolling moves other items under the pointer.
      if (scrollY !== was) put({ ...held, drop: dropAt(held.x, held.y, held.drop) })
    }, 16)
    return () => clearInterval(timer)
  }, [isLifted, put])

  // Set names and page links outside the grid are drop targets too.
  const target = drag?.drop ? selectorOf(drag.drop) : null
  useEffect(() => {
    const place = target === null ? null : document.querySelector(target)
    place?.setAttribute('data-over', '')
    return () => place?.removeAttribute('data-over')
  }, [target])

  const press = (event: ReactPointerEvent, id: string) => {
    const isHandle = event.target instanceof Element && event.target.closest('[data-handle]') !== null
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
    pressed.current = { pointer: event.pointerId, id, x: event.clientX, y: event.clientY }
  }
  return { drag, press }
}

/** Selector of a drop target outside the grid. */
function selectorOf(drop: Drop): string | null {
  if ('page' in drop) return `[data-page="${drop.page}"]`
  return 'endOf' in drop ? `a[data-set-end="${drop.endOf ?? ''}"]` : null
}

const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

/** The drop target under the pointer: before or after an item, a set, or a page link. */
function dropAt(x: number, y: number, last: Drop | null): Drop | null {
  const under = document.elementFromPoint(x, y)
  if (!under) return last
  if (under.closest('[data-gap]')) return last
  const item = under.closest<HTMLElement>('[data-item]')
  if (item) {
    const box = item.getBoundingClientRect()
    if (x < box.left + box.width / 2) return { before: item.dataset.item ?? '' }
    const next = nextItem(item)
    return next ? { before: next } : { endOf: item.dataset.set || null }
  }
  const page = under.closest<HTMLElement>('[data-page]')?.dataset.page
  if (page === 'before' || page === 'after') return { page }
  const set = under.closest<HTMLElement>('[data-set-end]')
  return set ? { endOf: set.dataset.setExpiration || null } : last
}

function nextItem(item: HTMLElement): string | undefined {
  let next = item.nextElementSibling
  while (next instanceof HTMLElement && !next.dataset.item) next = next.nextElementSibling
  return next instanceof HTMLElement ? next.dataset.item : undefined
}

import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react'

/** Where items would go: before one of them, to the end of a set, or to the edge of the page before or after this one. */
export type Drop = { before: string } | { endOf: string | null } | { page: 'before' | 'after' }

export interface Drag {
  ids: string[]
  x: number
  y: number
  drop: Drop | null
}

/** Pixels before a press is a drag. */
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
 * Lifts items by pointer: with a mouse anywhere on the picture, with a finger by the handle alone, since a finger on a
 * picture scrolls. Escape puts them back.
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
      // The click that follows would choose the item.
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
      // The pointer rests, and other items come under it.
      if (scrollY !== was) put({ ...held, drop: dropAt(held.x, held.y, held.drop) })
    }, 16)
    return () => clearInterval(timer)
  }, [isLifted, put])

  // Set names and page links outside of the grid are drop targets.
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

/** Marks a drop target outside of the grid. */
function selectorOf(drop: Drop): string | null {
  if ('page' in drop) return `[data-page="${drop.page}"]`
  return 'endOf' in drop ? `a[data-set-end="${drop.endOf ?? ''}"]` : null
}

const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

/** What lies under the pointer: the nearer side of a item, the gap itself, a set, or the way to another page. */
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

import { useLayoutEffect, useRef } from 'react'

/** A letter after G leads to a room of the Studio and is none of ours, so long after it (milliseconds). */
const PREFIX_LASTS = 1_500

/** Keys of the calendar, except while someone types, a dialog is open or something that has the focus took them. */
export function useCalendarKeys(keys: Record<string, (() => void) | null>): void {
  const current = useRef(keys)
  current.current = keys
  // With the page itself: a key pressed as soon as it is seen is not lost.
  useLayoutEffect(() => {
    let prefixAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const followsPrefix = event.timeStamp - prefixAt < PREFIX_LASTS
      prefixAt = event.key === 'g' && !followsPrefix ? event.timeStamp : Number.NEGATIVE_INFINITY
      const act = followsPrefix ? null : current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

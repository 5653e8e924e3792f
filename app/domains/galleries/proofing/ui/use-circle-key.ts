import { useEffect, useRef } from 'react'
import { useChoice } from './choice-keeper'

/** F circles the photograph that is open, wherever the focus is, except in a field. */
export function useCircleKey(itemId: string): void {
  const choice = useChoice(itemId)
  const latest = useRef(choice)
  latest.current = choice
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
      if (event.key.toLowerCase() !== 'f' || isTyping(event.target)) return
      const now = latest.current
      if (!now || now.isLocked) return
      event.preventDefault()
      now.toggle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

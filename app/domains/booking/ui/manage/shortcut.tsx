import { useLayoutEffect, useRef } from 'react'
import { isTyping } from '~/ui/is-typing'

/** A shortcut's key, hidden from screen readers, since the button's accessible name is its action. */
export const ShortcutHint = ({ shortcut }: { shortcut: string }) => (
  <span aria-hidden="true">
    <kbd>{shortcut}</kbd>
  </span>
)

/** In milliseconds. After G, another key opens a Studio page and isn't handled here for this long. */
const PREFIX_LASTS = 1_500

/** Single-letter shortcuts, except while typing, in a dialog, or after G. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const current = useRef(keys)
  current.current = keys
  // A layout effect, so that a key pressed right after rendering isn't lost.
  useLayoutEffect(() => {
    let prefixAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const followsPrefix = event.timeStamp - prefixAt < PREFIX_LASTS
      prefixAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const act = current.current[event.key.toLowerCase()]
      if (!act || followsPrefix) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

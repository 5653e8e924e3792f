import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isTyping } from '~/ui/is-typing'

/** How long after G the second letter may follow, in milliseconds. */
const PREFIX_LASTS = 1_500

export interface Shortcuts {
  openPalette(): void
  openHelp(): void
  /** The lowercase letter after G. */
  go(letter: string): void
  /** A lowercase letter. @returns whether it did something */
  press(letter: string): boolean
}

/** Shortcuts for every Studio page, except while typing or in a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  // A layout effect, so that a key pressed right after rendering isn't lost.
  useLayoutEffect(() => {
    let prefixAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!isDialogOpen()) current.current.openPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target) || isDialogOpen() || !areSingleKeysOn())
        return
      const followsPrefix = event.timeStamp - prefixAt < PREFIX_LASTS
      prefixAt = event.key === 'g' && !followsPrefix ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (followsPrefix) current.current.go(event.key.toLowerCase())
      else if (event.key === '?') current.current.openHelp()
      else if (current.current.press(event.key)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** localStorage key for turning single-key shortcuts off. */
const KEY = 'studioSingleKeys'
const CHANGED = 'studio-single-keys'

/** Single-letter shortcuts can be turned off (WCAG 2.1.4), since speech input may trigger them. */
export const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage, shortcuts stay on.
  }
  dispatchEvent(new Event(CHANGED))
}

export const useSingleKeys = (): boolean => useSyncExternalStore(listen, areSingleKeysOn, () => true)

function listen(changed: () => void): () => void {
  addEventListener(CHANGED, changed)
  return () => removeEventListener(CHANGED, changed)
}

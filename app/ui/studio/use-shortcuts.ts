import { useLayoutEffect, useRef } from 'react'
import { areSingleKeysOn } from './single-keys'

/** How long after G its letter may come, in milliseconds. */
const PREFIX_LASTS = 1_500

export interface Shortcuts {
  openPalette(): void
  openHelp(): void
  /** The letter in lower case that came after G. */
  go(letter: string): void
  /** A letter in lower case by itself. @returns whether it did something */
  press(letter: string): boolean
}

/** Keys that work everywhere in the Studio, except while someone types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  // With the page itself: a key pressed as soon as it is seen is not lost.
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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

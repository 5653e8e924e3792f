import { useSyncExternalStore } from 'react'

/** localStorage key for turning single-key shortcuts off. */
const KEY = 'studioSingleKeys'
const CHANGED = 'studio-single-keys'

/** Single-letter shortcuts can be turned off (WCAG 2.1.4): speech input may trigger them by accident. */
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

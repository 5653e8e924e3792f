import { useSyncExternalStore } from 'react'

/** Where a browser keeps that single keys do nothing. */
const KEY = 'studioSingleKeys'
const CHANGED = 'studio-single-keys'

/** Keys that are single letters can be switched off (WCAG 2.1.4): who dictates says letters without meaning keys. */
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
    // A browser that keeps nothing keeps the keys on.
  }
  dispatchEvent(new Event(CHANGED))
}

export const useSingleKeys = (): boolean => useSyncExternalStore(listen, areSingleKeysOn, () => true)

function listen(changed: () => void): () => void {
  addEventListener(CHANGED, changed)
  return () => removeEventListener(CHANGED, changed)
}

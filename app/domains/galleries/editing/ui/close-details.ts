import type { KeyboardEvent } from 'react'

/** Closes what opens below a button; the focus within goes back to the button. */
export function closeDetails(details: HTMLDetailsElement): void {
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
  details.open = false
}

export function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.preventDefault()
  closeDetails(event.currentTarget)
}

import type { SyntheticEvent } from 'react'

/** Whether the button that sent a form saves or deletes; others only change what the form shows. */
export function isKept(event: SyntheticEvent): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent
  const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'save'
  return intent === 'save' || intent === 'remove'
}

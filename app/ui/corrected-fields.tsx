import { useEffect, useLayoutEffect, useRef } from 'react'
import { useFetchers, useNavigation } from 'react-router'

/**
 * Hides a field's error once the field is changed, and the note above the form once all its fields are. Both are shown
 * again if the form is sent and refused again.
 */
export function CorrectedFields() {
  const [navigation, fetchers] = [useNavigation(), useFetchers()]
  const isSending = [navigation, ...fetchers].some(({ state }) => state === 'submitting')
  const corrected = useRef<(() => void)[]>([])
  const isSent = useRef(false)

  useEffect(() => {
    const correct = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      for (const field of [target, target.closest('fieldset[aria-describedby]')])
        if (field) corrected.current.push(...leaveOut(field))
    }
    const send = () => {
      isSent.current = true
    }
    document.addEventListener('input', correct)
    document.addEventListener('submit', send)
    return () => {
      document.removeEventListener('input', correct)
      document.removeEventListener('submit', send)
    }
  }, [])
  // Before the note takes the focus, which it can't while it's hidden.
  useLayoutEffect(() => {
    if (isSending || !isSent.current) return
    isSent.current = false
    for (const restore of corrected.current.splice(0)) restore()
  })
  return null
}

/** Hides the error of a field. @returns what shows it again, unless React has removed it; none: there is no error */
function leaveOut(field: Element): (() => void)[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = ids.map((id) => document.getElementById(id)).find((each) => each?.matches('.err'))
  if (!error || error.hidden) return []
  const line = document.querySelector(`.note__list a[href="#${CSS.escape(field.id)}"]`)?.parentElement
  line?.toggleAttribute('data-corrected', true)
  const note = line?.closest<HTMLElement>('.note')
  const isDone = note?.querySelector('li:not([data-corrected])') === null
  const isInvalid = field.getAttribute('aria-invalid')
  error.hidden = true
  field.removeAttribute('aria-invalid')
  if (note && isDone) note.hidden = true
  return [
    () => {
      line?.removeAttribute('data-corrected')
      if (note) note.hidden = false
      error.hidden = false
      if (error.isConnected && isInvalid !== null) field.setAttribute('aria-invalid', isInvalid)
    },
  ]
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useFetchers, useNavigation } from 'react-router'
import { needsFixing } from './form-outcome'

/**
 * Hides a field's error and its line in the note above the form once the field is changed. Both are shown
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
  const line = document.querySelector(`.note__list a[href="#${CSS.escape(field.id)}"]`)?.closest('li')
  const isInvalid = field.getAttribute('aria-invalid')
  error.hidden = true
  field.removeAttribute('aria-invalid')
  if (line) showLine(line, false)
  return [
    () => {
      if (line) showLine(line, true)
      error.hidden = false
      if (error.isConnected && isInvalid !== null) field.setAttribute('aria-invalid', isInvalid)
    },
  ]
}

/** Shows or hides a line of the note, which counts its lines and is hidden without any. */
function showLine(line: HTMLElement, isShown: boolean): void {
  const note = line.closest<HTMLElement>('.note')
  const title = note?.querySelector('strong')?.firstChild
  const count = () => note?.querySelectorAll('li:not([hidden])').length ?? 0
  const counts = title?.nodeValue === needsFixing(count())
  line.hidden = !isShown
  if (!note) return
  note.hidden = count() === 0
  // Not read out while someone types. The focus reads it once the form is refused again.
  note.setAttribute('aria-live', 'off')
  if (title && counts) title.nodeValue = needsFixing(count())
}

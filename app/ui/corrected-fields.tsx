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
  const note = line?.closest<HTMLElement>('.note')
  const counts = note ? titleOf(note)?.nodeValue === needsFixing(countLines(note)) : false
  const isInvalid = field.getAttribute('aria-invalid')
  const show = (isShown: boolean) => {
    error.hidden = !isShown
    if (line) line.hidden = !isShown
    if (note) update(note, counts)
  }
  show(false)
  field.removeAttribute('aria-invalid')
  // Not read out while someone types. The focus reads it once the form is refused again.
  note?.setAttribute('aria-live', 'off')
  return [
    () => {
      show(true)
      if (error.isConnected && isInvalid !== null) field.setAttribute('aria-invalid', isInvalid)
    },
  ]
}

const titleOf = (note: Element) => note.querySelector('strong')?.firstChild
const countLines = (note: Element) => note.querySelectorAll('li:not([hidden])').length

/** A note without lines is hidden. After another refusal, it has lines that weren't there before. */
function update(note: HTMLElement, counts: boolean): void {
  const [title, count] = [titleOf(note), countLines(note)]
  note.hidden = count === 0
  if (title && counts) title.nodeValue = needsFixing(count)
}

import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pause in typing before the preview refreshes, in milliseconds. */
const PAUSE = 600

/** Pause before another attempt when the site can't be reached or fails, or a photo isn't ready, in milliseconds. */
const NEXT_ATTEMPT = 5_000

interface LivePreview {
  /** Id of the form. */
  form: string
  /** Address of the first preview. Buttons with `formAction` switch it. */
  action: string
  /** A new value refreshes the preview. */
  stamp: string | number
  frame: RefObject<HTMLIFrameElement | null>
  /** The frame's name. Buttons with this target refresh the preview. */
  target: string
}

/**
 * Posts the form for its preview after each pause in typing, and replaces the document inside the frame, so
 * that the scroll position stays and no history entry is added.
 * @returns a message if there is no preview
 */
export function useLivePreview({ form, action, stamp, frame, target }: LivePreview): string {
  const [said, setSaid] = useState('')
  const shownStamp = useRef<string | number>('')
  useEffect(() => {
    let current = new URL(action, location.href).href
    let timer: ReturnType<typeof setTimeout> | undefined
    let underway: AbortController | undefined
    const show = async () => {
      clearTimeout(timer)
      underway?.abort()
      underway = new AbortController()
      const { signal } = underway
      const sentence = await showIn(frame.current, { form, action: current, signal }).catch(() => undefined)
      if (signal.aborted) return
      setSaid(sentence ?? UNREACHABLE)
      if (sentence === undefined || sentence === UNFINISHED) timer = setTimeout(show, NEXT_ATTEMPT)
    }
    const type = ({ target: typed }: Event) => {
      if ((typed as HTMLInputElement | null)?.form?.id !== form) return
      clearTimeout(timer)
      timer = setTimeout(show, PAUSE)
    }
    const press = (event: SubmitEvent) => {
      const button = event.submitter as HTMLButtonElement | null
      if (button?.getAttribute('formtarget') !== target) return
      // Keeps React Router from handling it as a save.
      event.stopPropagation()
      frame.current?.scrollIntoView({ block: 'nearest' })
      // Another page has a different head, so the browser loads it into the frame.
      const isOther = button.formAction !== current
      current = button.formAction
      if (isOther) return
      event.preventDefault()
      show()
    }
    // The document that the browser loads replaces what was shown before.
    const arrive = () => underway && show()
    const listening = new AbortController()
    const { signal } = listening
    frame.current?.addEventListener('load', arrive, { signal })
    document.addEventListener('input', type, { signal })
    document.addEventListener('submit', press, { signal, capture: true })
    if (stamp !== shownStamp.current) show()
    shownStamp.current = stamp
    return () => {
      clearTimeout(timer)
      underway?.abort()
      listening.abort()
    }
  }, [form, action, stamp, frame, target])
  return said
}

const UNFINISHED = 'A photo isn’t ready yet.'
const UNREACHABLE = 'We couldn’t load the preview. Your text is still here.'

/** @returns a message if there is no preview; undefined when another attempt may work @throws without a connection */
async function showIn(
  frame: HTMLIFrameElement | null,
  { form, action, signal }: { form: string; action: string; signal: AbortSignal },
): Promise<string | undefined> {
  const filled = document.getElementById(form)
  if (!(filled instanceof HTMLFormElement) || !frame) return ''
  const fields = [...new FormData(filled)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  const answer = await fetch(action, { method: 'POST', body: new URLSearchParams(fields), signal })
  if (answer.status >= 500) return
  if (answer.redirected || (!answer.ok && answer.status !== 422)) return UNREACHABLE
  const made = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // An incomplete form shows a message and keeps the last preview.
  if (answer.status === 422) return [...made.querySelectorAll('li')].map((li) => li.textContent).join(' ')
  const shown = frame.contentDocument
  if (!shown || signal.aborted) return ''
  const place = shown.scrollingElement?.scrollTop ?? 0
  becomeLike(shown.body, made.body)
  shown.scrollingElement?.scrollTo({ top: place, behavior: 'instant' })
  return answer.headers.has('Retry-After') ? UNFINISHED : ''
}

/** Changes only what differs, so that a long page is laid out again only there and its pictures stay. */
function becomeLike(shown: Element, made: Element): void {
  const own = (node: Node) => shown.ownerDocument.importNode(node, true)
  if (!shown.cloneNode(false).isEqualNode(made.cloneNode(false))) {
    shown.replaceWith(own(made))
    return
  }
  const [before, after] = [[...shown.childNodes], [...made.childNodes]]
  while (before[0] && after[0]?.isEqualNode(before[0])) [before.shift(), after.shift()]
  let end: ChildNode | null = null
  while (before.length > 0 && after.at(-1)?.isEqualNode(before.at(-1) ?? null)) {
    end = before.pop() ?? null
    after.pop()
  }
  if (before.length !== after.length) {
    for (const node of before) node.remove()
    for (const node of after) shown.insertBefore(own(node), end)
    return
  }
  for (const [at, node] of before.entries()) {
    const other = after[at]
    if (isElement(node) && other && isElement(other)) becomeLike(node, other)
    else if (other) node.replaceWith(own(other))
  }
}

/** An element of any document, such as one in a frame. */
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE

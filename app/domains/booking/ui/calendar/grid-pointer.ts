/** A pointer's position on the grid. */
export interface GridPoint {
  column: number
  /** Minute on the axis, not snapped. */
  minute: number
}

/** The column nearest to the pointer, and the minute. */
export function pointUnder(
  region: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  { from, until }: { from: number; until: number },
): GridPoint {
  const columns = [...region.querySelectorAll('[data-column]')].map((each) => each.getBoundingClientRect())
  const column = columns.findIndex(({ right }) => clientX < right)
  const index = column === -1 ? columns.length - 1 : column
  const { top, height } = columns[index] ?? new DOMRect(0, 0, 1, 1)
  return { column: index, minute: from + ((clientY - top) / height) * (until - from) }
}

interface Drag {
  region: HTMLElement
  /**
   * In milliseconds. A finger has to rest this long before a drag starts, so that the page can be scrolled;
   * 0: no delay.
   */
  rest: number
  onMove(at: { clientX: number; clientY: number }): void
  onDrop(): void
  onCancel(): void
}

/** Within this distance of an edge of the visible area, the calendar scrolls. Pixels. */
const EDGE = 44
/** A pointer that moves less than this is a click. Pixels. */
const SLACK = 4

/** Follows a drag until the pointer is released, Escape is pressed or the browser cancels it. */
export function followDrag(press: PointerEvent, { region, rest, onMove, onDrop, onCancel }: Drag): void {
  const { pointerId, clientX, clientY } = press
  let last = { clientX, clientY }
  let isOn = false
  let frame = 0
  const ready = press.timeStamp + rest
  const begin = () => {
    isOn = true
    frame = requestAnimationFrame(scroll)
  }
  const timer = rest > 0 ? setTimeout(begin, rest) : undefined
  const scroll = () => {
    const box = region.getBoundingClientRect()
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    const by = last.clientY < top + EDGE ? -8 : last.clientY > bottom - EDGE ? 8 : 0
    if (by !== 0) {
      region.scrollTop += by
      if (box.bottom > innerHeight || box.top < 0) scrollBy(0, by)
      onMove(last)
    }
    frame = requestAnimationFrame(scroll)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    last = { clientX: event.clientX, clientY: event.clientY }
    const far = Math.hypot(last.clientX - clientX, last.clientY - clientY) > SLACK
    if (!isOn && far && rest > 0 && event.timeStamp < ready) return end(onCancel)
    if (!isOn && far && rest === 0) begin()
    if (isOn) onMove(last)
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    if (isOn) swallowClick()
    end(isOn ? onDrop : onCancel)
  }
  const cancel = () => end(onCancel)
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }
  const keepPage = (event: TouchEvent) => {
    if (isOn) event.preventDefault()
  }
  // A finger resting on a link would open the browser's context menu.
  const keepMenu = (event: Event) => {
    if (rest > 0) event.preventDefault()
  }
  const end = (then: () => void) => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', cancel)
    removeEventListener('keydown', key, true)
    removeEventListener('touchmove', keepPage)
    removeEventListener('contextmenu', keepMenu)
    then()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', cancel)
  addEventListener('keydown', key, true)
  addEventListener('touchmove', keepPage, { passive: false })
  addEventListener('contextmenu', keepMenu)
}

/** Suppresses the click after a drag, since the dragged entry is a link. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

/** A photo's way between its frame in the grid and the lightbox. */

const DURATION = 240
const EASING = 'cubic-bezier(0.2, 0.7, 0.1, 1)'

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

interface Flight {
  /** The lightbox. */
  dialog: HTMLElement
  /** Its photo. */
  photo: HTMLElement
  /** The frame in the grid. */
  frame: HTMLElement
}

/** The photo grows out of its frame. */
export function flyIn({ dialog, photo, frame }: Flight): void {
  if (isStill() || !isVisible(frame)) return
  const timing = { duration: DURATION, easing: EASING }
  const [start, end] = [transformOnto(frame, photo), getComputedStyle(photo).transform]
  photo.animate({ transform: [start, end] }, timing)
  for (const part of partsOf(dialog)) part.animate({ opacity: [0, 1] }, timing)
  leaveEmpty(frame, DURATION)
}

/**
 * The photo goes back into its frame. Called right before the lightbox is removed, however it is closed: its photo and
 * ground stay on the page until they are there.
 */
export function flyOut({ dialog, photo, frame }: Flight): void {
  const ground = dialog.querySelector<HTMLElement>('.lb__ground')
  if (isStill() || !isVisible(frame) || !ground) return
  const timing = { duration: DURATION * 0.8, easing: EASING, fill: 'forwards' as const }
  const [start, end] = [getComputedStyle(photo).transform, transformOnto(frame, photo)]
  const { left, top, width } = placeOf(photo)
  const faded = { opacity: [getComputedStyle(ground).opacity, '0'] }
  queueMicrotask(() => {
    // In development, React runs this without removing anything.
    if (dialog.isConnected) return
    const leaving = document.createElement('div')
    leaving.className = 'lb lb--leaving'
    leaving.dataset.theme = 'darkroom'
    leaving.ariaHidden = 'true'
    leaving.append(ground, photo)
    Object.assign(photo.style, {
      position: 'absolute',
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
    })
    document.body.append(leaving)
    ground.animate(faded, timing)
    leaveEmpty(frame, timing.duration)
    const flight = photo.animate({ transform: [start, end] }, timing)
    flight.onfinish = () => leaving.remove()
  })
}

/** Everything around the photo. */
const partsOf = (dialog: HTMLElement) =>
  [...dialog.children].filter((part) => part instanceof HTMLElement && !part.matches('.lb__stage'))

/** The transform that lays the photo over its frame. Both have the same shape. */
function transformOnto(frame: HTMLElement, photo: HTMLElement): string {
  const [there, here] = [frame.getBoundingClientRect(), placeOf(photo)]
  const x = there.left + there.width / 2 - (here.left + here.width / 2)
  const y = there.top + there.height / 2 - (here.top + here.height / 2)
  return `translate(${x}px, ${y}px) scale(${there.width / Math.max(1, here.width)})`
}

/** Where the photo is, if it isn't swiped, zoomed or pulled. */
function placeOf(photo: HTMLElement): DOMRect {
  const held = photo.style.transform
  photo.style.transform = ''
  const place = photo.getBoundingClientRect()
  photo.style.transform = held
  return place
}

function isVisible(frame: HTMLElement): boolean {
  const { top, bottom, width } = frame.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}

/** The frame is empty while its photo is on the way. */
function leaveEmpty(frame: HTMLElement, duration: number): void {
  frame.animate({ opacity: [0, 0] }, { duration })
}

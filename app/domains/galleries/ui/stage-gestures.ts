import {
  type Gesture,
  gestureOf,
  isPulledOff,
  isZoomed,
  largestScale,
  permitted,
  type Size,
  SLOP,
  sprung,
  stretched,
  swipedBy,
  tapScale,
  thrown,
  WHOLE,
  type Zoom,
  zoomAt,
} from './zoom'

interface Point {
  x: number
  y: number
}

/** A zoomed photo. */
export interface ZoomedView {
  element: HTMLElement
  zoom: Zoom
  /** The photo at scale 1. */
  frame: Size
  stage: Size
}

/** What the gestures act on. Read at each gesture, since the shown photo changes. */
export interface StageParts {
  /** Moves with a swipe, and contains the photos beside each other. */
  film: HTMLElement
  /** The shown photo, as large as fits. */
  photo(): HTMLElement | null
  /** Width in pixels of its widest picture. */
  widest(): number
  /** Whether there is a photo in this direction. */
  hasNext(by: -1 | 1): boolean
  onTouch(): void
  /** It has come to rest. @param view undefined: whole, or another photo */
  onZoom(view?: ZoomedView): void
  onMove(by: -1 | 1): void
  /** @param share from 0 to 1 of the way that closes */
  onPull(share: number): void
  onPullOff(): void
}

export interface StageGestures {
  /** Another photo is shown: its neighbors take their places. */
  shown(): void
  /** Enlarges or reduces the photo by the keyboard. @param way 0: the whole photo */
  zoomBy(way: -1 | 0 | 1): void
  detach(): void
}

/** Time in milliseconds and distance in pixels within which a second tap zooms. */
const DOUBLE_TAP = { ms: 300, px: 32 }
/** The time before a release, in milliseconds, that decides its speed. */
const RECENT_MS = 80
/** A spring rests within this distance in pixels. */
const REST = 0.3

/** Swiping, pinching, double taps, panning and pulling down, with momentum. */
export function attachGestures(stage: HTMLElement, parts: StageParts): StageGestures {
  const fingers = new Map<number, Point>()
  let trail: (Point & { at: number })[] = []
  let zoom = WHOLE
  let offset = 0
  let gesture: Gesture | 'pinch' | undefined
  /** Where the gesture began, and the zoom and offset then. */
  let start = { at: { x: 0, y: 0 }, zoom, offset, spread: 1 }
  /** The finger stopped a photo that was still moving. */
  let isCaught = false
  let lastTap: (Point & { at: number }) | undefined
  /** The swipe whose photo React hasn't shown yet, and the stage's width, which after that would be a second layout. */
  let swiped: { by: -1 | 1; speed: number; width: number } | undefined
  let stop: (() => void) | undefined

  const sizes = () => {
    const photo = parts.photo()
    const frame: Size = { width: photo?.offsetWidth ?? 1, height: photo?.offsetHeight ?? 1 }
    const { clientWidth: width, clientHeight: height } = stage
    return { frame, stage: { width, height }, largest: largestScale(frame, parts.widest()) }
  }
  const hold = (next: Zoom) => {
    const { frame, stage: room, largest } = sizes()
    return permitted(next, frame, room, largest)
  }

  function show() {
    parts.film.style.transform = offset === 0 ? '' : `translate3d(${offset}px, 0, 0)`
    const photo = parts.photo()
    if (!photo) return
    const { scale, x, y } = zoom
    photo.style.transform =
      scale === 1 && x === 0 && y === 0 ? '' : `translate3d(${x}px, ${y}px, 0) scale(${scale})`
    stage.toggleAttribute('data-zoomed', isZoomed(zoom))
  }

  /** Lets zoom and offset come to rest, at the speed of the release. */
  function settle(to: Zoom, toOffset: number, speed: Point, offsetSpeed = 0) {
    stop?.()
    const from = { ...zoom, offset }
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    let began: number | undefined
    let frame = 0
    const step = (now: number) => {
      began ??= now
      const ms = isStill ? Number.POSITIVE_INFINITY : now - began
      const at = (first: number, last: number, pace: number) =>
        ms > 900 ? last : last + sprung(first - last, pace, ms)
      zoom = {
        scale: at(from.scale, to.scale, 0),
        x: at(from.x, to.x, speed.x),
        y: at(from.y, to.y, speed.y),
      }
      offset = at(from.offset, toOffset, offsetSpeed)
      const isAtRest =
        Math.abs(zoom.x - to.x) + Math.abs(zoom.y - to.y) + Math.abs(offset - toOffset) < REST &&
        Math.abs(zoom.scale - to.scale) < 0.002 &&
        ms > 60
      if (isAtRest) [zoom, offset] = [to, toOffset]
      show()
      if (gesture === undefined) parts.onPull(pulled())
      if (isAtRest) rest()
      else frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    stop = () => cancelAnimationFrame(frame)
  }

  function rest() {
    stop = undefined
    stage.removeAttribute('data-moving')
    sharpen()
  }

  /** Has the browser load the rendition that the zoomed photo needs. It shows the present one until then. */
  function sharpen() {
    const element = parts.photo()
    if (!element || zoom.scale <= 1) return parts.onZoom()
    const { frame, stage: room } = sizes()
    const shown = `${Math.ceil(frame.width * zoom.scale)}px`
    for (const each of element.querySelectorAll('source, img')) each.setAttribute('sizes', shown)
    parts.onZoom({ element, zoom, frame, stage: room })
  }

  const pulled = () => (isZoomed(zoom) ? 0 : Math.min(1, Math.max(0, zoom.y) / 320))

  /** Relative to the stage's center. */
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = stage.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  const middle = (): Point => {
    const all = [...fingers.values()]
    const sum = all.reduce(({ x, y }, point) => ({ x: x + point.x, y: y + point.y }), { x: 0, y: 0 })
    return { x: sum.x / all.length, y: sum.y / all.length }
  }
  const spread = () => {
    const [a, b] = [...fingers.values()]
    return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1
  }

  /** The number of fingers has changed, so the gesture goes on from here. */
  function begin() {
    stop?.()
    stop = undefined
    start = { at: middle(), zoom, offset, spread: spread() }
    trail = []
  }

  function press(event: PointerEvent) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a, button'))) return
    if (fingers.size === 2) return
    parts.onTouch()
    stage.setPointerCapture(event.pointerId)
    stage.setAttribute('data-moving', '')
    fingers.set(event.pointerId, pointOf(event))
    isCaught = stop !== undefined && (offset !== 0 || isZoomed(zoom))
    begin()
    if (fingers.size === 2) {
      gesture = 'pinch'
      if (offset !== 0) offset = 0
    } else gesture = isCaught ? (isZoomed(zoom) ? 'pan' : 'swipe') : undefined
  }

  function move(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return
    fingers.set(event.pointerId, pointOf(event))
    const at = middle()
    const moved = { x: at.x - start.at.x, y: at.y - start.at.y }
    trail = [...trail.filter((each) => event.timeStamp - each.at < RECENT_MS), { ...at, at: event.timeStamp }]
    if (gesture === undefined) {
      // A mouse pans, and turns pages by the arrows.
      const found = gestureOf(moved, zoom)
      gesture = found && event.pointerType === 'mouse' && found !== 'pan' ? 'none' : found
    }
    const { frame, stage: room, largest } = sizes()
    switch (gesture) {
      case 'pinch': {
        const larger = zoomAt(start.zoom, (start.zoom.scale * spread()) / start.spread, start.at)
        const wanted = { ...larger, x: larger.x + moved.x, y: larger.y + moved.y }
        zoom = stretched(wanted, frame, room, largest)
        break
      }
      case 'pan': {
        const wanted = { ...start.zoom, x: start.zoom.x + moved.x, y: start.zoom.y + moved.y }
        zoom = stretched(wanted, frame, room, largest)
        break
      }
      case 'swipe': {
        const wanted = start.offset + moved.x
        offset = parts.hasNext(wanted < 0 ? 1 : -1) ? wanted : wanted / 3
        break
      }
      case 'pull':
        zoom = { scale: 1 - pulled() * 0.3, x: moved.x, y: Math.max(0, moved.y) }
        parts.onPull(pulled())
        break
      default:
        return
    }
    show()
  }

  function speedAt(now: number): Point {
    const [first, last] = [trail.find(({ at }) => now - at < RECENT_MS), trail.at(-1)]
    if (!first || !last || last.at - first.at < 8) return { x: 0, y: 0 }
    const ms = last.at - first.at
    return { x: (last.x - first.x) / ms, y: (last.y - first.y) / ms }
  }

  function release(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return
    const point = pointOf(event)
    const isMoved = Math.hypot(point.x - start.at.x, point.y - start.at.y) >= SLOP
    fingers.delete(event.pointerId)
    const speed = speedAt(event.timeStamp)
    if (fingers.size === 1) {
      // One of two fingers is left: it pans.
      begin()
      gesture = 'pan'
      return
    }
    const ended = gesture
    gesture = undefined
    const isCanceled = event.type === 'pointercancel'
    if (!isMoved && !isCanceled && (ended === undefined || isCaught)) {
      settle(hold(zoom), 0, { x: 0, y: 0 })
      return tap(point, event.timeStamp)
    }
    switch (ended) {
      case 'swipe': {
        const width = stage.clientWidth
        const by = isCanceled ? 0 : swipedBy(offset, speed.x, width)
        if (by !== 0 && parts.hasNext(by)) {
          swiped = { by, speed: speed.x, width }
          parts.onMove(by)
        } else settle(WHOLE, 0, { x: 0, y: 0 }, speed.x)
        break
      }
      case 'pull':
        if (!isCanceled && isPulledOff(zoom.y, speed.y)) parts.onPullOff()
        else settle(WHOLE, 0, speed)
        break
      case 'pan':
      case 'pinch':
        settle(
          hold(ended === 'pan' ? thrown(zoom, speed) : zoom),
          0,
          ended === 'pan' ? speed : { x: 0, y: 0 },
        )
        break
      default:
        settle(hold(zoom), 0, { x: 0, y: 0 })
    }
  }

  function tap(point: Point, at: number) {
    const before = lastTap
    lastTap = { ...point, at }
    if (!before || at - before.at > DOUBLE_TAP.ms) return
    if (Math.hypot(point.x - before.x, point.y - before.y) > DOUBLE_TAP.px) return
    lastTap = undefined
    zoomTo(isZoomed(zoom) ? 1 : tapScale(sizes().largest), point)
  }

  const zoomTo = (scale: number, at: Point) =>
    settle(scale <= 1 ? WHOLE : hold(zoomAt(zoom, scale, at)), 0, { x: 0, y: 0 })

  /** A touchpad sends a pinch as a wheel with Control. */
  function roll(event: WheelEvent) {
    if (event.ctrlKey) {
      event.preventDefault()
      const factor = Math.exp(-event.deltaY / 100)
      zoom = hold(zoomAt(zoom, zoom.scale * factor, pointOf(event)))
    } else if (isZoomed(zoom)) {
      event.preventDefault()
      zoom = hold({ ...zoom, x: zoom.x - event.deltaX, y: zoom.y - event.deltaY })
    } else return
    stop?.()
    show()
    rest()
  }

  stage.setAttribute('data-live', '')
  stage.addEventListener('pointerdown', press)
  stage.addEventListener('pointermove', move)
  stage.addEventListener('pointerup', release)
  stage.addEventListener('pointercancel', release)
  stage.addEventListener('wheel', roll, { passive: false })

  return {
    shown() {
      stop?.()
      zoom = WHOLE
      parts.onZoom()
      const turn = swiped
      swiped = undefined
      offset = turn ? offset + turn.by * turn.width : 0
      for (const each of parts.film.querySelectorAll<HTMLElement>('.lb__zoom')) each.style.transform = ''
      show()
      if (turn) settle(WHOLE, 0, { x: 0, y: 0 }, turn.speed)
      else stage.removeAttribute('data-moving')
    },
    zoomBy(way) {
      const { largest } = sizes()
      zoomTo(way === 0 ? 1 : Math.min(largest, zoom.scale * 1.6 ** way), { x: 0, y: 0 })
    },
    detach() {
      stop?.()
      stage.removeAttribute('data-live')
      stage.removeEventListener('pointerdown', press)
      stage.removeEventListener('pointermove', move)
      stage.removeEventListener('pointerup', release)
      stage.removeEventListener('pointercancel', release)
      stage.removeEventListener('wheel', roll)
    },
  }
}

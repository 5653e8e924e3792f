/** Width and height in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** How a photo is enlarged, and how far its center is from the center of the stage, in CSS pixels. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }

export const isZoomed = ({ scale }: Zoom): boolean => scale > 1.01

/**
 * The largest scale of a photo: a pixel of its widest picture fills a CSS pixel. Small photos still double, so
 * that the gesture has an effect.
 * @param frame the photo at scale 1
 */
export const largestScale = (frame: Size, widest: number): number =>
  Math.max(2, Math.min(8, widest / Math.max(1, frame.width)))

/** The scale of a double tap: large enough to see a detail, if the photo has one. */
export const tapScale = (largest: number): number => Math.min(largest, 2.5)

/** Another scale, with the point under the finger in its place. @param at relative to the stage's center */
export function zoomAt(zoom: Zoom, scale: number, at: { x: number; y: number }): Zoom {
  const factor = scale / zoom.scale
  return { scale, x: at.x - (at.x - zoom.x) * factor, y: at.y - (at.y - zoom.y) * factor }
}

/** The nearest permitted zoom: the photo covers the stage, or is centered where it is smaller. */
export function permitted(zoom: Zoom, frame: Size, stage: Size, largest: number): Zoom {
  const scale = between(1, zoom.scale, largest)
  const { x, y } = scale === zoom.scale ? zoom : zoomAt(zoom, scale, { x: 0, y: 0 })
  const [across, down] = [room(frame.width, stage.width, scale), room(frame.height, stage.height, scale)]
  return { scale, x: between(-across, x, across), y: between(-down, y, down) }
}

const room = (frame: number, stage: number, scale: number) => Math.max(0, (frame * scale - stage) / 2)

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** A zoom while the fingers are down: beyond what is permitted, it follows at a third of their distance. */
export function stretched(zoom: Zoom, frame: Size, stage: Size, largest: number): Zoom {
  const scale =
    zoom.scale < 1
      ? 1 - (1 - zoom.scale) / 3
      : zoom.scale > largest
        ? largest * (zoom.scale / largest) ** (1 / 3)
        : zoom.scale
  const within = permitted({ ...zoom, scale: Math.max(1, scale) }, frame, stage, Math.max(largest, scale))
  const beyond = (value: number, held: number) => held + (value - held) / 3
  return { scale, x: beyond(zoom.x, within.x), y: beyond(zoom.y, within.y) }
}

/** How far a finger has to move, in CSS pixels, until the direction of its gesture is decided. */
export const SLOP = 8

export type Gesture = 'swipe' | 'pull' | 'pan' | 'none'

/** What a moving finger does. On a zoomed photo, it pans in every direction. */
export function gestureOf(moved: { x: number; y: number }, zoom: Zoom): Gesture | undefined {
  if (Math.hypot(moved.x, moved.y) < SLOP) return undefined
  if (isZoomed(zoom)) return 'pan'
  if (Math.abs(moved.x) > Math.abs(moved.y)) return 'swipe'
  return moved.y > 0 ? 'pull' : 'none'
}

/** How far a movement continues by its momentum, in milliseconds of its speed. */
const MOMENTUM_MS = 140

/**
 * The direction in which a released swipe moves on, −1, 0 or 1: by the place that its momentum would carry it to.
 * @param dx in CSS pixels, negative to the left @param speed in CSS pixels a millisecond
 */
export function swipedBy(dx: number, speed: number, width: number): -1 | 0 | 1 {
  const end = dx + speed * MOMENTUM_MS
  // A finger that turns back cancels.
  if (Math.sign(end) !== Math.sign(dx) || Math.abs(end) < Math.min(width / 3, 120)) return 0
  return end < 0 ? 1 : -1
}

/** Where a released photo ends up by its momentum. @param speed in CSS pixels a millisecond */
export const thrown = (zoom: Zoom, speed: { x: number; y: number }): Zoom => ({
  scale: zoom.scale,
  x: zoom.x + speed.x * MOMENTUM_MS,
  y: zoom.y + speed.y * MOMENTUM_MS,
})

/** Whether a photo that was pulled down closes. */
export const isPulledOff = (dy: number, speed: number): boolean => dy > 0 && dy + speed * MOMENTUM_MS > 130

/** Stiffness of the spring that settles movements, per millisecond: it rests after about 350 ms. */
const STIFFNESS = 0.016

/**
 * The place of a critically damped spring after a time, which continues a movement at its speed and comes to rest
 * at 0 without swinging. @param from the distance at first @param ms since then
 */
export const sprung = (from: number, speed: number, ms: number): number =>
  (from + (speed + STIFFNESS * from) * ms) * Math.exp(-STIFFNESS * ms)

/** The point that crops keep visible, in percent from the left and from the top. */
export interface FocalPercent {
  x: number
  y: number
}

/** A fraction from 0 to 1 as percent, with one decimal place. */
export const percentOf = (share: number): number => Math.round(share * 1000) / 10

export const shareOf = (percent: number): number => Math.round(percent * 10) / 1000

/** Parses "45.5" or "45", rounded to one decimal place. @returns undefined unless it is from 0 to 100 */
export function readPercent(text: string): number | undefined {
  if (!/^\d{1,3}([.,]\d{1,6})?$/.test(text.trim())) return undefined
  const value = Number(text.trim().replace(',', '.'))
  return value > 100 ? undefined : Math.round(value * 10) / 10
}

/** The point moved by `dx` and `dy` percent, kept within the photo. */
export const moved = ({ x, y }: FocalPercent, dx: number, dy: number): FocalPercent => ({
  x: within(x + dx),
  y: within(y + dy),
})

/** The point at `at` of an image at `box`, both in pixels from the same origin. */
export const pointAt = (
  at: { x: number; y: number },
  box: { left: number; top: number; width: number; height: number },
): FocalPercent => ({
  x: within(((at.x - box.left) / Math.max(1, box.width)) * 100),
  y: within(((at.y - box.top) / Math.max(1, box.height)) * 100),
})

const within = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent * 10) / 10))

/** "45.5% from the left, 30% from the top" */
export const focalLabel = ({ x, y }: FocalPercent): string => `${x}% from the left, ${y}% from the top`

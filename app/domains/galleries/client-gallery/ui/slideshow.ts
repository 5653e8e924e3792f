import { useEffect, useState } from 'react'

/** Milliseconds that a photo is looked at. */
const LOOK_MS = 4_500

/** State of a history entry that begins a slideshow. */
export const playing = { isPlaying: true }

export const isPlaying = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as Partial<typeof playing>).isPlaying === true

/**
 * One photo after the other, until the last, a press on Pause, or another window in front. Who wants less motion
 * starts it themselves.
 * @param shown what is on the screen: each stays as long
 */
export function useSlideshow(
  shown: string,
  next: (() => void) | undefined,
  wanted: boolean,
): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(
    () => wanted && !matchMedia('(prefers-reduced-motion: reduce)').matches && next !== undefined,
  )
  if (isOn && !next) setOn(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew with each photo
  useEffect(() => {
    if (!isOn || !next) return
    const timer = setInterval(() => {
      // A picture that is still coming is waited for.
      const picture = document.querySelector<HTMLImageElement>('.lb__stage img')
      if (!document.hidden && picture?.complete !== false) next()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isOn, shown, next])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.altKey || event.ctrlKey || event.metaKey) return
      // Space on a button or a link, or in a field, is theirs.
      if (event.target instanceof Element && event.target.closest('button, a, input, textarea, select'))
        return
      event.preventDefault()
      setOn((on) => !on)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return { isOn, toggle: () => setOn((on) => !on) }
}

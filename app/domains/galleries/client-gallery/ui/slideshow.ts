import { useEffect, useState } from 'react'

/** How long each photo is shown, in milliseconds. */
const LOOK_MS = 4_500

/** State of a history entry that begins a slideshow. */
export const playing = { isPlaying: true }

export const isPlaying = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as Partial<typeof playing>).isPlaying === true

/**
 * Shows one photo after the other until the last, until Pause is pressed, or until another window is in
 * front. With reduced motion, it doesn't start by itself.
 * @param shown identifies the photo on the screen; the time restarts with each
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
      // Waits until the photo is loaded.
      const picture = document.querySelector<HTMLImageElement>('.lb__slide[data-shown] img')
      if (!document.hidden && picture?.complete !== false) next()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isOn, shown, next])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.altKey || event.ctrlKey || event.metaKey) return
      // On a focused control, Space belongs to the control.
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

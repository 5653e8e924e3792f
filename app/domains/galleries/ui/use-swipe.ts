import { type TouchEvent, useRef } from 'react'

/** Pixels that a finger travels before it means another photograph. */
const SWIPE = 44

/** One finger to the left or right. Two fingers, and a zoomed page, belong to the browser. */
export function useSwipe(ways: { previous: (() => void) | undefined; next: (() => void) | undefined }) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01
      start.current = touch && touches.length === 1 && !zoomed ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const across = touch.clientX - start.current.x
      const down = touch.clientY - start.current.y
      start.current = null
      if (Math.abs(across) < SWIPE || Math.abs(across) < 1.5 * Math.abs(down)) return
      if (across > 0) ways.previous?.()
      else ways.next?.()
    },
  }
}

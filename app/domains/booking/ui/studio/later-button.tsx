import { type RefObject, useEffect, useState } from 'react'
import { type GridView, isQuiet } from '../../calendar/model'

/** Says that sessions come later than what is in sight, and leads to them. */
export function LaterButton({ grid, region }: { grid: GridView; region: RefObject<HTMLElement | null> }) {
  const [later, setLater] = useState<{ count: number; top: number }>({ count: 0, top: 0 })
  useEffect(() => {
    const box = region.current
    if (!box) return
    const tops = grid.columns
      .flatMap(({ events }) => events.filter((event) => !isQuiet(event)))
      .map(({ top }) => ((top - grid.from) / 60) * 50)
    const look = () => {
      const hidden = tops.filter((top) => top > box.scrollTop + box.clientHeight - 60)
      setLater({ count: hidden.length, top: Math.min(...hidden) })
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [grid, region])
  if (later.count === 0) return null
  return (
    <button
      type="button"
      className="btn wv__later"
      onClick={() => region.current?.scrollTo({ top: later.top - region.current.clientHeight / 2 })}
    >
      {later.count === 1 ? '1 session later' : `${later.count} sessions later`}
    </button>
  )
}

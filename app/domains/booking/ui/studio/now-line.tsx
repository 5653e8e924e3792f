import { type CSSProperties, useEffect, useState } from 'react'
import type { GridColumn } from '../../calendar/model'

/** Where the day has come to. Drawn by the browser, which knows that best. */
export function NowLine({ column, from, until }: { column: GridColumn; from: number; until: number }) {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, 30_000)
    return () => clearInterval(timer)
  }, [])
  if (now === null) return null
  const stretch = column.stretches.findLast(({ startsAt }) => startsAt <= now)
  const minute = stretch ? stretch.from + (now - stretch.startsAt) / 60_000 : undefined
  if (!stretch || minute === undefined || minute > stretch.until || minute < from || minute > until)
    return null
  return <div className="now" style={{ '--s': (minute - from) / 60 } as CSSProperties} />
}

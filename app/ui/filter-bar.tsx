import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Mark } from './mark'

interface FilterItem {
  to: string
  label: string
  count: number
  current: boolean
}

interface FilterBarProps {
  label: string
  /** What is counted, such as "photo". */
  unit: string
  items: FilterItem[]
}

/** Filters as links, so that each has an address and works without script. */
export function FilterBar({ label, unit, items }: FilterBarProps) {
  const bar = useRef<HTMLElement>(null)
  const current = items.findIndex((item) => item.current)
  // On a phone the bar scrolls sideways, and the current filter may be out of view.
  useLayoutEffect(() => {
    const here = bar.current?.children[current]
    if (!(here instanceof HTMLElement) || !bar.current) return
    const { left, right } = here.getBoundingClientRect()
    if (left < 0 || right > bar.current.clientWidth) bar.current.scrollLeft += left - 20
  }, [current])

  return (
    <nav className="fil" aria-label={label} ref={bar}>
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          preventScrollReset
          prefetch="intent"
          aria-current={item.current ? 'true' : undefined}
        >
          {item.label}
          <sup>
            <span className="vh">, </span>
            {item.count}
            <span className="vh">{` ${unit}${item.count === 1 ? '' : 's'}`}</span>
          </sup>
          {item.current ? <Mark kind="line" draw /> : null}
        </Link>
      ))}
    </nav>
  )
}

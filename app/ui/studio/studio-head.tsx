import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PaletteButton } from './palette-button'

interface StudioHeadProps {
  title: string
  /** The parent page. */
  up?: { label: string; to: string }
  children?: ReactNode
}

/** The page's title bar with its actions. */
export function StudioHead({ title, up, children }: StudioHeadProps) {
  return (
    <div className="topb">
      {up ? (
        <Link className="topb__up" to={up.to}>
          {up.label}
        </Link>
      ) : null}
      <h1>{title}</h1>
      <span className="sp" />
      {children}
      <PaletteButton className="btn btn--line btn--icon topb__s" small />
    </div>
  )
}

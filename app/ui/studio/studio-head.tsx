import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PaletteButton } from './palette-button'

interface StudioHeadProps {
  title: string
  /** Where this page hangs. */
  up?: { label: string; to: string }
  children?: ReactNode
}

/** The bar on top of a page: where one is, and what can be done. */
export function StudioHead({ title, up, children }: StudioHeadProps) {
  return (
    <div className="topb">
      {up ? (
        <Link className="topb__up" to={up.to}>
          {up.label}
          <span aria-hidden="true"> /</span>
        </Link>
      ) : null}
      <h1>{title}</h1>
      <span className="sp" />
      {children}
      <PaletteButton className="btn btn--line btn--icon topb__s" small />
    </div>
  )
}

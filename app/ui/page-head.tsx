import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Emphasis } from './emphasis'

interface PageHeadProps {
  /** `*word*` is italic. */
  title: string
  lede?: ReactNode
  /** Shown above the heading, such as breadcrumbs. */
  before?: ReactNode | undefined
  /** Shown below the intro. */
  children?: ReactNode | undefined
}

export function PageHead({ title, lede, before, children }: PageHeadProps) {
  return (
    <div className="wrap">
      <div className="phead">
        {before}
        <div className="phead__in">
          <h1 className="d2">
            <Emphasis text={title} />
          </h1>
          {lede || children ? (
            <div className="phead__side">
              {lede ? <p className="lede ink2">{lede}</p> : null}
              {children}
            </div>
          ) : null}
        </div>
      </div>
    </div>
  )
}

interface SectionHeadProps {
  /** Shown before the heading. */
  number?: number | string | undefined
  title: string
  /** Id of the heading, for `aria-labelledby`. */
  id?: string | undefined
  more?: { to: string; label: string } | undefined
}

/** A section heading with a rule, a number and one link. */
export function SectionHead({ number, title, id, more }: SectionHeadProps) {
  return (
    <div className="sechead">
      {number === undefined ? null : (
        <p className="edge pt" aria-hidden="true">
          {number}
        </p>
      )}
      <h2 className="d2" id={id}>
        <Emphasis text={title} />
      </h2>
      {more ? (
        <p className="more">
          <Link className="lnk" to={more.to} prefetch="intent" viewTransition>
            {more.label}
          </Link>
        </p>
      ) : null}
    </div>
  )
}

/** Breadcrumbs. The last entry is the current page, without a link. */
export function Breadcrumbs({ trail }: { trail: { label: string; to?: string | undefined }[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={label}>
            {to ? (
              <Link to={to} prefetch="intent">
                {label}
              </Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

import type { ReactNode } from 'react'
import { Emphasis } from './emphasis'

interface PageHeadProps {
  /** `*word*` is set in italics. */
  title: string
  lede?: string | undefined
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

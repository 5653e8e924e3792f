import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Mark } from './mark'

export interface StripFrame {
  key: string
  /** Fills the frame's height; see `Picture`. */
  picture: ReactNode
  /** Without it, the frame isn't a link. */
  to?: string | undefined
  /** Marked as chosen. */
  chosen?: boolean | undefined
  /** Text below the frame; by default the frame number. */
  below?: ReactNode | undefined
}

interface StripProps {
  label: string
  frames: StripFrame[]
  /** Decorative text along the upper edge, hidden from screen readers. */
  rail?: ReactNode | undefined
  className?: string | undefined
}

/** A strip of film: photos of equal height in their own widths. Scrolls sideways. */
export function Strip({ label, frames, rail, className }: StripProps) {
  return (
    <div className={['strip', className].filter(Boolean).join(' ')} data-theme="darkroom">
      {rail ? (
        <div className="strip__rail edge" aria-hidden="true">
          {rail}
        </div>
      ) : null}
      <ul
        className="strip__list"
        aria-label={label}
        tabIndex={frames.some((frame) => frame.to) ? undefined : 0}
      >
        {frames.map(({ key, ...frame }, at) => (
          <li key={key}>
            <Frame {...frame} number={at + 1} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Frame({ picture, to, chosen, below, number }: Omit<StripFrame, 'key'> & { number: number }) {
  const content = (
    <>
      <span className="ph">
        {picture}
        {chosen ? (
          <>
            <span className="vh">Favorite.</span>
            <Mark kind="circle" draw />
          </>
        ) : null}
      </span>
      <span className="edge edge--sm" aria-hidden="true">
        {below ?? (
          <>
            <span className="pt">{number}</span>
            <span>{number}A</span>
          </>
        )}
      </span>
    </>
  )
  const classes = chosen ? 'strip__f is-chosen' : 'strip__f'
  if (!to) return <span className={classes}>{content}</span>
  return (
    <Link className={classes} to={to}>
      {content}
    </Link>
  )
}

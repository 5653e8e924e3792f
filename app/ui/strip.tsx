import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Mark } from './mark'

export interface StripFrame {
  key: string
  /** Fills the frame's height; see `Picture`. */
  picture: ReactNode
  /** Without it the frame is no link. */
  to?: string | undefined
  /** Someone circled this one. */
  chosen?: boolean | undefined
  /** Lettering under the frame; its number and half when absent. */
  below?: ReactNode | undefined
}

interface StripProps {
  label: string
  frames: StripFrame[]
  /** Edge print along the upper rail. It is ornament and not read out. */
  rail?: ReactNode | undefined
  className?: string | undefined
}

/** A strip of film: frames of one height and their own width. It scrolls sideways and never moves by itself. */
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

import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { Mark } from './mark'

export interface StripFrame {
  key: string
  /** Fills the frame's height; see `Picture`. */
  picture: ReactNode
  /** Without it, the photo isn't a link. */
  to?: string | undefined
  /** Marked with the grease pencil. */
  chosen?: boolean | undefined
  /** Text below the photo; by default its number. */
  below?: ReactNode | undefined
}

interface StripProps {
  label: string
  frames: StripFrame[]
  /** Decorative text along the upper edge, hidden from screen readers. */
  rail?: ReactNode | undefined
  className?: string | undefined
}

/** A strip of film: photos of equal height, scrolled sideways. */
export function Strip({ label, frames, rail, className }: StripProps) {
  if (frames.length === 0) return null
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
    <Link className={classes} to={to} prefetch="intent">
      {content}
    </Link>
  )
}

/** The film edge above a photo: monogram, format and frame number. */
export function FilmEdge({ frame }: { frame: ReactNode }) {
  const site = useRouteLoaderData<{ shell: { studio: { logo: readonly string[] } } }>('routes/site/layout')
  return (
    <p className="edge sum__edge" aria-hidden="true">
      <span>{`${site?.shell.studio.logo.join('') ?? ''} 120`.trim()}</span>
      <span className="pt">{frame}</span>
    </p>
  )
}

const edges = {
  wedding: 'M0 1H6l4 7 4-7h4l4 7 4-7h4H64',
  portrait: 'M0 1H6v3a4.5 4.5 0 0 0 9 0v-3h4H64',
  family: 'M0 1H6v3a4.5 4.5 0 0 0 9 0v-3h4v3a4.5 4.5 0 0 0 9 0v-3h4H64',
  prom: 'M0 1H6l4 7 4-7h4v3a4.5 4.5 0 0 0 9 0v-3h4H64',
  event: 'M0 1H6l4 7 4-7h4l4 7 4-7h4l4 7 4-7h4H64',
  headshot: 'M0 1H6v7h8v-7h4H64',
  product: 'M0 1H6v7h8v-7h4v7h8v-7h4H64',
} as const

/** The notch code of a session type, as on sheet film. Decorates the type's name. */
export function Notch({ kind }: { kind: keyof typeof edges }) {
  return (
    <svg className="notch" viewBox="0 0 64 12" aria-hidden="true" focusable="false">
      <path d={edges[kind]} />
    </svg>
  )
}

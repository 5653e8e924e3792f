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
}

interface StripProps {
  label: string
  frames: StripFrame[]
  className?: string | undefined
  /** Undeveloped frames follow a few photos, up to the edge of the window. */
  runsOn?: boolean
}

/** Enough to fill a wide window. */
const LEAST_FRAMES = 12

/** A strip of film: photos of equal height, scrolled sideways. */
export function Strip({ label, frames, className, runsOn = false }: StripProps) {
  const isEmpty = frames.length === 0
  const undeveloped = runsOn ? Math.max(LEAST_FRAMES - frames.length, 0) : 0
  if (isEmpty && undeveloped === 0) return null
  return (
    <div
      className={['strip', className].filter(Boolean).join(' ')}
      data-theme="darkroom"
      aria-hidden={isEmpty || undefined}
    >
      <ul
        className="strip__list"
        aria-label={label}
        tabIndex={isEmpty || frames.some((frame) => frame.to) ? undefined : 0}
      >
        {frames.map(({ key, ...frame }, at) => (
          <li key={key}>
            <Frame {...frame} number={at + 1} />
          </li>
        ))}
        {undeveloped > 0 ? (
          <li className="strip__rest" aria-hidden="true">
            {Array.from({ length: undeveloped }, (_, at) => frames.length + at + 1).map((number) => (
              <Frame key={number} number={number} picture={null} />
            ))}
          </li>
        ) : null}
      </ul>
    </div>
  )
}

function Frame({ picture, to, chosen, number }: Omit<StripFrame, 'key'> & { number: number }) {
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
      <span className="edge" aria-hidden="true">
        <span className="pt">{number}</span>
        <span>{`${number}A`}</span>
      </span>
    </>
  )
  const classes = chosen ? 'strip__f is-chosen' : 'strip__f'
  if (!to) return <span className={classes}>{content}</span>
  return (
    // All links lead to the same route, so the browser discovers it once.
    <Link className={classes} to={to} prefetch="intent" discover={number === 1 ? 'render' : 'none'}>
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
    <svg className="notch" viewBox="0 0 64 12" aria-hidden="true">
      <path d={edges[kind]} />
    </svg>
  )
}

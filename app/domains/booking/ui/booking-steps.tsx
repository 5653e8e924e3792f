import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import { Link, useNavigationType } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Icon } from '~/ui/icon'
import type { SessionType } from '../session-types/model'

const STEPS = ['Session', 'Date & time', 'Details', 'Review'] as const

/** The step shown last during this visit. */
export interface Visit {
  shown: RefObject<string | null>
}

export const VisitContext = createContext<Visit | null>(null)

/** What can be booked, passed to the steps through the outlet. */
export interface Offered {
  types: SessionType[]
  /** A photo of the service of each session type, by the session type's slug. */
  pictures: Record<string, PhotoView>
  /** Photos of locations, by the location's slug. */
  placePictures: Record<string, PhotoView>
  /** The gallery's first photos, if nothing can be booked. */
  gallery: PhotoView[]
}

/** The photo of a session at a location: the location's, or else the service's. */
export const pictureOf = (
  { pictures, placePictures }: Offered,
  { service, location }: { service: string; location: string },
): PhotoView | undefined => placePictures[location] ?? pictures[service]

interface StepHeadProps {
  /** 1 to 4 */
  step: number
  title: string
  /** The document's title. */
  pageTitle: string
  /** Links to the earlier steps, which are done, in order. */
  back?: string[]
  /** Without it, the links would lose what was typed. */
  linked?: boolean
}

/** A step's heading. It gets the focus on a change of steps, but not when the page loads. */
export function StepHead({ step, title, pageTitle, back = [], linked = true }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const visit = useContext(VisitContext)
  const key = `${step} ${title}`
  const type = useNavigationType()
  useEffect(() => {
    if (!visit) return
    const isNew = visit.shown.current !== null && visit.shown.current !== key
    visit.shown.current = key
    if (!isNew) return
    // Submitting a form isn't a navigation, so the router doesn't scroll to the top.
    if (type !== 'POP') scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [key, visit, type])
  return (
    <>
      <title>{pageTitle}</title>
      <div className="phead phead--step">
        <h1 className="t1" tabIndex={-1} ref={heading}>
          {title}
        </h1>
      </div>
      <ol className="steps" aria-label="Booking steps">
        {STEPS.map((name, index) => {
          const to = index + 1 < step ? back[index] : undefined
          const isCurrent = index + 1 === step
          const done = (
            <>
              <Icon name="check" small />
              <span className="n" aria-hidden="true">
                {name}
              </span>
              <span className="vh">{`${name}, done`}</span>
            </>
          )
          return (
            <li key={name} className={to ? 'done' : undefined} aria-current={isCurrent ? 'step' : undefined}>
              {to && linked ? (
                <Link to={to}>{done}</Link>
              ) : to ? (
                <span className="s">{done}</span>
              ) : (
                <span className="s">
                  <span className="edge pt">{index + 1}</span>
                  <span className="n">{name}</span>
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

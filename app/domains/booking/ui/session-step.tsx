import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { paths } from '~/ui/paths'
import type { SessionType } from '../session-types/model'
import { type Offered, pictureOf, StepHead } from './booking-steps'
import { BookingBar, BookingSummary, titleWithLength } from './booking-summary'
import { useTimesAhead } from './recent-times'
import { Places, SessionTypes } from './session-choice'
import { defaultPlace, isOffered } from './session-facts'

interface SessionStepProps {
  offered: Offered
  /** Slugs of the initial choice. */
  chosen: { service: string; location: string }
  /** The document's title. */
  pageTitle: string
  /** A message about a session type in the URL that doesn't exist. */
  sentence: string | null
}

/** Step 1: session type and location. Submitted by GET, so the next page's URL contains the choice. */
export function SessionStep({ offered, chosen, pageTitle, sentence }: SessionStepProps) {
  const { types } = offered
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(chosen)
  const [followed, setFollowed] = useState(false)
  const type = types.find(({ slug }) => slug === draft.service) ?? types[0]

  // Choices made before hydration are in the inputs, not in the state.
  useEffect(() => {
    if (form.current) setDraft(readDraft(form.current, types))
    setFollowed(true)
  }, [types])

  const follow = (event: FormEvent<HTMLFormElement>) => setDraft(readDraft(event.currentTarget, types))
  const place = type?.places.find(({ slug }) => slug === draft.location)
  useTimesAhead(followed ? paths.bookSessionTimes(draft) : undefined)

  return (
    <>
      <StepHead step={1} title="What are we photographing?" pageTitle={pageTitle} />
      <div className="bk">
        <Form
          id="booking"
          method="get"
          action={paths.bookSession()}
          ref={form}
          onChange={follow}
          aria-label="Session and location"
          noValidate
        >
          {sentence ? (
            <div className="note" role="status">
              <p>{sentence}</p>
            </div>
          ) : null}
          <SessionTypes types={types} chosen={chosen.service} error={undefined} />
          <div className="bk__places">
            <Places
              types={types}
              type={followed ? type : undefined}
              chosen={chosen.location}
              error={undefined}
            />
          </div>
          <div className="bk__act">
            <button type="submit" className="btn go">
              Continue to date &amp; time
            </button>
            <p className="small ink2">You won’t be charged now.</p>
          </div>
        </Form>
        {type ? (
          <>
            <div className="sum-box sum-box--follows">
              <BookingSummary
                offer={{ ...type, place: place?.title }}
                picture={pictureOf(offered, { service: type.slug, location: draft.location })}
                step={1}
              />
            </div>
            <BookingBar title={titleWithLength(type)} offer={type} follows>
              <button type="submit" form="booking" className="btn">
                Date &amp; time
              </button>
            </BookingBar>
          </>
        ) : null}
      </div>
    </>
  )
}

/** Reads the choice. A location that the session type doesn't offer is replaced by its first one. */
function readDraft(form: HTMLFormElement, types: SessionType[]) {
  const chosen = (name: string) =>
    form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? ''
  const service = chosen('service')
  const type = types.find(({ slug }) => slug === service)
  let location = chosen('location')
  if (type && !isOffered(type, location)) {
    location = defaultPlace(type)?.slug ?? ''
    for (const input of form.querySelectorAll<HTMLInputElement>('input[name=location]'))
      input.checked = input.value === location
  }
  return { service, location }
}

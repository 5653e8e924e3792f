import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Form, Link, PrefetchPageLinks, useFetcher, useNavigate } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Dot } from '~/ui/facts'
import { ErrorSummary } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { FieldErrors } from '../booking-form'
import type { ChosenStart, Times, VisitorHold } from '../slots/model'
import { cacheConfirmedStart } from './booking-draft'
import { StepHead } from './booking-steps'
import { BookingBar, BookingSummary, titleWithLength } from './booking-summary'
import { HoldNotice, useFreshOnReturn } from './hold-clock'
import { MonthCalendar } from './month-calendar'
import { useTimesAhead } from './recent-times'
import { shortDuration } from './session-facts'
import { SlotChoice, WaitlistLink } from './slot-choice'

interface TimeStepProps {
  times: Times
  picture: PhotoView | undefined
  errors: FieldErrors
  /** Why the request failed. */
  refused?: string | undefined
}

/** Step 2: a day of the month, then a start time, which is held at once. */
export function TimeStep({ times, picture, errors, refused }: TimeStepProps) {
  const { offer, month, day, hold, zoneName, sentence } = times
  const chosen = { service: offer.service, location: offer.location }
  const length = shortDuration(offer)
  const { slot, choose, answer, isHeld, isRefused, isProceeding, proceedOnceHeld } = useSlot(times)
  const shown = day?.slots.find((each) => each.slot === slot)
  const own = hold && isOfOffer(hold, chosen) ? hold : null
  const address = paths.bookSession({ ...chosen, date: day?.date })
  const next = paths.bookingDetails({ ...chosen, slot })
  const hydrated = useHydrated()
  const navigate = useNavigate()
  // The time is on hold already, or about to be, so the next step needs no other request.
  const proceed = (event: SubmitEvent<HTMLFormElement>) => {
    if (proceedOnceHeld()) event.preventDefault()
    else if (slot !== '' && (isHeld || own?.slot === slot)) {
      event.preventDefault()
      void navigate(next)
    }
  }
  useFreshOnReturn()
  useTimesAhead(month.next ? paths.bookSessionTimes({ ...chosen, month: month.next }) : undefined)
  const free = day?.slots.filter(({ state }) => state === 'free' || state === 'yours').length ?? 0

  return (
    <>
      <StepHead
        step={2}
        title="Pick a day, then a time."
        pageTitle="Book a session: date and time"
        back={[paths.bookSession({ ...chosen, step: 'session' })]}
      />
      <div className="bk">
        <div>
          <ErrorSummary title="Choose a time." errors={errors} />
          {refused ? <FormRefusal outcome={{ sentence: refused }} /> : null}
          {sentence ? (
            <div className="note" role="status">
              <p>{sentence}</p>
            </div>
          ) : null}
          <p className="bk__what">
            {titleWithLength(offer)}
            <Dot />
            {offer.place}
            <Dot />
            <Link className="txt" to={paths.bookSession({ ...chosen, step: 'session' })}>
              Change
            </Link>
          </p>
          <div className="when">
            <MonthCalendar
              month={month}
              selected={day?.date ?? null}
              linkTo={(look) => paths.bookSession({ ...chosen, ...look })}
            />
            <Form
              id="booking"
              method="post"
              action={address}
              aria-labelledby="day"
              noValidate
              preventScrollReset
              onSubmit={proceed}
            >
              <input type="hidden" name="service" value={chosen.service} />
              <input type="hidden" name="location" value={chosen.location} />
              {/* Loads the next step's route and modules now. If they had to be loaded while a start is
                  being held, the page would stay here. */}
              <Link to={next} hidden tabIndex={-1}>
                Details
              </Link>
              {hydrated ? <PrefetchPageLinks page={next} /> : null}
              <h2 className="t2 when__day" id="day">
                {day ? day.label : 'No availability'}
              </h2>
              <p className="small ink2" aria-live="polite">
                {day
                  ? `${free === 0 ? 'No times are open. ' : ''}Times are in ${zoneName}.${length ? ` Allow ${length}.` : ''}`
                  : 'No openings this month. Try next month.'}
              </p>
              {day && day.slots.length > 0 ? (
                <>
                  <SlotChoice
                    key={day.date}
                    day={day}
                    zoneName={zoneName}
                    hold={own}
                    chosen={slot}
                    error={errors.slot}
                    onChoose={choose}
                  />
                  <WaitlistLink day={day} chosen={chosen} />
                </>
              ) : null}
              {day && day.slots.length === 0 ? (
                <p className="slots__none">No times are open that day.</p>
              ) : null}
              <p className={isRefused ? 'slots__none small' : 'vh'} aria-live="polite">
                {answer}
              </p>
            </Form>
          </div>
          <HoldNotice hold={own} onAgain={(over) => choose(over.slot)} />
          <div className="bk__act">
            <button
              type="submit"
              form="booking"
              name="intent"
              value="details"
              className="btn go"
              aria-busy={isProceeding || undefined}
            >
              Continue to details
            </button>
            <Link className="btn btn--line" to={paths.bookSession({ ...chosen, step: 'session' })}>
              Back
            </Link>
          </div>
        </div>
        <BookingSummary
          offer={offer}
          picture={picture}
          day={day?.label}
          when={own && own.slot === slot ? own.when : shown && { range: shown.time }}
          hold={own}
          step={2}
        />
        <BookingBar
          title={day && shown ? `${shortLabel(day.label)} at ${shown.time}` : 'Choose a time'}
          hold={own && own.slot === slot ? own : null}
          offer={offer}
          isOfTime
        >
          <button
            type="submit"
            form="booking"
            name="intent"
            value="details"
            className="btn"
            aria-busy={isProceeding || undefined}
          >
            Details
          </button>
        </BookingBar>
      </div>
    </>
  )
}

/** The chosen start, which is held as soon as it's chosen. */
function useSlot({ offer, day }: Pick<Times, 'offer' | 'day'>) {
  const fetcher = useFetcher<{ held?: string; chosen?: ChosenStart; sentence?: string }>()
  const navigate = useNavigate()
  const { service, location } = offer
  // The start with which to proceed once the answer says that it's held.
  const [wanted, setWanted] = useState('')
  const isAnswered = fetcher.state !== 'submitting'
  useEffect(() => {
    if (fetcher.data?.chosen) cacheConfirmedStart(fetcher.data.chosen)
  }, [fetcher.data])
  useEffect(() => {
    if (wanted === '' || !isAnswered) return
    setWanted('')
    const held = fetcher.data?.held
    if (held === 'yes' || held === 'no')
      void navigate(paths.bookingDetails({ service, location, slot: wanted }))
  }, [wanted, isAnswered, fetcher.data, navigate, service, location])
  const own = day?.slots.find(({ state }) => state === 'yours')?.slot
  const [slot, setSlot] = useState(own ?? '')
  const dayShown = useRef(day?.date)
  useEffect(() => {
    if (dayShown.current === day?.date) return
    dayShown.current = day?.date
    setSlot(own ?? '')
  }, [day?.date, own])
  const choose = (chosen: string) => {
    setSlot(chosen)
    setWanted('')
    fetcher.submit(
      { intent: 'hold', service, location, slot: chosen },
      { method: 'post', action: paths.bookSession() },
    )
  }
  const isLeft = day?.slots.some(
    (each) => each.slot === slot && (each.state === 'free' || each.state === 'yours'),
  )
  const held = fetcher.state === 'idle' ? fetcher.data?.held : undefined
  const taken = held === 'taken'
  // Said as soon as it's known. A client who goes on at once would leave before the times are loaded again.
  const made = isAnswered ? (fetcher.data?.chosen?.hold ?? null) : null
  const kept = made ? `We’re holding ${made.when.time} for you until ${made.until}.` : ''
  const unsent = fetcher.state === 'idle' && fetcher.data?.sentence ? NOT_HELD : ''
  const answer = taken ? 'That time was just taken. Choose another.' : unsent || kept
  // Before the times are loaded again.
  const isHeld = fetcher.state === 'loading' && fetcher.data?.chosen?.slot === slot
  const proceedOnceHeld = (): boolean => {
    if (isAnswered || slot === '' || fetcher.formData?.get('slot') !== slot) return false
    setWanted(slot)
    return true
  }
  return {
    slot: isLeft ? slot : '',
    choose,
    answer,
    isHeld,
    isRefused: taken || unsent !== '',
    isProceeding: wanted !== '',
    proceedOnceHeld,
  }
}

const NOT_HELD =
  'We couldn’t reach the site, so this time isn’t on hold for you yet. Continue when you’re back online.'

const isOfOffer = (
  hold: VisitorHold,
  { service, location }: { service: string; location: string },
): boolean => hold.service === service && hold.location === location

/** "Saturday, December 5" -> "Sat, Dec 5" */
const shortLabel = (label: string): string => label.replace(/^(\w{3})\w*, (\w{3})\w*/, '$1, $2')

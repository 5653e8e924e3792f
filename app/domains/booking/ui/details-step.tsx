import { type FormEvent, useEffect, useRef } from 'react'
import { Form, Link, PrefetchPageLinks } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { FieldErrors } from '../booking-form'
import { HOLD_MINUTES } from '../reservations/model'
import type { ChosenStart } from '../slots/model'
import { cacheStart, readDraft, storeDraft } from './booking-draft'
import { BookingFields } from './booking-fields'
import { StepHead } from './booking-steps'
import { BookingBar, BookingSummary } from './booking-summary'
import { HoldNotice } from './hold-clock'

interface DetailsStepProps {
  chosen: ChosenStart
  picture: PhotoView | undefined
  values: Record<string, string> | undefined
  errors: FieldErrors
  sentence?: string | undefined
}

/** Step 3: the client's details. They are posted, so that they never appear in a URL. */
export function DetailsStep({ chosen, picture, values, errors, sentence }: DetailsStepProps) {
  const { offer, slot, when, hold } = chosen
  const asked = { service: offer.service, location: offer.location, slot }
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const keep = (event: FormEvent<HTMLFormElement>) => storeDraft(textsOf(event.currentTarget))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before script came
  useEffect(() => {
    if (form.current && values) storeDraft(textsOf(form.current))
  }, [])
  useEffect(() => cacheStart(chosen), [chosen])
  const times = paths.bookSession({ ...asked, date: when.date })
  const order = Object.keys(errors)
  return (
    <>
      <StepHead
        step={3}
        title="Who is coming?"
        pageTitle="Book a session: your details"
        back={[paths.bookSession({ ...asked, step: 'session' }), times]}
      />
      <div className="bk">
        <div>
          <FormRefusal
            outcome={sentence || order.length > 0 ? { sentence, errors, values: {} } : undefined}
            order={order}
          />
          <HoldNotice hold={hold} />
          {/* Loads the modules of the next step now, in case the connection is lost by then. */}
          {hydrated ? <PrefetchPageLinks page={paths.bookingReview(asked)} /> : null}
          <Form
            id="booking"
            method="post"
            action={paths.bookingReview(asked)}
            noValidate
            ref={form}
            onChange={keep}
            aria-label="Your details"
          >
            <input type="hidden" name="service" value={asked.service} />
            <input type="hidden" name="location" value={asked.location} />
            <input type="hidden" name="slot" value={slot} />
            <BookingFields
              values={values ?? (hydrated ? readDraft() : {})}
              errors={errors}
              questions={offer.questions}
              asksAddress={offer.placeKind === 'client'}
            />
            <div className="bk__act">
              <button type="submit" name="intent" value="review" className="btn go">
                Continue to review
              </button>
              <Link className="btn btn--line" to={times}>
                Back
              </Link>
              {hold?.canExtend && !hydrated ? (
                <button
                  type="submit"
                  name="intent"
                  value="extend"
                  formAction={paths.bookingDetails(asked)}
                  className="btn btn--line"
                >
                  Hold {HOLD_MINUTES} more minutes
                </button>
              ) : null}
            </div>
          </Form>
        </div>
        <BookingSummary offer={offer} picture={picture} day={when.day} when={when} hold={hold} step={3} />
        <BookingBar title={`${when.shortDay} at ${when.time}`} hold={hold} offer={offer}>
          <button type="submit" form="booking" name="intent" value="review" className="btn">
            Review
          </button>
        </BookingBar>
      </div>
    </>
  )
}

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

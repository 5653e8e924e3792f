import { useEffect } from 'react'
import { type FetcherWithComponents, Form, Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { dollars } from '~/ui/money'
import { paths } from '~/ui/paths'
import type { ChosenStart } from '../slots/model'
import { keepDraft, keepShown } from './booking-draft'
import { Carried, TermsField } from './booking-fields'
import { StepHead } from './booking-steps'
import { BookingBar, BookingSummary } from './booking-summary'
import { HoldNotice } from './hold-clock'
import { ReviewFacts } from './review-facts'

interface ReviewStepProps {
  chosen: ChosenStart
  picture: PhotoView | undefined
  /** The whole form so far, by field name. */
  values: Record<string, string>
  /** Sends the form and leaves the page as it is until there is an answer. */
  sending: FetcherWithComponents<unknown>
  /** Why it was not sent. */
  unsent: string | undefined
}

/** The fourth step: everything once more, what it will cost to change one's mind, and the button that books. */
export function ReviewStep({ chosen, picture, values, sending, unsent }: ReviewStepProps) {
  const { offer, slot, when, hold, policy } = chosen
  const asked = { service: offer.service, location: offer.location, slot }
  const busy = sending.state !== 'idle'
  const hydrated = useHydrated()
  useEffect(() => keepDraft(values), [values])
  useEffect(() => keepShown(chosen), [chosen])
  const send = offer.needsApproval ? 'Request this session' : 'Book this session'
  const back = [
    paths.bookSession({ ...asked, step: 'session' }),
    paths.bookSession({ ...asked, date: when.date }),
    paths.bookingDetails(asked),
  ]
  return (
    <>
      <StepHead step={4} title="Review your booking" back={hydrated ? back : []} />
      <div className="bk">
        <div>
          {unsent && !busy ? (
            <FormRefusal outcome={{ sentence: unsent, errors: {}, values: {} }} order={[]} />
          ) : null}
          <HoldNotice hold={hold} />
          {/* A form of its own: Enter in the other one means its button, and no other. */}
          <Form method="post" action={paths.bookSession()} noValidate>
            <Carried values={values} without={['terms']} />
            <ReviewFacts
              chosen={chosen}
              values={values}
              change={(what, intent, to) =>
                hydrated ? (
                  <Link className="lnk" to={to} aria-label={`Change ${what}`}>
                    Change
                  </Link>
                ) : (
                  <button
                    type="submit"
                    className="lnk"
                    name="intent"
                    value={intent}
                    aria-label={`Change ${what}`}
                    formAction={intent === 'details' ? paths.bookingDetails(asked) : undefined}
                  >
                    Change
                  </button>
                )
              }
            />
          </Form>
          <sending.Form id="booking" method="post" action={paths.bookSession()} aria-label="Your booking">
            <Carried values={values} without={['terms']} />
            <h2 className="t2 bk__h2">Policies</h2>
            <div className="ink2 measure bk__policy">
              <p>
                {offer.needsApproval
                  ? 'We’ll reply within one business day and hold the time for you until then.'
                  : 'Your session is booked as soon as you submit this.'}{' '}
                {whereWords(offer.placeKind)}
                {offer.depositCents > 0
                  ? `Your ${dollars(offer.depositCents)} deposit is due once the session is confirmed. You won’t be charged now.`
                  : 'You won’t be charged now.'}
              </p>
              <p>{policy.join(' ')}</p>
            </div>
            <TermsField values={values} errors={{}} />
            <div className="bk__act">
              <button type="submit" className="btn go" aria-busy={busy || undefined}>
                {busy ? 'Sending…' : send}
              </button>
              {hydrated ? (
                <Link className="btn btn--line" to={paths.bookingDetails(asked)}>
                  Back
                </Link>
              ) : (
                <button
                  type="submit"
                  className="btn btn--line"
                  name="intent"
                  value="details"
                  formAction={paths.bookingDetails(asked)}
                >
                  Back
                </button>
              )}
            </div>
          </sending.Form>
        </div>
        <BookingSummary offer={offer} picture={picture} day={when.day} when={when} hold={hold} step={4} />
        <BookingBar title={`${when.shortDay} at ${when.time}`} hold={hold} offer={offer}>
          <button type="submit" form="booking" className="btn" aria-busy={busy || undefined}>
            {busy ? 'Sending…' : send}
          </button>
        </BookingBar>
      </div>
    </>
  )
}

/** Only what the confirmation really says; an outdoor place may have no address. */
function whereWords(kind: ChosenStart['offer']['placeKind']): string {
  switch (kind) {
    case 'studio':
      return 'The confirmation has the address. '
    case 'client':
      return 'We’ll come to you. '
    case 'outdoor':
      return ''
  }
}

import { useContext, useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { useHydrated } from '~/ui/hydrated'
import { dollars } from '~/ui/money'
import { paths } from '~/ui/paths'
import type { ChosenStart } from '../choosing/model'
import { Carried, TermsField } from './booking-fields'
import { StepHead, VisitContext } from './booking-steps'
import { BookingBar, BookingSummary } from './booking-summary'
import { HoldNotice } from './hold-clock'
import { ReviewFacts } from './review-facts'

interface ReviewStepProps {
  chosen: ChosenStart
  picture: PhotoView | undefined
  /** The whole form so far, by field name. */
  values: Record<string, string>
}

/** The fourth step: everything once more, what it will cost to change one's mind, and the button that books. */
export function ReviewStep({ chosen, picture, values }: ReviewStepProps) {
  const { offer, slot, when, hold, policy } = chosen
  const asked = { service: offer.service, location: offer.location, slot }
  const busy = useNavigation().formAction?.startsWith(paths.bookSession()) ?? false
  const hydrated = useHydrated()
  const visit = useContext(VisitContext)
  useEffect(() => {
    if (visit) visit.draft.current = values
  }, [visit, values])
  const send = offer.needsApproval ? 'Request this session' : 'Book this session'
  const back = [
    paths.bookSession({ ...asked, step: 'session' }),
    paths.bookSession({ ...asked, date: when.date }),
    paths.bookingDetails(asked),
  ]
  return (
    <>
      <StepHead step={4} title="Read it through once." back={hydrated ? back : []} />
      <div className="bk">
        <div>
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
          <Form id="booking" method="post" action={paths.bookSession()} aria-label="Your booking">
            <Carried values={values} without={['terms']} />
            <h2 className="t2 bk__h2">What you agree to</h2>
            <div className="ink2 measure bk__policy">
              <p>
                {offer.needsApproval
                  ? 'We answer within one working day. Until then the time is kept for you.'
                  : 'It is booked as soon as you send this.'}{' '}
                {offer.depositCents > 0
                  ? `The confirmation has the address; the deposit of ${dollars(offer.depositCents)} is due after it, and nothing is charged now.`
                  : 'Nothing is charged.'}
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
          </Form>
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

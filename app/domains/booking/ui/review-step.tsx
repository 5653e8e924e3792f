import { type ReactNode, useEffect, useRef } from 'react'
import { type FetcherWithComponents, Form, Link, PrefetchPageLinks } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { money } from '~/platform/money'
import { WithTimes } from '~/platform/with-times'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import { type FieldErrors, questionField } from '../booking-form'
import type { ChosenStart } from '../slots/model'
import { cacheStart, storeDraft } from './booking-draft'
import { Carried, TermsField } from './booking-fields'
import { StepHead } from './booking-steps'
import { BookingSummary } from './booking-summary'
import { HoldNotice } from './hold-clock'
import { longDuration, Total, yieldsPhotos } from './session-facts'

interface ReviewStepProps {
  chosen: ChosenStart
  picture: PhotoView | undefined
  /** All values of the form so far, by field name. */
  values: Record<string, string>
  /** Submits the form. The page stays as it is until the response. */
  sending: FetcherWithComponents<unknown>
  /** Why it couldn't be submitted. */
  unsent: string | undefined
  errors: FieldErrors
}

/** Step 4: a summary, the policy, and the button that books. */
export function ReviewStep({ chosen, picture, values, sending, unsent, errors }: ReviewStepProps) {
  const { offer, slot, when, hold, policy } = chosen
  const asked = { service: offer.service, location: offer.location, slot }
  const busy = sending.state !== 'idle'
  const hydrated = useHydrated()
  useEffect(() => storeDraft(values), [values])
  useEffect(() => cacheStart(chosen), [chosen])
  const terms = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.terms) terms.current?.querySelector('input')?.focus()
  }, [errors.terms])
  const send = offer.needsApproval ? 'Request this session' : 'Book this session'
  const back = [
    paths.bookSession({ ...asked, step: 'session' }),
    paths.bookSession({ ...asked, date: when.date }),
    paths.bookingDetails(asked),
  ]
  return (
    <>
      <StepHead
        step={4}
        title="Review your booking"
        pageTitle="Book a session: review"
        back={back}
        linked={hydrated}
      />
      <div className="bk">
        <div>
          {unsent && !busy ? <FormRefusal outcome={{ sentence: unsent }} /> : null}
          <HoldNotice hold={hold} />
          {/* A separate form, so that Enter in the other form doesn't press this form's button. */}
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
          <sending.Form
            id="booking"
            method="post"
            action={paths.bookSession()}
            noValidate
            aria-label="Your booking"
          >
            <Carried values={values} without={['terms']} />
            {hydrated ? <input type="hidden" name="answer" value="thanks" /> : null}
            {/* Loads the last page's route and modules while the visitor reads. */}
            <Link to={paths.thankYou()} hidden tabIndex={-1}>
              Thank you
            </Link>
            {hydrated ? <PrefetchPageLinks page={paths.thankYou()} /> : null}
            <h2 className="t2 bk__h2">Policies</h2>
            <div className="ink2 measure bk__policy">
              <p>
                {afterwards(offer)} {whereWords(offer.placeKind)}
                {offer.depositCents > 0 && offer.steps.length === 0
                  ? `Your ${money(offer.depositCents)} deposit is due once the session is confirmed. You won’t be charged now.`
                  : 'You won’t be charged now.'}
              </p>
              <p>{policy.join(' ')}</p>
            </div>
            <div ref={terms}>
              <TermsField values={values} errors={busy ? {} : errors} />
            </div>
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
      </div>
    </>
  )
}

/** What happens once it's submitted, and what the client has to do then. */
function afterwards({ needsApproval, steps, stepsWithin }: ChosenStart['offer']): string {
  const reply = 'We’ll reply within one business day and hold the time for you until then.'
  if (steps.length === 0) return needsApproval ? reply : 'Your session is booked as soon as you submit this.'
  const hold = `${needsApproval ? `${reply} After that, we’ll` : 'We’ll'} hold it for ${stepsWithin}.`
  return `${hold} Your session is confirmed once these are done: ${new Intl.ListFormat('en-US').format(steps.map((step) => `${step.charAt(0).toLowerCase()}${step.slice(1)}`))}.`
}

/** An outdoor location may have no address in the confirmation, so nothing is promised. */
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

interface ReviewFactsProps {
  chosen: ChosenStart
  values: Record<string, string>
  /**
   * Returns a link or button that changes a value.
   * @param what the value's name
   * @param intent the form's intent without script
   * @param to URL of the step
   */
  change: (what: string, intent: 'details' | 'change', to: string) => ReactNode
}

/** The booking's facts, line by line, each with a link to change it. */
export function ReviewFacts({ chosen, values, change }: ReviewFactsProps) {
  const { offer, slot, when } = chosen
  const asked = { service: offer.service, location: offer.location, slot }
  const session = paths.bookSession({ ...asked, step: 'session' })
  const details = paths.bookingDetails(asked)
  const photos = yieldsPhotos(offer) ? `, ${offer.editedPhotos} edited photos` : ''
  const included = [
    ...(offer.travelFeeCents > 0 && !offer.priceUnit ? [`${money(offer.travelFeeCents)} for travel`] : []),
    ...(offer.tax ? [`${money(offer.tax.cents)} for ${offer.tax.label}`] : []),
  ]
  return (
    <dl className="rev">
      <div>
        <dt>Session</dt>
        <dd>
          {offer.title}, {longDuration(offer).toLowerCase()}
          {photos}
        </dd>
        <dd>{change('session', 'change', session)}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <WithTimes>{`${when.fullDay}, ${when.rangeInWords}`}</WithTimes>
        </dd>
        <dd>{change('when', 'change', paths.bookSession({ ...asked, date: when.date }))}</dd>
      </div>
      <div>
        <dt>Where</dt>
        <dd>
          {offer.place}
          {values.address ? (
            <>
              <br />
              {values.address}
            </>
          ) : null}
        </dd>
        <dd>{change('where', values.address ? 'details' : 'change', values.address ? details : session)}</dd>
      </div>
      <div>
        <dt>Who</dt>
        <dd>
          {values.name}
          {company(Number(values.partySize || 1))}
          <br />
          {values.email}
          {values.phone ? (
            <>
              <br />
              {values.phone}
            </>
          ) : null}
        </dd>
        <dd>{change('who', 'details', details)}</dd>
      </div>
      {offer.questions
        .filter(({ id }) => values[questionField(id)])
        .map(({ id, label }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{values[questionField(id)]}</dd>
            <dd>{change(label, 'details', details)}</dd>
          </div>
        ))}
      {values.notes ? (
        <div>
          <dt>Note</dt>
          <dd className="rev__note">“{values.notes}”</dd>
          <dd>{change('note', 'details', details)}</dd>
        </div>
      ) : null}
      <div>
        <dt>Price</dt>
        <dd>
          <Total offer={offer} />
          {included.length > 0 ? `, including ${included.join(' and ')}` : null}
          {offer.hasProposal ? '. Your proposal says what you pay, and when.' : null}
          {offer.depositCents > 0
            ? `. Includes a ${money(offer.depositCents)} deposit${offer.steps.length > 0 ? '' : ', due once confirmed'}.`
            : null}
        </dd>
      </div>
      {values.newsletter === 'yes' ? (
        <div>
          <dt>Newsletter</dt>
          <dd>To {values.email}</dd>
          <dd>{change('newsletter', 'details', details)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

const NUMBERS = ['', ' and one more', ' and two more', ' and three more', ' and four more', ' and five more']

/** "Renée Whitfield and one more" */
const company = (people: number): string => NUMBERS[people - 1] ?? ` and ${people - 1} more`

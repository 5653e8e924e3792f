import { Link, useFetcher } from 'react-router'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { FieldErrors } from '../booking-form'
import type { SessionType } from '../session-types/model'
import type { ChosenDay } from '../slots/model'
import { readDraft } from './booking-draft'
import { BookingFields, TermsField } from './booking-fields'
import { StepHead } from './booking-steps'
import { Places, SessionTypes } from './session-choice'
import { SlotChoice, WaitlistLink } from './slot-choice'

export interface WholeFormProps {
  types: SessionType[]
  /** undefined: no such session type or location. */
  about: ChosenDay | undefined
  values: Record<string, string>
  errors: FieldErrors
  sentence?: string | undefined
}

/** All steps on one page. Shown if a booking was refused, so that no input is lost. */
export function WholeForm({ types, ...shown }: WholeFormProps) {
  const sending = useFetcher<Partial<WholeFormProps>>()
  const busy = sending.state !== 'idle'
  const draft = useHydrated() ? readDraft() : {}
  const { about, values: sent, errors, sentence } = { ...shown, ...sending.data }
  const values: Record<string, string> = { ...draft, ...sent }
  const { offer, day } = about ?? {}
  const chosen = { service: offer?.service ?? '', location: offer?.location ?? '' }
  const order = Object.keys(errors)
  return (
    <>
      <StepHead step={4} title="Check these details." pageTitle="Book a session: check these details" />
      <div className="bk bk--whole">
        <sending.Form
          id="booking"
          method="post"
          action={paths.bookSession()}
          noValidate
          aria-label="Your booking"
        >
          <FormRefusal
            outcome={!busy && (sentence || order.length > 0) ? { sentence, errors, values: {} } : undefined}
            order={order}
          />
          {about && offer ? (
            <>
              <input type="hidden" name="service" value={chosen.service} />
              <input type="hidden" name="location" value={chosen.location} />
              <h2 className="t2" id="day">
                {offer.title}, {offer.place}
              </h2>
              <p className="small ink2">Times are in {about.zoneName}.</p>
              {day ? (
                <>
                  <h3 className="t3 bk__day">{day.label}</h3>
                  <SlotChoice
                    day={day}
                    zoneName={about.zoneName}
                    hold={about.hold}
                    chosen={values.slot ?? ''}
                    error={errors.slot}
                  />
                  <WaitlistLink day={day} chosen={chosen} />
                </>
              ) : (
                <p id="field-slot" tabIndex={-1}>
                  You haven’t chosen a time yet.
                </p>
              )}
              <p className="bk__other">
                <Link className="txt" to={paths.bookSession({ ...chosen, date: day?.date })}>
                  See other days
                </Link>
              </p>
            </>
          ) : (
            <>
              <SessionTypes types={types} chosen={values.service ?? ''} error={errors.service} />
              <div className="bk__places">
                <Places
                  types={types}
                  type={undefined}
                  chosen={values.location ?? ''}
                  error={errors.location}
                />
              </div>
              <input type="hidden" name="slot" value={values.slot ?? ''} />
            </>
          )}
          <h2 className="t3 bk__h">Your details</h2>
          <BookingFields
            values={values}
            errors={errors}
            questions={offer?.questions ?? []}
            asksAddress={offer?.placeKind === 'client' || Boolean(values.address)}
          />
          <TermsField values={values} errors={errors} />
          <div className="bk__act">
            <button type="submit" className="btn go" aria-busy={busy || undefined}>
              {offer && !offer.needsApproval ? 'Book this session' : 'Request this session'}
            </button>
          </div>
        </sending.Form>
      </div>
    </>
  )
}

import { Form, useNavigation } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'
import type { RescheduleCalendar } from '../../client/changes.server'
import { MonthCalendar } from '../month-calendar'
import { SlotChoice } from '../slot-choice'
import { BookingCrumbs, SessionLine } from './booking-parts'

interface RescheduleFormProps {
  view: BookingView
  times: RescheduleCalendar
  reference: string | null
  outcome: FormOutcome<'slot'> | undefined
}

/** The reschedule form: a day, its start times, the fee, a message, and the button. */
export function RescheduleForm({ view, times, reference, outcome }: RescheduleFormProps) {
  const { month, day, sentence } = times
  const back = paths.clientBooking({ ref: reference })
  return (
    <>
      <PageHead
        title="Reschedule *your session.*"
        before={<BookingCrumbs here="Reschedule" reference={reference} />}
      />
      <div className="wrap mng__step mng__step--wide">
        <FormRefusal outcome={outcome} order={['slot']} />
        <SessionLine view={view} />
        {sentence ? (
          <div className="note" role="status">
            <p>{sentence}</p>
          </div>
        ) : null}
        {view.isOpen ? (
          <div className="when">
            <MonthCalendar
              month={month}
              selected={day?.date ?? null}
              linkTo={(look) => paths.clientBookingReschedule({ ref: reference, ...look })}
            />
            <RescheduleTo {...{ view, times, reference, outcome }} />
          </div>
        ) : (
          <>
            <p className="lede">You can no longer reschedule this session online.</p>
            <div>
              <ButtonLink to={back} variant="line">
                Back to your booking
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </>
  )
}

function RescheduleTo({ view, times: { day, zoneName }, reference, outcome }: RescheduleFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const hasRoom = day?.slots.some(({ state }) => state === 'free') ?? false
  return (
    <Form
      method="post"
      action={paths.clientBookingReschedule({ ref: reference, date: day?.date ?? null })}
      aria-labelledby="day"
      noValidate
      preventScrollReset
    >
      <input type="hidden" name="version" value={view.version} />
      <input type="hidden" name="fee" value={view.rescheduleFeeCents} />
      <h2 className="t2 when__day" id="day">
        {day ? day.label : 'No availability'}
      </h2>
      <p className="small ink2">
        {day ? `Times are in ${zoneName}.` : 'No openings this month. Try next month.'}
      </p>
      {day && day.slots.length > 0 ? (
        <SlotChoice
          key={day.date}
          day={day}
          zoneName={zoneName}
          hold={null}
          chosen=""
          error={outcome?.errors.slot}
        />
      ) : null}
      {day && !hasRoom ? <p className="slots__none small ink2">No other times are open that day.</p> : null}
      <p className="mng__price">
        <WithTimes>{view.rescheduling}</WithTimes>
      </p>
      <div className="bk__act mng__act">
        {hasRoom ? (
          <button type="submit" className="btn" aria-busy={busy || undefined}>
            {busy ? 'Rescheduling…' : 'Reschedule'}
          </button>
        ) : null}
        <ButtonLink to={paths.clientBooking({ ref: reference })} variant="line">
          Keep current time
        </ButtonLink>
      </div>
    </Form>
  )
}

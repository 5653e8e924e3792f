import { Form, useNavigate } from 'react-router'
import { dayLabel } from '~/platform/time'
import { ButtonLink } from '~/ui/button-link'
import { Field, FieldError, Select, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TimeField } from '~/ui/studio/studio-zone'
import type { RescheduleTimes } from '../../manage/edits.server'
import type { StudioBooking } from '../../manage/model'
import { type ManageOutcome, outcomeFor } from './decision-forms'
import { ShortcutHint, useShortcuts } from './shortcut'

interface RescheduleSectionProps {
  booking: StudioBooking
  times: RescheduleTimes | undefined
  outcome: ManageOutcome | undefined
}

const ORDER = ['slot', 'date', 'time', 'which', 'words', 'anyway'] as const
const IDS = Object.fromEntries(ORDER.map((name) => [name, `reschedule-${name}`]))

/** Reschedules a booking: a day, then one of its free times or any other time. */
export function RescheduleSection({ booking, times, outcome }: RescheduleSectionProps) {
  const navigate = useNavigate()
  const to = `${studioPaths.booking(booking.id, { reschedule: booking.date })}#reschedule`
  useShortcuts({ p: () => navigate(to, { preventScrollReset: true }) })
  if (!times)
    return booking.can.decisions.includes('confirm') ? null : (
      <div className="st-act">
        <ButtonLink to={to} variant="line" preventScrollReset>
          Reschedule <ShortcutHint shortcut="P" />
        </ButtonLink>
      </div>
    )
  return (
    <section className="bkd-reschedule" id="reschedule" aria-labelledby="reschedule-title">
      <h3 className="st-h2" id="reschedule-title">
        New time
      </h3>
      <Form action={studioPaths.booking(booking.id)} className="bkd-day" preventScrollReset>
        <Field
          name="reschedule"
          id="reschedule-day"
          label="Day"
          type="date"
          defaultValue={times.date}
          key={times.date}
        />
        <button type="submit" className="btn btn--line">
          Show times
        </button>
      </Form>
      <RescheduleForm
        key={`${booking.version} ${times.date}`}
        booking={booking}
        times={times}
        outcome={outcome}
      />
    </section>
  )
}

function RescheduleForm({ booking, times, outcome }: RescheduleSectionProps & { times: RescheduleTimes }) {
  const refusal = outcomeFor(outcome, 'reschedule')
  const values = refusal?.values ?? {}
  const errors = refusal?.errors ?? {}
  return (
    <Form
      method="post"
      preventScrollReset
      action={studioPaths.booking(booking.id, { reschedule: times.date })}
      className="bkd-form"
      noValidate
    >
      <FormRefusal outcome={refusal} order={ORDER} ids={IDS} />
      <input type="hidden" name="intent" value="reschedule" />
      <input type="hidden" name="version" value={booking.version} />
      <fieldset className="bkd-slots" id="reschedule-slot">
        <legend>Open times on {dayLabel(times.date)}</legend>
        {times.free.length === 0 ? <p className="ink2">No times that clients can book.</p> : null}
        {times.free.map(({ slot, label }) => (
          <label className="chk" key={slot}>
            <input type="radio" name="slot" value={slot} defaultChecked={values.slot === slot} />
            <span>{label}</span>
          </label>
        ))}
        <label className="chk">
          <input
            type="radio"
            name="slot"
            value="other"
            defaultChecked={values.slot === 'other' || times.free.length === 0}
          />
          <span>Another time</span>
        </label>
      </fieldset>
      {/* A separate, visible date field, since the one above may have been changed without loading its times.
       */}
      <Field
        id="reschedule-date"
        name="date"
        label="Custom time: date"
        type="date"
        defaultValue={values.date ?? times.date}
        error={errors.date}
      />
      <TimeField
        id="reschedule-time"
        name="time"
        label="Another time"
        optional
        hint="Any open time on your calendar. We’ll warn you if it’s outside your booking rules."
        defaultValue={values.time ?? ''}
        error={errors.time}
      />
      {errors.which || values.which ? (
        <Select
          id="reschedule-which"
          name="which"
          label="Which one?"
          defaultValue={values.which ?? ''}
          error={errors.which}
        >
          <option value="">Choose</option>
          <option value="first">Before clocks fall back</option>
          <option value="second">After clocks fall back</option>
        </Select>
      ) : null}
      <TextArea
        id="reschedule-words"
        name="words"
        label="Message to client"
        optional
        rows={2}
        maxLength={2_000}
        defaultValue={values.words ?? ''}
        error={errors.words}
      />
      <label className="chk">
        <input
          type="checkbox"
          name="asksToAccept"
          value="yes"
          defaultChecked={refusal ? values.asksToAccept === 'yes' : true}
        />
        <span>Ask the client to confirm the new time</span>
      </label>
      <AnywayBox
        id="reschedule-anyway"
        label="Move anyway"
        warnings={refusal?.warnings}
        error={errors.anyway}
      />
      <p className="hint">The price stays the same.</p>
      <div className="st-act">
        <button type="submit" className="btn">
          Move booking
        </button>
        <ButtonLink to={studioPaths.booking(booking.id)} variant="quiet" preventScrollReset>
          Don’t move
        </ButtonLink>
      </div>
    </Form>
  )
}

interface AnywayBoxProps {
  id: string
  label: string
  warnings: string[] | undefined
  error: string | undefined
}

/** Warnings about booking rules, with a checkbox to book anyway. */
export function AnywayBox({ id, label, warnings = [], error }: AnywayBoxProps) {
  if (warnings.length === 0) return null
  return (
    <div className="note note--dev bkd-anyway">
      <div>
        <ul className="note__list">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
        <label className="chk" htmlFor={id}>
          <input
            type="checkbox"
            id={id}
            name="anyway"
            value="yes"
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span>{label}</span>
        </label>
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
    </div>
  )
}

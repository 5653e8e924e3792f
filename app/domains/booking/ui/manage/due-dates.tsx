import { Form } from 'react-router'
import { currencyName } from '~/platform/amounts'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'
import { amountField, dueField, SCHEDULE_FIELDS } from '../../payments/schedule-form'
import { type ManageOutcome, outcomeFor } from './decision-forms'

interface DueDatesProps {
  booking: StudioBooking
  outcome: ManageOutcome | undefined
}

/** What is due when, and the form that changes it. */
export function DueDates({ booking, outcome }: DueDatesProps) {
  const { dues, schedule } = booking.payments
  if (dues.length === 0) return null
  return (
    <>
      <ul className="bkd-pays" aria-label="Due dates">
        {dues.map(({ id, amount, day, status }) => (
          <li key={id}>
            <span className="bkd-sum">{amount}</span> due {day}
            {status === '' ? '' : ` (${status})`}
          </li>
        ))}
      </ul>
      <ScheduleForm key={schedule.mark} booking={booking} outcome={outcome} />
    </>
  )
}

function ScheduleForm({ booking, outcome }: DueDatesProps) {
  const refusal = outcomeFor(outcome, 'schedule')
  const { values, rows, mark } = booking.payments.schedule
  const shownIn = (name: string) => (refusal?.values ?? values)[name] ?? ''
  return (
    <details className="bkd-more" open={Boolean(refusal)}>
      <summary>Change due dates</summary>
      <Form
        method="post"
        preventScrollReset
        action={studioPaths.booking(booking.id)}
        className="bkd-form"
        noValidate
      >
        <FormRefusal outcome={refusal} order={SCHEDULE_FIELDS} ids={SCHEDULE_IDS} />
        <input type="hidden" name="intent" value="schedule" />
        <input type="hidden" name="seen" value={mark} />
        <p className="ink2">
          What the client has already paid counts toward the earliest date. Leave the last amount blank: it’s
          whatever is left to pay. Clear a row to remove it.
        </p>
        {Array.from({ length: rows }, (_, row) => [dueField(row), amountField(row)] as const).map(
          ([due, amount], row) => (
            <div className="bkd-due" key={due}>
              <Field
                id={SCHEDULE_IDS[due]}
                name={due}
                label={`Due date ${row + 1}`}
                type="date"
                required={false}
                defaultValue={shownIn(due)}
                error={refusal?.errors[due]}
              />
              <Field
                id={SCHEDULE_IDS[amount]}
                name={amount}
                label={`Amount ${row + 1} (${currencyName()})`}
                inputMode="decimal"
                autoComplete="off"
                required={false}
                defaultValue={shownIn(amount)}
                error={refusal?.errors[amount]}
              />
            </div>
          ),
        )}
        <div className="st-act">
          <button type="submit" className="btn btn--line">
            Save due dates
          </button>
        </div>
      </Form>
    </details>
  )
}

const SCHEDULE_IDS = Object.fromEntries(
  SCHEDULE_FIELDS.map((name) => [name, `due-${name.replaceAll('.', '-')}`]),
)

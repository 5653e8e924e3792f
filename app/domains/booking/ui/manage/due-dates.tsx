import { currencyName } from '~/platform/amounts'
import { Field } from '~/ui/field'
import { amountField, dueField, SCHEDULE_FIELDS } from '../../payments/schedule-form'
import { outcomeFor, type SectionProps } from './decision-forms'
import { FoldedForm } from './folded-form'

/** What is due when, and the form that changes it. */
export function DueDates({ booking, outcome }: SectionProps) {
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

function ScheduleForm({ booking, outcome }: SectionProps) {
  const refusal = outcomeFor(outcome, 'schedule')
  const { values, rows, mark } = booking.payments.schedule
  const shownIn = (name: string) => (refusal?.values ?? values)[name] ?? ''
  return (
    <FoldedForm
      {...{ booking, refusal }}
      summary="Change due dates"
      intent="schedule"
      order={SCHEDULE_FIELDS}
      ids={SCHEDULE_IDS}
      button="Save due dates"
    >
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
    </FoldedForm>
  )
}

const SCHEDULE_IDS = Object.fromEntries(
  SCHEDULE_FIELDS.map((name) => [name, `due-${name.replaceAll('.', '-')}`]),
)

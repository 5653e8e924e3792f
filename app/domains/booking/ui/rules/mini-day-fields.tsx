import { Link } from 'react-router'
import type { FieldValues } from '~/platform/forms'
import { Field, Select } from '~/ui/field'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TimeField } from '~/ui/studio/studio-zone'
import type { MiniDayChoices, MiniStart, RescheduleAnswer } from '../../mini-days/model'
import { Check } from './record-form'

interface MiniDayFieldsProps {
  values: FieldValues
  errors: FieldValues
  choices: MiniDayChoices
}

export function MiniDayFields({ values, errors, choices }: MiniDayFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <>
      {choices.types.length === 0 ? (
        <p className="note">
          <span>
            First <Link to={studioPaths.sessionType()}>create a session type</Link> with start times set to
            “Mini-session days only.”
          </span>
        </p>
      ) : null}
      <Field {...field('title')} label="Title" />
      <div className="rl-two">
        <Select {...field('sessionType')} label="Session type">
          {choices.types.map(({ id, title, minutesApart }) => (
            <option key={id} value={id}>
              {title}, {minutesApart} min with buffers
            </option>
          ))}
        </Select>
        <Select {...field('place')} label="Location">
          {choices.places.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <Field {...field('date')} label="Date" type="date" />
        <TimeField {...field('first')} label="First start time" />
        <Field {...field('apart')} label="Start time interval (minutes)" inputMode="numeric" />
        <Field {...field('count')} label="Number of slots" inputMode="numeric" required={false} />
        <TimeField
          {...field('last')}
          label="Last start time"
          required={false}
          hint="Instead of a number of slots."
        />
      </div>
      <Check
        name="published"
        label="Published (clients can book it)"
        isChecked={values.published === 'yes'}
      />
    </>
  )
}

/** Clients' responses to a rescheduled day. */
const ANSWERS: Record<RescheduleAnswer, { label: string; tag: string }> = {
  accepted: { label: 'Accepted', tag: 'tag tag--fix' },
  'chose-another': { label: 'Chose another time', tag: 'tag' },
  'no-answer': { label: 'No answer yet', tag: 'tag tag--mark' },
  canceled: { label: 'Canceled', tag: 'tag tag--stop' },
}

export function MiniStarts({
  starts,
  canceled,
}: {
  starts: MiniStart[]
  canceled: { id: string; name: string; reference: string }[]
}) {
  const blocked = starts.filter(({ booking, obstacle }) => !booking && obstacle)
  return (
    <section className="rl-part" aria-labelledby="starts">
      <h2 className="st-h2" id="starts">
        {`${starts.filter(({ booking }) => booking).length} of ${starts.length} taken`}
      </h2>
      {blocked.length > 0 ? (
        <p className="note" role="status">
          {blocked.length === 1 ? 'One time is' : `${blocked.length} times are`} not offered, because that
          time is already taken.
        </p>
      ) : null}
      <ol className="ms">
        {starts.map(({ time, label, booking, obstacle }) => (
          <li key={time}>
            <span className="mono">{label}</span>
            <span className={booking || obstacle ? '' : 'ink3'}>
              {booking ? `${booking.name}, ${booking.reference}` : (obstacle ?? 'Free')}
            </span>
            {booking?.answer ? (
              <span className={ANSWERS[booking.answer].tag}>{ANSWERS[booking.answer].label}</span>
            ) : null}
          </li>
        ))}
        {canceled.map(({ id, name, reference }) => (
          <li key={id}>
            <span className="mono">–</span>
            <span className="ink3">{`${name}, ${reference}`}</span>
            <span className={ANSWERS.canceled.tag}>{ANSWERS.canceled.label}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

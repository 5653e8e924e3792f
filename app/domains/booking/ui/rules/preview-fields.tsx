import type { CSSProperties, ReactNode } from 'react'
import type { FieldValues } from '~/platform/forms'
import { Field, Select } from '~/ui/field'
import type { MonthPreview, RuleChoices } from '../../schedules/model'

interface PreviewFieldsProps {
  choices: RuleChoices
  values: FieldValues
  children: ReactNode
}

/** Fields that select a session type, a location and a month. */
export function PreviewFields({ choices, values, children }: PreviewFieldsProps) {
  return (
    <div className="rl-ask">
      <Select name="service" label="Session" defaultValue={values.service} required={false}>
        {choices.types
          .filter(({ isPublished }) => isPublished)
          .map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
      </Select>
      <Select name="location" label="Location" defaultValue={values.location} required={false}>
        {choices.places.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      <Field
        name="month"
        type="month"
        label="Month"
        defaultValue={values.month}
        placeholder="2026-12"
        required={false}
      />
      {children}
    </div>
  )
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** A month as clients see it: free starts, or why there are none. */
export function PreviewMonth({ preview }: { preview: MonthPreview | null }) {
  if (!preview)
    return (
      <p className="note" role="status">
        This session isn’t offered at that location. Choose another, or offer it there.
      </p>
    )
  return (
    <div className="clients-see">
      <div role="status">
        <h3 className="t3">
          {preview.label} <span className="zone">{preview.zoneName}</span>
        </h3>
      </div>
      <p className="clients-see__week" aria-hidden="true">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </p>
      <ol className="clients-see__days">
        {preview.days.map(({ date, weekday, label, isPast, times, reason }, at) => (
          <li
            key={date}
            className={`clients-see__day${times.length === 0 ? ' clients-see__day--none' : ''}${isPast ? ' clients-see__day--over' : ''}`}
            style={at === 0 ? ({ '--first': weekday } as CSSProperties) : undefined}
          >
            <b>
              <span className="clients-see__long">{label}</span>
              <span className="clients-see__short" aria-hidden="true">
                {Number(date.slice(8))}
              </span>
            </b>
            {times.length === 0 ? <span className="clients-see__why">{reason}</span> : null}
            {times.length > 0 ? (
              <span className="clients-see__times mono">
                {times.map((time) => time.replace(' ', '\u00a0')).join(', ')}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  )
}

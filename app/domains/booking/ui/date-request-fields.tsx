import { Field, FieldError, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import type { DateRequestField } from '../date-requests/date-request'

/** In the order of the form. */
export const DATE_REQUEST_FIELDS = [
  'service',
  'location',
  'date',
  'dayPart',
  'name',
  'email',
  'phone',
  'partySize',
  'notes',
] as const satisfies DateRequestField[]

interface FieldsProps {
  values: Partial<Record<DateRequestField, string>>
  errors: FormOutcome<DateRequestField>['errors']
}

/** The day, and the part of it. */
export function WhenFields({
  values,
  errors,
  firstDate,
  lastDate,
  zoneName,
}: FieldsProps & { firstDate: string; lastDate: string; zoneName: string }) {
  return (
    <>
      <Field
        label="The day you have in mind"
        name="date"
        type="date"
        min={firstDate}
        max={lastDate}
        defaultValue={values.date}
        error={errors.date}
        hint={`Days and times are ${zoneName}.`}
      />
      <fieldset className="field" id="field-dayPart" tabIndex={-1}>
        <legend className="legend">Time of day</legend>
        <div className="seg seg--choice">
          {DAY_PARTS.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="dayPart"
                value={value}
                defaultChecked={value === (values.dayPart || 'any')}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {errors.dayPart && <FieldError>{errors.dayPart}</FieldError>}
      </fieldset>
    </>
  )
}

const DAY_PARTS = [
  ['morning', 'Morning'],
  ['afternoon', 'Afternoon'],
  ['any', 'Either'],
] as const

/** Who asks, and how to answer. */
export function WhoFields({ values, errors }: FieldsProps) {
  return (
    <>
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={120}
        defaultValue={values.name}
        error={errors.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={values.email}
        error={errors.email}
      />
      <Field
        label="Mobile phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        optional
        maxLength={40}
        hint="Only for the day itself."
        defaultValue={values.phone}
        error={errors.phone}
      />
      <Field
        label="People in the photographs"
        name="partySize"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        defaultValue={values.partySize ?? '1'}
        error={errors.partySize}
      />
      <TextArea
        className="full"
        label="Anything we should know"
        name="notes"
        optional
        maxLength={2000}
        defaultValue={values.notes}
        error={errors.notes}
      />
    </>
  )
}

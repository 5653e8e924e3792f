import { TimeField } from '~/ui/studio/studio-zone'
import { hoursField, WEEKDAYS } from '../settings/fields'

interface HoursFieldsProps {
  values: Partial<Record<string, string>>
  errors: Partial<Record<string, string>>
}

/** Opening and closing times of each day. */
export function HoursFields({ values, errors }: HoursFieldsProps) {
  return WEEKDAYS.map((weekday, at) => (
    <fieldset key={weekday} className="st-day">
      <legend className="legend">{weekday}</legend>
      {(['opens', 'closes'] as const).map((end) => {
        const name = hoursField(at + 1, end)
        return (
          <TimeField
            key={end}
            name={name}
            label={end === 'opens' ? 'Opens' : 'Closes'}
            required={false}
            defaultValue={values[name] ?? ''}
            error={errors[name]}
          />
        )
      })}
    </fieldset>
  ))
}

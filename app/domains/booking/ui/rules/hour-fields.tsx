import type { FieldValues } from '~/platform/forms'
import { TimeField } from '~/ui/studio/studio-zone'
import { WINDOWS_A_DAY, weekdayName, windowField } from '../../schedules/week-hours'
import type { Week } from './use-week'

interface HourFieldsProps {
  week: Week
  weekdays: readonly number[]
  errors: FieldValues
}

/** The same hours as times: two fields a window, and always an empty pair as long as a day has room. */
export function HourFields({ week, weekdays, errors }: HourFieldsProps) {
  return weekdays.map((weekday) => (
    <fieldset key={weekday} className="wk-day">
      <legend className="legend">{weekday === 0 ? 'Hours' : weekdayName(weekday)}</legend>
      {Array.from({ length: shownPairs(week, weekday) }, (_, n) => (
        <div className="wk-pair" key={windowField(weekday, n, 'opens')}>
          {(['opens', 'closes'] as const).map((end) => {
            const name = windowField(weekday, n, end)
            return (
              <TimeField
                key={end}
                name={name}
                label={`${end === 'opens' ? 'Opens' : 'Closes'}${n === 0 ? '' : `, ${n + 1}`}`}
                required={false}
                value={week.values[name] ?? ''}
                onChange={(event) => week.setField(name, event.currentTarget.value)}
                error={errors[name]}
              />
            )
          })}
        </div>
      ))}
    </fieldset>
  ))
}

function shownPairs({ values }: Week, weekday: number): number {
  const isFilled = (n: number) =>
    Boolean(values[windowField(weekday, n, 'opens')] || values[windowField(weekday, n, 'closes')])
  const last = Array.from({ length: WINDOWS_A_DAY }, (_, n) => n).findLast(isFilled) ?? -1
  return Math.min(WINDOWS_A_DAY, last + 2)
}

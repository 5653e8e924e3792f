import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FieldValues } from '~/platform/forms'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { TimeField } from '~/ui/studio/studio-zone'
import type { MonthPreview, RuleChoices, RuleKind } from '../../schedules/model'
import { RULE_FIELDS } from '../../schedules/rule-form'
import { WEEK, WINDOWS_A_DAY, weekdayName, windowField } from '../../schedules/week-hours'
import { PreviewFields, PreviewMonth } from './preview-fields'
import { isSaveOrDelete } from './record-form'
import { useWeek, type Week } from './use-week'
import { WeekGrid } from './week-grid'

export interface RuleOutcome extends FormOutcome<string> {
  /** null: not offered there, or not requested. */
  preview?: MonthPreview | null
}

interface RuleFormProps {
  kind: RuleKind
  values: FieldValues
  version: number
  isNew: boolean
  saved: boolean
  choices: RuleChoices
  outcome: RuleOutcome | undefined
}

/** The form of a schedule or of special dates. */
export function RuleForm({ kind, values, version, isNew, saved, choices, outcome }: RuleFormProps) {
  const [isDirty, setDirty] = useState(false)
  const [isClosed, setClosed] = useState((outcome?.values ?? values).closed === 'yes')
  const isAlive = useHydrated()
  const isBusy = useNavigation().state === 'submitting'
  const shown: FieldValues = { ...(outcome?.values ?? values) } as FieldValues
  const errors = (outcome?.errors ?? {}) as FieldValues
  const weekdays = kind === 'hours' ? WEEK : ([0] as const)
  const week = useWeek(shown, weekdays, () => setDirty(true))
  const order = [...RULE_FIELDS, ...Object.keys(errors).filter((name) => /^(opens|closes)\./.test(name))]
  return (
    <Form
      method="post"
      className="st-sheet st-sheet--wide rl-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={(event) => setDirty(!isSaveOrDelete(event) && isDirty)}
    >
      {/* The first submit button is the one that Enter in a field presses. */}
      <button type="submit" name="intent" value="save" className="vh" tabIndex={-1} aria-hidden="true" />
      <FormRefusal outcome={outcome} order={order} />
      {saved && !outcome ? (
        <p className="note note--fix" role="status">
          Saved. Clients will see this right away.
        </p>
      ) : null}
      <input type="hidden" name="version" value={version} />
      <Field name="title" label="Title" defaultValue={shown.title} error={errors.title} maxLength={80} />
      <div className="rl-two">
        <Select
          name="sessionType"
          label="Applies to"
          defaultValue={shown.sessionType}
          error={errors.sessionType}
          required={false}
        >
          <option value="">All sessions</option>
          {choices.types.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <Select
          name="place"
          label="Location"
          defaultValue={shown.place}
          error={errors.place}
          required={false}
        >
          <option value="">All locations</option>
          {choices.places.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <Field
          name="from"
          type="date"
          label={kind === 'hours' ? 'Season starts' : 'Start date'}
          optional={kind === 'hours'}
          defaultValue={shown.from}
          error={errors.from}
        />
        <Field
          name="until"
          type="date"
          label={kind === 'hours' ? 'Season ends' : 'End date'}
          optional
          defaultValue={shown.until}
          error={errors.until}
          hint={kind === 'dates' ? 'Leave blank for one day.' : undefined}
        />
      </div>
      {kind === 'dates' ? (
        <label className="chk" htmlFor="field-closed">
          <input
            type="checkbox"
            id="field-closed"
            name="closed"
            value="yes"
            defaultChecked={shown.closed === 'yes'}
            onChange={(event) => setClosed(event.currentTarget.checked)}
          />
          <span>Closed (uncheck to set hours)</span>
        </label>
      ) : null}
      {kind === 'hours' && isAlive ? <WeekGrid week={week} /> : null}
      {kind === 'dates' && isAlive && isClosed ? null : (
        <div className="wk-days">
          <HourFields week={week} weekdays={weekdays} errors={errors} />
        </div>
      )}
      <p className="hint">
        If closing time is earlier than opening time, hours run past midnight. Overlapping hours are merged.
      </p>
      <div className="st-act">
        <button type="submit" name="intent" value="save" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'One moment…' : 'Save'}
        </button>
        {isNew ? null : (
          <button type="submit" name="intent" value="remove" className="btn btn--stop">
            Remove
          </button>
        )}
      </div>
      <section className="rl-sec" aria-labelledby="would-see">
        <h2 className="st-h2" id="would-see">
          Preview what clients will see before you save
        </h2>
        <PreviewFields choices={choices} values={shown}>
          <button type="submit" name="intent" value="preview" className="btn btn--line">
            Preview
          </button>
        </PreviewFields>
        {outcome && 'preview' in outcome ? <PreviewMonth preview={outcome.preview ?? null} /> : null}
      </section>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

interface HourFieldsProps {
  week: Week
  weekdays: readonly number[]
  errors: FieldValues
}

/** The hours as fields: two per window, plus an empty pair if the day can have another. */
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

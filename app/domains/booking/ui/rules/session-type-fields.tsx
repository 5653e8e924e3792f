import type { ReactNode } from 'react'
import { currencyName } from '~/platform/amounts'
import type { FieldValues } from '~/platform/forms'
import { Field, FieldError, Select, TextArea } from '~/ui/field'
import { MoveButton } from '~/ui/studio/move-buttons'
import { countQuestions, QUESTIONS_MAX, questionPart } from '../../session-types/questionnaire-fields'
import { Check } from './record-form'

interface SessionTypeFieldsProps {
  values: FieldValues
  errors: FieldValues
  isNew: boolean
  places: { id: string; title: string }[]
  services: { id: string; title: string }[]
  /** Links to other prices for the same service. */
  priceHint?: ReactNode
}

/** The fields of a session type for clients: texts, price, and locations. */
export function SessionTypeFields(props: SessionTypeFieldsProps) {
  const { values, errors, isNew, places, services, priceHint } = props
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  const chosen = (values.places ?? '').split('\n')
  return (
    <>
      <Field {...field('title')} label="Title" />
      {isNew ? (
        <Field
          {...field('slug')}
          label="URL slug"
          hint="For example, fall-mini. You can’t change it later."
          autoCapitalize="off"
        />
      ) : null}
      <TextArea {...field('summary')} label="Summary" rows={2} />
      <Select {...field('service')} label="Service" optional hint="Where it appears on your price list.">
        <option value="">Other sessions</option>
        {services.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      <div className="rl-three">
        <Field {...field('minutes')} label="Duration (minutes)" inputMode="numeric" />
        <Field {...field('editedPhotos')} label="Edited photos included" />
        <Field {...field('turnaround')} label="Turnaround" />
        <Field {...field('price')} label={`Price (${currencyName()})`} inputMode="decimal" />
        <Field {...field('priceUnit')} label="Price per" optional hint="For example, hour." />
        <Field {...field('deposit')} label={`Deposit (${currencyName()})`} inputMode="decimal" />
      </div>
      <Check
        name="setsPrice"
        label="Starting price of its service (the service shows this price)"
        isChecked={values.setsPrice === 'yes'}
      />
      {priceHint ? <p className="ui ink2">{priceHint}</p> : null}
      <fieldset
        className="rl-set"
        id="field-places"
        tabIndex={-1}
        aria-describedby={errors.places ? 'field-places-error' : undefined}
      >
        <legend className="legend">Locations</legend>
        {places.map(({ id, title }) => (
          <Check key={id} name="places" value={id} label={title} isChecked={chosen.includes(id)} />
        ))}
        {errors.places ? <FieldError id="field-places-error">{errors.places}</FieldError> : null}
      </fieldset>
      <Check
        name="published"
        label="Published (clients can book it)"
        isChecked={values.published === 'yes'}
      />
    </>
  )
}

/** The fields for start times, buffers and limits. */
export function SessionRuleFields({ values, errors }: Pick<SessionTypeFieldsProps, 'values' | 'errors'>) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <section className="rl-sec" aria-labelledby="starts">
      <h2 className="st-h2" id="starts">
        Scheduling
      </h2>
      <Select {...field('startsKind')} label="Start times">
        <option value="interval">At regular intervals from opening time</option>
        <option value="fixed">At fixed times</option>
        <option value="sunset">Before sunset, once a day</option>
        <option value="mini">Mini-session days only</option>
      </Select>
      <div className="rl-three">
        <Field
          {...field('increment')}
          label="Start time interval (minutes)"
          inputMode="numeric"
          required={false}
        />
        <Field
          {...field('fixedStarts')}
          label="Fixed times"
          hint="For example, 09:00, 11:30, 14:00"
          required={false}
        />
        <Field
          {...field('sunsetMinutes')}
          label="Minutes before sunset"
          inputMode="numeric"
          required={false}
        />
        <Field {...field('bufferBefore')} label="Buffer before (minutes)" inputMode="numeric" />
        <Field {...field('bufferAfter')} label="Buffer after (minutes)" inputMode="numeric" />
        <Field {...field('minimumNoticeHours')} label="Minimum notice (hours)" inputMode="numeric" />
        <Field {...field('bookingWindowDays')} label="Booking window (days ahead)" inputMode="numeric" />
        <Field
          {...field('dailyLimit')}
          label="Daily limit"
          optional
          inputMode="numeric"
          hint="Leave blank for no limit."
        />
      </div>
      <Check
        name="approval"
        label="Approve each booking myself. If off, bookings are confirmed instantly."
        isChecked={values.approval === 'yes'}
      />
    </section>
  )
}

/** What is required before a booking counts as confirmed. */
export function RequirementFields({
  values,
  errors,
  templates,
}: Pick<SessionTypeFieldsProps, 'values' | 'errors'> & { templates: { id: string; name: string }[] }) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <section className="rl-sec" aria-labelledby="requirements">
      <h2 className="st-h2" id="requirements">
        Before a booking is confirmed
      </h2>
      <p className="ui ink2">
        The time is held for the client until everything you choose here is there. If something is missing
        when their time is up, the hold ends, and we email you both.
      </p>
      <Check
        name="requiresProposal"
        label="Proposal signed. You send it for the booking, and signing it confirms the booking."
        isChecked={values.requiresProposal === 'yes'}
      />
      <Select
        {...field('requiresContract')}
        label="Contract to sign"
        optional
        hint="Clients sign it on their booking’s page. You sign after them."
      >
        <option value="">None</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Check name="requiresDeposit" label="Deposit received" isChecked={values.requiresDeposit === 'yes'} />
      <Check
        name="requiresAnswers"
        label="Questionnaire answered. Clients get it after booking instead of while booking."
        isChecked={values.requiresAnswers === 'yes'}
        error={errors.requiresAnswers}
      />
      <Field
        {...field('holdHours')}
        label="Time to complete (hours)"
        inputMode="numeric"
        hint="For example, 72 for three days. A hold never lasts longer than until the session begins."
      />
    </section>
  )
}

interface QuestionListProps {
  values: FieldValues
  errors: FieldValues
}

/** The questionnaire. Every button submits the form, so the list works without script. */
export function QuestionList({ values, errors }: QuestionListProps) {
  const count = countQuestions((name) => values[name] ?? '')
  return (
    <section className="rl-sec" aria-labelledby="questions">
      <h2 className="st-h2" id="questions">
        Client questionnaire
      </h2>
      {Array.from({ length: count }, (_, n) => {
        const named = (part: 'label' | 'kind' | 'choices') => {
          const name = questionPart(n, part)
          return { name, defaultValue: values[name] ?? '', error: errors[name] }
        }
        const id = values[questionPart(n, 'id')] ?? ''
        return (
          <fieldset key={id} className="rl-q">
            <legend className="legend">Question {n + 1}</legend>
            <input type="hidden" name={questionPart(n, 'id')} value={id} />
            <Field {...named('label')} label="Question" required={false} />
            <Select {...named('kind')} label="Answer">
              <option value="line">Short answer</option>
              <option value="text">Long answer</option>
              <option value="date">Date</option>
              <option value="number">Number</option>
              <option value="choice">One of several</option>
              <option value="photos">Photos</option>
            </Select>
            <TextArea
              {...named('choices')}
              label="Choices"
              hint="One per line, if the answer is “One of several.”"
              rows={4}
              required={false}
              className="rl-choices"
            />
            <Check
              name={questionPart(n, 'required')}
              label="Required"
              isChecked={values[questionPart(n, 'required')] === 'yes'}
            />
            <div className="st-move">
              <MoveButton
                move="up"
                label={`Move question ${n + 1} up`}
                name="intent"
                value={n > 0 ? `raise-question.${n}` : undefined}
              />
              <MoveButton
                move="down"
                label={`Move question ${n + 1} down`}
                name="intent"
                value={n < count - 1 ? `raise-question.${n + 1}` : undefined}
              />
              <MoveButton
                move="remove"
                label={`Remove question ${n + 1}`}
                name="intent"
                value={`remove-question.${n}`}
              />
            </div>
          </fieldset>
        )
      })}
      {count < QUESTIONS_MAX ? (
        <button type="submit" name="intent" value="add-question" className="btn btn--line rl-start">
          Add question
        </button>
      ) : null}
    </section>
  )
}

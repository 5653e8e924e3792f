import type { ReactNode } from 'react'
import { Field, FieldError, Select, TextArea } from '~/ui/field'
import type { FieldValues } from '../../rule-fields'
import { Check } from './record-form'

interface SessionTypeFieldsProps {
  values: FieldValues
  errors: FieldValues
  isNew: boolean
  places: { id: string; title: string }[]
  /** Where else a price stands for the same work. */
  priceHint?: ReactNode
}

/** What clients read of a session type, what it costs, and where it is offered. */
export function SessionTypeFields({ values, errors, isNew, places, priceHint }: SessionTypeFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  const chosen = (values.places ?? '').split('\n')
  return (
    <>
      <Field {...field('title')} label="Title" />
      {isNew ? (
        <Field
          {...field('slug')}
          label="Word in addresses"
          hint="Such as fall-mini. It stays for good."
          autoCapitalize="off"
        />
      ) : null}
      <TextArea {...field('summary')} label="Summary" rows={2} />
      <div className="rl-three">
        <Field {...field('minutes')} label="Minutes" inputMode="numeric" />
        <Field {...field('finishedPhotographs')} label="Finished photographs" />
        <Field {...field('readyIn')} label="Ready in" />
        <Field {...field('price')} label="Price in dollars" inputMode="decimal" />
        <Field {...field('priceUnit')} label="Price for each" optional hint="Such as hour." />
        <Field {...field('deposit')} label="Deposit in dollars" inputMode="decimal" />
      </div>
      {priceHint ? <p className="ui ink2">{priceHint}</p> : null}
      <fieldset id="field-places" className="rl-set">
        <legend className="legend">Offered at</legend>
        {places.map(({ id, title }) => (
          <Check key={id} name="places" value={id} label={title} isChecked={chosen.includes(id)} />
        ))}
        {errors.places ? <FieldError id="field-places-error">{errors.places}</FieldError> : null}
      </fieldset>
      <Check name="published" label="Published: clients can book it" isChecked={values.published === 'yes'} />
    </>
  )
}

/** When its sessions may begin, and what is kept free around them. */
export function SessionRuleFields({ values, errors }: Pick<SessionTypeFieldsProps, 'values' | 'errors'>) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <section className="rl-sec" aria-labelledby="starts">
      <h2 className="st-h2" id="starts">
        Starts
      </h2>
      <Select {...field('startsKind')} label="Its sessions start">
        <option value="interval">Every so many minutes from the opening on</option>
        <option value="fixed">At fixed times</option>
        <option value="sunset">Before sunset, once a day</option>
        <option value="mini">On mini-session days only</option>
      </Select>
      <div className="rl-three">
        <Field
          {...field('increment')}
          label="Minutes from start to start"
          inputMode="numeric"
          required={false}
        />
        <Field
          {...field('fixedStarts')}
          label="Fixed times"
          hint="Such as 09:00, 11:30, 14:00"
          required={false}
        />
        <Field
          {...field('sunsetMinutes')}
          label="Minutes before sunset"
          inputMode="numeric"
          required={false}
        />
        <Field {...field('bufferBefore')} label="Minutes free before" inputMode="numeric" />
        <Field {...field('bufferAfter')} label="Minutes free after" inputMode="numeric" />
        <Field {...field('noticeHours')} label="Hours of notice" inputMode="numeric" />
        <Field {...field('horizonDays')} label="Days ahead" inputMode="numeric" />
        <Field
          {...field('dailyLimit')}
          label="Sessions a day"
          optional
          inputMode="numeric"
          hint="Empty: as many as fit."
        />
      </div>
      <Check
        name="approval"
        label="Ask me first. Unticked, a booking is confirmed at once."
        isChecked={values.approval === 'yes'}
      />
    </section>
  )
}

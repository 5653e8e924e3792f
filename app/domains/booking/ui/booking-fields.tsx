import { Link } from 'react-router'
import { Field, FieldError, fieldId, TextArea } from '~/ui/field'
import { paths } from '~/ui/paths'
import { EmailField, NameField, PhoneField } from '~/ui/person-fields'
import type { Question } from '../availability/model'
import { ADDRESS_MAX, type FieldErrors, NEWSLETTER_WORDS, NOTES_MAX, questionField } from '../booking-form'
import { QuestionField } from './question-field'

interface FieldsProps {
  /** Initial values by field name. */
  values: Record<string, string>
  errors: FieldErrors
}

/** The fields for the client's details and the session's questions. */
export function BookingFields({
  values,
  errors,
  questions,
  asksAddress,
}: FieldsProps & { questions: Question[]; asksAddress: boolean }) {
  return (
    <div className="fgrid">
      <NameField value={values.name} error={errors.name} />
      <EmailField value={values.email} error={errors.email} />
      <PhoneField
        label="Mobile phone"
        hint="Only for the day itself."
        value={values.phone}
        error={errors.phone}
      />
      <Field
        label="Number of people"
        name="partySize"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        defaultValue={values.partySize ?? '1'}
        error={errors.partySize}
      />
      {asksAddress ? (
        <Field
          className="full"
          label="Where should we meet you?"
          name="address"
          autoComplete="street-address"
          maxLength={ADDRESS_MAX}
          hint="Street address, apt or floor, city"
          defaultValue={values.address}
          error={errors.address}
        />
      ) : null}
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          value={values[questionField(question.id)]}
          error={errors[questionField(question.id)]}
        />
      ))}
      <TextArea
        className="full"
        label="Anything we should know"
        name="notes"
        optional
        maxLength={NOTES_MAX}
        defaultValue={values.notes}
        error={errors.notes}
      />
      <label className="chk full">
        <input type="checkbox" name="newsletter" value="yes" defaultChecked={values.newsletter === 'yes'} />
        <span>{NEWSLETTER_WORDS}</span>
      </label>
    </div>
  )
}

export function TermsField({ values, errors }: FieldsProps) {
  return (
    <div>
      <label className="chk">
        <input
          type="checkbox"
          name="terms"
          value="yes"
          id={fieldId('terms')}
          required
          defaultChecked={values.terms === 'yes'}
          aria-invalid={errors.terms !== undefined}
          aria-describedby={errors.terms ? 'terms-error' : undefined}
        />
        <span>
          I have read the{' '}
          <Link className="txt" to={paths.terms()} target="_blank">
            Terms &amp; Conditions
          </Link>
          .
        </span>
      </label>
      {errors.terms ? <FieldError id="terms-error">{errors.terms}</FieldError> : null}
    </div>
  )
}

/** Hidden fields with the values of other steps. */
export function Carried({ values, without = [] }: { values: Record<string, string>; without?: string[] }) {
  return Object.entries(values)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { currencyName } from '~/platform/amounts'
import { money } from '~/platform/money'
import { ButtonLink } from '~/ui/button-link'
import { Field, fieldId, Select, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TimeField } from '~/ui/studio/studio-zone'
import type { Question } from '../../availability/model'
import { questionField } from '../../booking-form'
import { MANUAL_BOOKING_FIELDS, questionsOf } from '../../manage/booking-forms'
import { type ManualBookingView, NOTE_MAX } from '../../manage/model'
import { QuestionField } from '../question-field'
import type { ManageOutcome } from './decision-forms'
import { AnywayBox } from './reschedule-section'

interface ByHandFormProps {
  form: ManualBookingView
  outcome: ManageOutcome | undefined
}

/** The form that adds a booking made by phone or in person. */
export function ManualBookingForm({ form, outcome }: ByHandFormProps) {
  const [isDirty, setDirty] = useState(false)
  const [type, setType] = useState(outcome?.values.type ?? form.inquiry?.given.type ?? '')
  const isBusy = useNavigation().state === 'submitting'
  const values: Partial<Record<string, string>> = outcome?.values ?? {}
  const errors: Partial<Record<string, string>> = outcome?.errors ?? {}
  const given = (name: string, before = '') => ({
    name,
    defaultValue: values[name] ?? form.inquiry?.given[name] ?? before,
    error: errors[name],
  })
  return (
    <Form
      method="post"
      className="st-sheet st-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal
        outcome={outcome}
        order={[
          ...MANUAL_BOOKING_FIELDS,
          ...questionsOf(form.types, type).map(({ id }) => questionField(id)),
        ]}
      />
      <input type="hidden" name="once" value={form.once} />
      {form.inquiry ? <FromInquiry {...form.inquiry} /> : null}
      <WhatAndWhen
        form={form}
        given={given}
        hasTwice={Boolean(errors.which || values.which)}
        onType={setType}
      />
      <Who given={given} />
      <Questions questions={questionsOf(form.types, type)} given={given} />
      <Field
        {...given('price')}
        label="Custom price"
        optional
        inputMode="decimal"
        autoComplete="off"
        hint={`In ${currencyName()}. Leave blank for the usual price.`}
      />
      <Select {...given('state', 'confirmed')} label="Status">
        <option value="confirmed">Confirmed</option>
        <option value="held">On hold until everything required is there</option>
        <option value="requested">Pending</option>
      </Select>
      <label className="chk" htmlFor={fieldId('notify')}>
        <input
          type="checkbox"
          id={fieldId('notify')}
          name="notify"
          value="yes"
          defaultChecked={outcome ? values.notify === 'yes' : true}
        />
        <span>Email the client a confirmation</span>
      </label>
      <AnywayBox
        id={fieldId('anyway')}
        label="Book anyway"
        warnings={outcome?.warnings}
        error={errors.anyway}
      />
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          Add booking
        </button>
        <ButtonLink to={studioPaths.bookingList()} variant="quiet">
          Back to list
        </ButtonLink>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

/** Where the values come from. Its message becomes booked. */
function FromInquiry({ id, from, asked }: NonNullable<ManualBookingView['inquiry']>) {
  return (
    <div className="note">
      <p>
        From <Link to={studioPaths.message('messages', id)}>{from}’s message</Link>
        {asked === '' ? null : `: ${asked}`}. We’ll mark it as booked.
      </p>
      <input type="hidden" name="inquiry" value={id} />
    </div>
  )
}

type Given = (
  name: string,
  before?: string,
) => { name: string; defaultValue: string; error: string | undefined }

interface WhatAndWhenProps {
  form: ManualBookingView
  given: Given
  hasTwice: boolean
  onType: (id: string) => void
}

function WhatAndWhen({ form, given, hasTwice, onType }: WhatAndWhenProps) {
  return (
    <>
      <div className="bkd-pair">
        <Select {...given('type')} label="Session" onChange={(event) => onType(event.target.value)}>
          <option value="">Choose</option>
          {form.types.map(({ id, title, minutes, priceCents, priceUnit }) => (
            <option key={id} value={id}>
              {`${title}, ${minutes} min, ${money(priceCents)}${priceUnit === '' ? '' : ` each ${priceUnit}`}`}
            </option>
          ))}
        </Select>
        <Select {...given('place', form.places[0]?.id)} label="Location">
          {form.places.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <Field {...given('date', form.date)} label="Date" type="date" />
        <TimeField {...given('time', form.time)} label="Time" />
      </div>
      <noscript>
        <button type="submit" name="intent" value="questions" className="btn btn--line" formNoValidate>
          Show questionnaire
        </button>
      </noscript>
      {hasTwice || form.which !== '' ? (
        <Select {...given('which', form.which)} label="Which one?">
          <option value="">Choose</option>
          <option value="first">Before clocks fall back</option>
          <option value="second">After clocks fall back</option>
        </Select>
      ) : null}
    </>
  )
}

function Who({ given }: { given: Given }) {
  return (
    <>
      <div className="bkd-pair">
        <Field {...given('name')} label="Client name" autoComplete="off" />
        <Field {...given('email')} label="Email" type="email" autoComplete="off" />
        <Field {...given('phone')} label="Phone" type="tel" optional autoComplete="off" />
        <Field {...given('partySize', '1')} label="People" inputMode="numeric" autoComplete="off" />
      </div>
      <Field
        {...given('address')}
        label="Street address"
        optional
        hint="Required if the session is at the client’s location."
        autoComplete="off"
      />
      <TextArea {...given('notes')} label="Notes" optional rows={3} hint="Your client can see these." />
      <TextArea
        {...given('note')}
        label="Private note"
        optional
        rows={3}
        maxLength={NOTE_MAX}
        hint="Only your team sees this."
      />
    </>
  )
}

/** The session type's questions. All are optional here. */
const Questions = ({ questions, given }: { questions: Question[]; given: Given }) =>
  questions.map((question) => {
    const { defaultValue, error } = given(questionField(question.id))
    return (
      <QuestionField
        key={question.id}
        question={{ ...question, required: false }}
        value={defaultValue}
        error={error}
      />
    )
  })

import { Form, useNavigation } from 'react-router'
import type { ClientPhoto } from '~/domains/photos/client-photos'
import { ButtonLink } from '~/ui/button-link'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { Question } from '../../availability/model'
import { questionField } from '../../booking-form'
import type { BookingView } from '../../client/booking-view'
import { QuestionField } from '../question-field'
import { BookingCrumbs, SessionLine } from './booking-parts'
import { PhotoQuestion } from './photo-question'

interface DetailsValues {
  questions: Question[]
  photos: ClientPhoto[]
  asksAddress: boolean
  /** Current values by field name. */
  values: Record<string, string>
}

/** Names of the fields, in the order of the form. */
export const detailsFields = ({
  questions,
  asksAddress,
}: Pick<DetailsValues, 'questions' | 'asksAddress'>): string[] => [
  ...questions.map(({ id }) => questionField(id)),
  'partySize',
  'phone',
  ...(asksAddress ? ['address'] : []),
  'notes',
]

interface DetailsFormProps {
  view: BookingView
  form: DetailsValues
  reference: string | null
  isProven: boolean
  outcome: FormOutcome<string> | undefined
}

/** The client's details, editable until the session begins. */
export function DetailsForm({ view, form, reference, isProven, outcome }: DetailsFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const back = paths.clientBooking({ ref: reference })
  const field = (name: string) => ({
    name,
    defaultValue: outcome?.values[name] ?? form.values[name],
    error: outcome?.errors[name],
  })
  return (
    <>
      <PageHead title="Your *details.*" before={<BookingCrumbs here="Details" reference={reference} />} />
      <div className="wrap mng__step">
        <SessionLine view={view} />
        {view.isOpen ? (
          <Form
            method="post"
            action={paths.clientBookingDetails({ ref: reference })}
            className="acct__form"
            noValidate
            {...(form.questions.some(({ kind }) => kind === 'photos') && { encType: 'multipart/form-data' })}
          >
            <FormRefusal outcome={outcome} order={detailsFields(form)} />
            <input type="hidden" name="version" value={view.version} />
            {form.questions.map((question) => {
              const { defaultValue, error } = field(questionField(question.id))
              return question.kind === 'photos' ? (
                <PhotoQuestion
                  key={question.id}
                  {...{ question, isProven, reference, error }}
                  photos={form.photos.filter((photo) => photo.question === question.label)}
                />
              ) : (
                <QuestionField key={question.id} question={question} value={defaultValue} error={error} />
              )
            })}
            <Field label="Number of people" inputMode="numeric" maxLength={4} {...field('partySize')} />
            <Field label="Phone" type="tel" autoComplete="tel" optional {...field('phone')} />
            {form.asksAddress ? (
              <TextArea
                label="Where should we meet you?"
                autoComplete="street-address"
                {...field('address')}
              />
            ) : null}
            <TextArea label="Notes" optional {...field('notes')} />
            <div className="bk__act mng__act">
              <button type="submit" className="btn" aria-busy={busy || undefined}>
                {busy ? 'Saving…' : 'Save'}
              </button>
              <ButtonLink to={back} variant="line">
                Back
              </ButtonLink>
            </div>
          </Form>
        ) : (
          <>
            <FormRefusal outcome={outcome} />
            <p className="lede">You can no longer change this online.</p>
            <div>
              <ButtonLink to={back} variant="line">
                Back to your booking
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </>
  )
}

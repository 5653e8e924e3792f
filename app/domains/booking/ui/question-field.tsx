import { Field, Select, TextArea } from '~/ui/field'
import type { Question } from '../availability/model'
import { ANSWER_MAX, questionField } from '../booking-form'

interface QuestionFieldProps {
  question: Question
  value: string | undefined
  error: string | undefined
}

/** A question of the session type that is answered in words. */
export function QuestionField({
  question: { id, label, kind, required, choices },
  value,
  error,
}: QuestionFieldProps) {
  const common = { name: questionField(id), label, optional: !required, error, autoComplete: 'off' }
  const given = { ...common, defaultValue: value }
  switch (kind) {
    case 'text':
      return <TextArea {...given} className="full" rows={3} maxLength={ANSWER_MAX} />
    case 'date':
      return <Field {...given} type="date" />
    case 'number':
      return <Field {...given} inputMode="numeric" maxLength={6} />
    case 'line':
      return <Field {...given} maxLength={ANSWER_MAX} />
    case 'choice':
      return (
        <Select {...given}>
          <option value="">Choose</option>
          {choices?.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      )
  }
}

import type { FieldValues } from '~/platform/forms'
import { Field, Select } from '~/ui/field'
import { MoveButton } from '~/ui/studio/move-buttons'
import { countQuestions, QUESTIONS_MAX, questionPart } from '../../session-types/questionnaire-fields'
import { Check } from './record-form'

interface QuestionListProps {
  values: FieldValues
  errors: FieldValues
}

/** What a session type asks its clients. Every button sends the form, so the list works without script. */
export function QuestionList({ values, errors }: QuestionListProps) {
  const count = countQuestions((name) => values[name] ?? '')
  return (
    <section className="rl-sec" aria-labelledby="questions">
      <h2 className="st-h2" id="questions">
        Client questionnaire
      </h2>
      {Array.from({ length: count }, (_, n) => {
        const named = (part: 'label' | 'kind') => {
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
            </Select>
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

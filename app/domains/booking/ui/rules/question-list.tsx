import { Field, Select } from '~/ui/field'
import type { FieldValues } from '../../rule-fields'
import { countQuestions, QUESTIONS_MAX, questionPart } from '../../session-types/editing/question-fields'
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
        Questions of its own
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
              <option value="line">A line</option>
              <option value="text">Several lines</option>
              <option value="date">A date</option>
              <option value="number">A number</option>
            </Select>
            <Check
              name={questionPart(n, 'required')}
              label="Has to be answered"
              isChecked={values[questionPart(n, 'required')] === 'yes'}
            />
            <div className="rl-q__act">
              {n > 0 ? (
                <button type="submit" name="intent" value={`raise-question.${n}`} className="btn btn--line">
                  Move up<span className="vh">, question {n + 1}</span>
                </button>
              ) : null}
              <button type="submit" name="intent" value={`remove-question.${n}`} className="btn btn--line">
                Remove<span className="vh"> question {n + 1}</span>
              </button>
            </div>
          </fieldset>
        )
      })}
      {count < QUESTIONS_MAX ? (
        <button type="submit" name="intent" value="add-question" className="btn btn--line rl-start">
          Add a question
        </button>
      ) : null}
    </section>
  )
}

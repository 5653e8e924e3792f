import { z } from 'zod'
import { checkbox, choice, must, type RefusalContext, refuse } from '~/platform/fields'
import type { FieldValues } from '~/platform/forms'
import { isCleanLine } from '~/platform/text'
import type { Question } from '../availability/model'
import { CHOICE_LENGTH, CHOICES_MAX, QUESTION_KINDS } from './model'

export const QUESTIONS_MAX = 12

const PARTS = ['id', 'label', 'kind', 'choices', 'required'] as const

/** Name of a field of the `n`th question. */
export const questionPart = (n: number, part: (typeof PARTS)[number]): string => `question.${n}.${part}`

const numbers = Array.from({ length: QUESTIONS_MAX }, (_, n) => n)

export const QUESTION_FIELD_NAMES = numbers.flatMap((n) => PARTS.map((part) => questionPart(n, part)))

/** Number of questions in the form, counted by their `kind` fields. */
export const countQuestions = (sent: (name: string) => string): number =>
  numbers.filter((n) => sent(questionPart(n, 'kind')) !== '').length

/** Schema of the session type's questions. Those without text are dropped. */
export const questionFields = () =>
  z.array(questionRow()).transform((rows) => {
    const count = rows.filter(({ kind }) => kind !== '').length
    return apart(
      rows
        .slice(0, Math.min(count, QUESTIONS_MAX))
        .flatMap(({ id: given, label, kind, choices, required }, n): Question[] => {
          const id = /^[a-z0-9]{1,12}$/.test(given) ? given : `q${n + 1}`
          if (label === '') return []
          return [{ id, label, kind: kind || 'line', required, ...(kind === 'choice' ? { choices } : {}) }]
        }),
    )
  })

const questionRow = () =>
  z
    .object({
      id: z.string(),
      label: z
        .string()
        .trim()
        .check(
          must(
            (typed) => isCleanLine(typed) && typed.length <= 120,
            'A question can be one line of up to 120 characters.',
          ),
        ),
      kind: choice(['', ...QUESTION_KINDS], 'Choose an answer type.'),
      choices: z
        .string()
        .transform((typed) => [...new Set(typed.split('\n').map((each) => each.trim()))].filter(Boolean)),
      required: checkbox(),
    })
    .check(({ value: { label, kind, choices }, issues }) => {
      if (label === '' || kind !== 'choice') return
      const context: RefusalContext = { addIssue: (issue) => issues.push({ ...issue, input: choices }) }
      if (choices.length < 2 || choices.length > CHOICES_MAX)
        refuse(context, 'choices', `Enter 2 to ${CHOICES_MAX} choices, one per line.`)
      else if (!choices.every((each) => isCleanLine(each) && each.length <= CHOICE_LENGTH))
        refuse(context, 'choices', `A choice can have up to ${CHOICE_LENGTH} characters.`)
    })

/** Makes the questions' ids unique, since they name fields of the booking form. */
function apart(questions: Question[]): Question[] {
  const taken = new Set<string>()
  return questions.map((question) => {
    let { id } = question
    for (let n = 1; taken.has(id); n++) id = `q${n}`
    taken.add(id)
    return { ...question, id }
  })
}

export function questionValues(questions: Question[]): FieldValues {
  return Object.fromEntries(
    questions.flatMap(({ id, label, kind, choices, required }, n) => [
      [questionPart(n, 'id'), id],
      [questionPart(n, 'label'), label],
      [questionPart(n, 'kind'), kind],
      [questionPart(n, 'choices'), choices?.join('\n') ?? ''],
      [questionPart(n, 'required'), required ? 'yes' : ''],
    ]),
  )
}

/**
 * The form's values after a button that changes the list of questions: `add-question`, `remove-question.2`,
 * `raise-question.2`. Works without script.
 * @returns undefined: the intent is none of these
 */
export function withQuestions(values: FieldValues, intent: string): FieldValues | undefined {
  const found = /^(add|remove|raise)-question(?:\.(\d{1,2}))?$/.exec(intent)
  if (!found) return undefined
  const read = (name: string) => values[name] ?? ''
  const rows = numbers
    .slice(0, countQuestions(read))
    .map((n) => PARTS.map((part) => read(questionPart(n, part))))
  const at = Number(found[2] ?? -1)
  if (found[1] === 'add' && rows.length < QUESTIONS_MAX) rows.push([freeId(rows), '', 'line', '', ''])
  if (found[1] === 'remove') rows.splice(at, 1)
  if (found[1] === 'raise' && at > 0 && at < rows.length) rows.splice(at - 1, 0, ...rows.splice(at, 1))
  const others = Object.entries(values).filter(([name]) => !name.startsWith('question.'))
  const questions = rows.flatMap((row, n) => PARTS.map((part, p) => [questionPart(n, part), row[p] ?? '']))
  return Object.fromEntries([...others, ...questions])
}

function freeId(rows: string[][]): string {
  const taken = rows.map(([id]) => id)
  let n = 1
  while (taken.includes(`q${n}`)) n++
  return `q${n}`
}

export const questionsInWords = (questions: Question[]): string =>
  questions
    .map(
      ({ label, kind, choices, required }) =>
        `${label} (${choices ? `one of ${choices.join(', ')}` : kind}${required ? ', required' : ''})`,
    )
    .join('; ')

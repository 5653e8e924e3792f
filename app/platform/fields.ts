import { z } from 'zod'
import { SENTENCE } from './forms'
import { CHOOSE_OPTION, ENTER_DATE, HIDDEN_CHARACTERS, ONE_PLAIN_LINE } from './http/notices'
import {
  isBlank,
  isCalendarDate,
  isCleanLine,
  isCleanText,
  isMailAddress,
  isTime,
  withLineFeeds,
} from './text'

// Zod schemas for form fields. Each turns the posted text of a field into a value, or one sentence that says
// how to fix it.

/**
 * A check of one field. If it fails, the field's later checks don't run, nor do rules about several fields that
 * need each to be valid. Zod's own `refine` would run them on the invalid value, or with `abort` run none of
 * them.
 */
export const must =
  <Value>(isRight: (value: Value) => boolean, error: string | ((value: Value) => string)) =>
  ({ value, issues }: z.core.ParsePayload<Value>): void => {
    if (isRight(value)) return
    issues.push({
      code: 'custom',
      input: value,
      params: SENTENCE,
      message: typeof error === 'string' ? error : error(value),
    })
  }

interface TextRule {
  /** Most UTF-16 units, as browsers count `maxlength`. */
  max: number
  /** Used in the sentences. Without a label or `required`, the field is optional. */
  label?: string
  /** Replaces the label in the sentence about the length. */
  what?: string
  /** Replaces the sentence for a blank field. */
  required?: string
  optional?: boolean
  /** The sentence for forbidden characters. */
  unclean?: string
  /** Adds the current length to the sentence. */
  counted?: boolean
}

/** One line, trimmed. '' if it has only invisible characters. */
export const line = (rule: TextRule) => textOf(rule, isCleanLine)

/** Several lines with line feeds, trimmed. '' if they have only invisible characters. */
export const text = (rule: TextRule) => textOf(rule, isCleanText)

function textOf(rule: TextRule, isClean: (text: string) => boolean) {
  const { max, label, optional = false, unclean = HIDDEN_CHARACTERS, counted = false } = rule
  const required = rule.required ?? (label !== undefined && !optional ? requiredSentence(label) : undefined)
  const what = rule.what ?? (label === undefined ? 'this' : `“${label}”`)
  return z
    .string()
    .overwrite((typed) => (isBlank(typed) ? '' : withLineFeeds(typed).trim()))
    .check(
      must((typed) => typed !== '' || required === undefined, required ?? ''),
      must(
        (typed) => typed.length <= max,
        (typed) =>
          `Shorten ${what} to ${inWords(max)} characters.${counted ? ` It has ${inWords(typed.length)}.` : ''}`,
      ),
      must(isClean, unclean),
    )
}

export const requiredSentence = (label: string): string => `“${label}” is required.`

const inWords = (count: number) => count.toLocaleString('en-US')

/** Trimmed text with a custom rule. */
export const textBy = (isRight: (typed: string) => boolean, error: string | (() => string)) =>
  z.string().trim().check(must(isRight, error))

/** Who the form is about: the person themselves, or a client entered by the studio. */
export type Whose = 'your' | 'their'

export const NAME_MAX = 120
const PHONE_MAX = 40

export const personName = (whose: Whose = 'your') =>
  line({
    max: NAME_MAX,
    required: whose === 'your' ? 'Tell us your name.' : 'Enter their name.',
    what: `${whose} name`,
    unclean: `Enter ${whose} name as one line of plain text.`,
  })

/** Any address that the HTML standard's rule for email inputs accepts. */
export const emailAddress = (whose: Whose = 'your') =>
  z
    .string()
    .trim()
    .check(
      must((typed) => !isBlank(typed), `Enter ${whose} email address.`),
      must(
        isMailAddress,
        `Enter a full email address, like ${whose === 'your' ? 'you' : 'name'}@example.com.`,
      ),
    )

/** Free text with 7 to 15 digits (the maximum of ITU-T E.164); optional. */
export const phone = (whose: Whose = 'your') =>
  z
    .string()
    .overwrite((typed) => (isBlank(typed) ? '' : typed.trim()))
    .check(
      must(
        (typed) => typed === '' || isPhone(typed),
        `Enter all the digits of ${whose} phone number, like (973) 555-0142, or leave it blank.`,
      ),
    )

function isPhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, '').length
  return typed.length <= PHONE_MAX && isCleanLine(typed) && digits >= 7 && digits <= 15
}

/** Digits only. @param error by default a sentence with the label and the range */
export const whole = ({
  min,
  max,
  label,
  error = `Enter a whole number from ${min} to ${max}${label === undefined ? '.' : ` for “${label}.”`}`,
}: {
  min: number
  max: number
  label?: string
  error?: string
}) =>
  textBy((typed) => /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max, error).transform(
    Number,
  )

/** YYYY-MM-DD of an existing day. */
export const date = ({
  label,
  error = label === undefined ? ENTER_DATE : `Enter a date for “${label},” such as 2026-12-05.`,
  from = '1900-01-01',
  until = '2999-12-31',
}: {
  label?: string
  error?: string
  from?: string
  until?: string
} = {}) => textBy((typed) => isCalendarDate(typed) && typed >= from && typed <= until, error)

/** Years in which a business plans, so that a mistyped year is refused. */
export const businessDate = (label: string) => date({ label, from: '2000-01-01', until: '2100-12-31' })

/** HH:MM */
export const time = (error: string) => textBy(isTime, error)

export const timeFor = (label: string) => time(`Enter a time for “${label},” such as 09:00.`)

export const isSlug = (typed: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed)

/** @param example "fall-mini" */
export const slugSentence = (example: string): string =>
  `Use lowercase letters, numbers, and single hyphens, such as ${example}.`

/** Lowercase words joined by hyphens, for URLs. @param example "fall-mini" */
export const slug = (example: string, max = 80) =>
  textBy((typed) => typed.length <= max && isSlug(typed), slugSentence(example))

/** One of some known values. */
export const choice = <const Value extends string>(values: readonly Value[], error: string = CHOOSE_OPTION) =>
  z.enum(values as readonly [Value, ...Value[]], { error })

/** Whether a checkbox with the value “yes” is checked. */
export const checkbox = () => z.string().transform((typed) => typed === 'yes')

/** null when blank, else the schema's value. */
export const optional = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .transform((typed) => (isBlank(typed) ? null : typed))
    .pipe(z.nullable(schema))

/**
 * For a rule about several fields that runs even if one of them is invalid, and then gets the raw value. Other
 * such rules run only when every field is valid.
 */
export const ALWAYS = { when: () => true }

export interface RefusalContext {
  addIssue: (issue: { code: 'custom'; path: string[]; message: string; params: typeof SENTENCE }) => void
}

/** Marks a field as invalid from a rule about several fields. */
export const refuse = ({ addIssue }: RefusalContext, name: string, sentence: string): void =>
  addIssue({ code: 'custom', path: name.split('.'), message: sentence, params: SENTENCE })

export const plainLine = (rule: TextRule) => line({ unclean: ONE_PLAIN_LINE, ...rule })

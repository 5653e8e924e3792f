import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { parseDollars } from '~/platform/money'
import { isBusinessDate, isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'

export type FieldValues = Record<string, string>

/** What somebody sent, as text; '' where there is nothing. */
export type Sent = (name: string) => string

export type ReadDraft<Draft> = { ok: true; draft: Draft } | { ok: false; errors: FieldValues }

/**
 * Reads the fields of a form one by one, and collects a sentence for each that has to be mended. What a refused field
 * gives back is a stand-in: look at `errors` before you use it.
 */
export function readingFields(sent: Sent) {
  const errors: FieldValues = {}
  const refuse = (name: string, sentence: string): void => {
    errors[name] ??= sentence
  }
  const line = (name: string, label: string, { max = 120, optional = false } = {}): string => {
    const text = sent(name).trim()
    if (!isCleanLine(text)) refuse(name, HIDDEN_CHARACTERS)
    else if (text === '' && !optional) refuse(name, `“${label}” is required.`)
    else if (text.length > max) refuse(name, `Shorten “${label}” to ${max} characters.`)
    return text
  }
  const text = (name: string, label: string, max = 300): string => {
    const lines = withLineFeeds(sent(name)).trim()
    if (!isCleanText(lines)) refuse(name, HIDDEN_CHARACTERS)
    else if (lines.length > max) refuse(name, `Shorten “${label}” to ${max} characters.`)
    return lines
  }
  const whole = (name: string, label: string, [min, max]: [min: number, max: number]): number => {
    const typed = sent(name).trim()
    const number = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
    if (!(number >= min && number <= max))
      refuse(name, `Enter a whole number from ${min} to ${max} for “${label}.”`)
    return number
  }
  const cents = (name: string, label: string): number => {
    const amount = parseDollars(sent(name))
    if (amount === undefined) refuse(name, `Enter an amount in dollars for “${label},” such as 285 or 42.50.`)
    return amount ?? 0
  }
  const decimal = (name: string, label: string, most: number): number | null => {
    const typed = sent(name).trim()
    if (typed === '') return null
    const number = /^[-−]?\d{1,3}(\.\d{1,8})?$/.test(typed) ? Number(typed.replace('−', '-')) : Number.NaN
    if (!(Math.abs(number) <= most))
      refuse(name, `Enter a ${label.toLowerCase()} from −${most} to ${most}, such as 40.7676.`)
    return number
  }
  const date = (name: string, label: string): string => {
    const typed = sent(name).trim()
    if (!isBusinessDate(typed)) refuse(name, `Enter a date for “${label},” such as 2026-12-05.`)
    return typed
  }
  const time = (name: string, label: string): string => {
    const typed = sent(name).trim()
    if (!isTime(typed)) refuse(name, `Enter a time for “${label},” such as 09:00.`)
    return typed
  }
  const choice = <Choice extends string>(name: string, choices: readonly Choice[], ask: string): Choice => {
    const chosen = choices.find((each) => each === sent(name))
    if (chosen === undefined) refuse(name, ask)
    return chosen ?? (choices[0] as Choice)
  }
  return { errors, refuse, line, text, whole, cents, decimal, date, time, choice }
}

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** A word for addresses: lower case, digits and single hyphens. */
export const isSlug = (text: string): boolean => text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

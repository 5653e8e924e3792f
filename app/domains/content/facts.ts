import type { Settings } from './model'

/** What texts may name in braces, so that a change of the settings reaches them too: `{name}`, `{phone}`, `{email}`, and `{measuring}`. */
type Facts = Pick<Settings['studio'], 'name' | 'phone' | 'email'> & {
  /** Whether visits are measured, in a sentence. */
  measuring: string
}

const PLACEHOLDER = /\{(name|phone|email|measuring)\}/g

/** The same text, list or object with the business facts in place of their names. */
export function withFacts<T>(value: T, facts: Facts): T {
  if (typeof value === 'string') return value.replace(PLACEHOLDER, (_, fact: keyof Facts) => facts[fact]) as T
  if (Array.isArray(value)) return value.map((part) => withFacts(part, facts)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withFacts(part, facts)])) as T
}

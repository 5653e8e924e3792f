import type { Settings } from './model'

/**
 * Placeholders in texts, so that they follow the settings: `{name}`, `{phone}`, `{email}`, and `{measuring}`.
 */
type Facts = Pick<Settings['studio'], 'name' | 'phone' | 'email'> & {
  /** A sentence on whether visits are measured. */
  measuring: string
}

const PLACEHOLDER = /\{(name|phone|email|measuring)\}/g

/** Replaces placeholders in a text, list or object. */
export function withFacts<T>(value: T, facts: Facts): T {
  if (typeof value === 'string') return value.replace(PLACEHOLDER, (_, fact: keyof Facts) => facts[fact]) as T
  if (Array.isArray(value)) return value.map((part) => withFacts(part, facts)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withFacts(part, facts)])) as T
}

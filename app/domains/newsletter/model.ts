/** `confirmation`: the button behind the link of an email. `unknown`: before consent was recorded. */
export const CONSENT_SOURCES = [
  'page',
  'confirmation',
  'booking',
  'account',
  'import',
  'studio',
  'unknown',
] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

/** What a person agreed to, and where. */
export interface Consent {
  source: ConsentSource
  /** The page, the imported file, or where the studio says that the person agreed. */
  place: string
  /** The text that the person saw, or the studio's statement. */
  words: string
}

/**
 * Why an address gets no newsletter. Only the person lifts `unsubscribed`, by subscribing again. The owner can
 * lift `bounced`. `complained` stays.
 */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Text that each recipient sees as their first name, or as "there" when it is unknown. */
export const FIRST_NAME = '{first name}'
/** Also as reply templates write it. */
export const FIRST_NAMES = /\{first ?name\}/gi

/** Stands for a first name; a private-use character, which no text contains. */
const FILLED = '\uE000'
/** Words in braces, also as other newsletter programs write fields. */
const FIELD = /\{\s*[\p{L}_\uE000][\p{L}\p{N}_.:| \uE000-]{0,39}\}/gu

/**
 * Sentences about the fields of a text that readers would see in braces.
 * @param runs the text in parts that are each filled in by themselves
 */
export const fieldProblems = (...runs: string[]): string[] =>
  (
    runs
      .map((run) => run.replaceAll(FIRST_NAMES, FILLED))
      .join('')
      .match(FIELD) ?? []
  ).map(problemSentence)

const problemSentence = (field: string): string =>
  field.replace(FIRST_NAMES, '') === ''
    ? `Part of ${field} is formatted differently, so it can’t be filled in. Format all of it the same way.`
    : `${field.replaceAll(FILLED, FIRST_NAME)} isn’t a field, so readers would see it like that. Use ${FIRST_NAME}, or remove the braces.`

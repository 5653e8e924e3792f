import { ENTER_DATE, ONE_PLAIN_LINE } from '~/platform/http/notices'
import { emailError, NAME_MAX } from '~/platform/person-fields'
import { isBlank, isCalendarDate, isCleanLine, withoutOuterSpaces } from '~/platform/text'
import { type Release, type ReleaseUse, readUses } from './model'

export const RELEASE_FIELDS = ['name', 'email', 'bornOn', 'guardian', 'uses', 'givenOn', 'basis'] as const
export type ReleaseField = (typeof RELEASE_FIELDS)[number]
type TextField = Exclude<ReleaseField, 'uses'>
export type ReleaseErrors = Partial<Record<ReleaseField, string>>

export const BASIS_MAX = 200
const AGE_OF_CONSENT = 18
const FIRST_DAY = '1900-01-01'

export interface SentRelease extends Record<TextField, string> {
  uses: readonly string[]
}

export type ReleaseDraft = Pick<Release, 'name' | 'email' | 'bornOn' | 'guardian' | 'uses' | 'basis'> & {
  /** YYYY-MM-DD */
  givenOn: string
}

/**
 * Parses a release's form.
 * @param today YYYY-MM-DD in the studio's zone
 * @param shotOn date of the photos: people under 18 on that day or when signing need a guardian
 */
export function readRelease(
  sent: SentRelease,
  { today, shotOn }: { today: string; shotOn: string },
): { ok: true; draft: ReleaseDraft } | { ok: false; errors: ReleaseErrors } {
  const text = (name: TextField) => withoutOuterSpaces(sent[name])
  const uses: ReleaseUse[] = readUses(sent.uses)
  const bornOn = text('bornOn') === '' ? null : text('bornOn')
  const draft = {
    ...{ name: text('name'), email: text('email'), bornOn, guardian: text('guardian') },
    ...{ uses, basis: text('basis'), givenOn: text('givenOn') },
  }
  const errors = Object.fromEntries(
    Object.entries({
      name: lineError(draft.name, NAME_MAX, 'Enter the person’s name.'),
      email: draft.email === '' ? undefined : emailError(draft.email),
      bornOn: bornError(draft, today),
      guardian: guardianError(draft, shotOn),
      givenOn: dayError(draft.givenOn, today),
      basis: lineError(draft.basis, BASIS_MAX, 'Enter how it was given, such as signed on paper.'),
    }).filter(([, sentence]) => sentence !== undefined),
  )
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, draft }
}

function lineError(text: string, most: number, missing: string): string | undefined {
  if (isBlank(text)) return missing
  if ([...text].length > most) return `Shorten this to ${most} characters.`
  return isCleanLine(text) ? undefined : ONE_PLAIN_LINE
}

function bornError({ bornOn }: ReleaseDraft, today: string): string | undefined {
  if (bornOn === null) return undefined
  return isCalendarDate(bornOn) && bornOn >= FIRST_DAY && bornOn <= today
    ? undefined
    : 'Enter a date of birth, such as 2012-05-31, or leave it blank for an adult.'
}

function guardianError({ bornOn, guardian, givenOn }: ReleaseDraft, shotOn: string): string | undefined {
  const isMinor =
    bornOn !== null && isCalendarDate(bornOn) && [shotOn, givenOn].some((day) => isUnderAge(bornOn, day))
  if (isMinor && isBlank(guardian))
    return 'This person was under 18 that day. Enter the parent or guardian who signed.'
  return guardian === '' ? undefined : lineError(guardian, NAME_MAX, 'Enter a name, or leave it blank.')
}

/** Whether a person is under 18 on a day. People born on February 29 turn 18 on March 1. */
export function isUnderAge(bornOn: string, day: string): boolean {
  const birthday = `${String(Number(bornOn.slice(0, 4)) + AGE_OF_CONSENT).padStart(4, '0')}${bornOn.slice(4)}`
  return isCalendarDate(day) && day < birthday
}

/** @returns why it cannot be the day on which something was said */
export function dayError(day: string, today: string): string | undefined {
  if (!isCalendarDate(day) || day < FIRST_DAY) return ENTER_DATE
  return day > today ? 'This date is in the future.' : undefined
}

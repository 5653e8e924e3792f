import { z } from 'zod'
import {
  ALWAYS,
  checkbox,
  date,
  emailAddress,
  must,
  NAME_MAX,
  optional,
  plainLine,
  refuse,
} from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { ENTER_DATE } from '~/platform/http/notices'
import { isBlank, isCalendarDate } from '~/platform/text'
import { type Release, readUses } from './model'

export const RELEASE_FIELDS = ['name', 'email', 'bornOn', 'guardian', 'uses', 'givenOn', 'basis'] as const
export type ReleaseField = (typeof RELEASE_FIELDS)[number]
type TextField = Exclude<ReleaseField, 'uses'>
export type ReleaseErrors = Partial<Record<ReleaseField, string>>

export const BASIS_MAX = 200
const AGE_OF_CONSENT = 18
const FIRST_DAY = '1900-01-01'

export interface SentRelease extends Record<TextField, string> {
  uses: readonly string[]
  /** Whether it covers all galleries that are shared with its email address. */
  everywhere: boolean
}

export type ReleaseDraft = Pick<Release, 'name' | 'email' | 'bornOn' | 'guardian' | 'uses' | 'basis'> & {
  /** YYYY-MM-DD */
  givenOn: string
  everywhere: boolean
}

/** Parses the form of a release. */
export const readRelease = (
  { uses, everywhere, ...sent }: SentRelease,
  days: { today: string; shotOn: string },
) => parseForm(releaseSchema(days), { ...sent, uses: uses.join('\n'), everywhere: everywhere ? 'yes' : '' })

/**
 * @param today YYYY-MM-DD in the studio’s zone
 * @param shotOn date of the oldest photos, YYYY-MM-DD. A person under 18 on that day, or when the release was given,
 * needs a guardian.
 */
const releaseSchema = ({ today, shotOn }: { today: string; shotOn: string }) =>
  z
    .object({
      name: plainLine({ max: NAME_MAX, required: 'Enter the person’s name.' }),
      email: optional(emailAddress()).transform((typed) => typed ?? ''),
      bornOn: optional(
        date({
          from: FIRST_DAY,
          until: today,
          error: 'Enter a date of birth, such as 2012-05-31, or leave it blank for an adult.',
        }),
      ),
      guardian: plainLine({ max: NAME_MAX }),
      uses: z.array(z.string()).transform(readUses),
      givenOn: pastDate(today),
      basis: plainLine({ max: BASIS_MAX, required: 'Enter how it was given, such as signed on paper.' }),
      everywhere: checkbox(),
    })
    .superRefine(({ bornOn, guardian, givenOn, email, everywhere }, context) => {
      if (everywhere && isBlank(email))
        refuse(context, 'email', 'Enter the email that this client’s galleries are shared with.')
      const born = bornOn ?? ''
      if (!isCalendarDate(born) || !isBlank(guardian)) return
      if ([shotOn, givenOn].some((day) => isUnderAge(born, day)))
        refuse(
          context,
          'guardian',
          'This person was under 18 that day. Enter the parent or guardian who signed.',
        )
    }, ALWAYS)

/** Schema of a withdrawal. @param givenOn date on which the release was given, YYYY-MM-DD */
export const releaseWithdrawalSchema = (days: { today: string; givenOn: string }) =>
  z.object({
    withdrawnOn: pastDate(days.today).check(
      must((day) => day >= days.givenOn, 'This date is before they agreed.'),
    ),
  })

const pastDate = (today: string) =>
  date({ error: ENTER_DATE, from: FIRST_DAY }).check(
    must((day) => day <= today, 'This date is in the future.'),
  )

/** Whether a person is under 18 on a day. People born on February 29 turn 18 on March 1. */
export function isUnderAge(bornOn: string, day: string): boolean {
  const birthday = `${String(Number(bornOn.slice(0, 4)) + AGE_OF_CONSENT).padStart(4, '0')}${bornOn.slice(4)}`
  return isCalendarDate(day) && day < birthday
}

import { z } from 'zod'
import type { LateFee } from '~/domains/billing/late-fees'
import type { Installment } from '~/domains/billing/schedule'
import { PRICE_MAX_CENTS } from '~/platform/amounts'
import { isCalendarDate, isMailAddress, isTime } from '~/platform/text'
import {
  type Choice,
  highestPrice,
  MOST_OPTIONS,
  MOST_PACKAGES,
  type Option,
  type Package,
  type Price,
} from './choice'

export const TITLE_MAX = 120
export const TEXT_MAX = 4_000

const line = (max: number) => z.string().max(max)
const cents = z.int().min(0).max(PRICE_MAX_CENTS)
const orBlank = (isValid: (typed: string) => boolean) => (typed: string) => typed === '' || isValid(typed)
const dateOrBlank = z.stringFormat('date', orBlank(isCalendarDate))

/** A proposal that isn't sent yet. '' where nothing was chosen or typed. */
export const draftSchema = z.object({
  name: line(120).min(1),
  email: z.stringFormat('email', isMailAddress).max(254),
  phone: line(40),
  secondName: line(120),
  secondEmail: z.stringFormat('email', orBlank(isMailAddress)).max(254),
  title: line(TITLE_MAX).min(1),
  intro: line(TEXT_MAX),
  packages: z
    .array(z.object({ title: line(TITLE_MAX).min(1), text: line(1_000), priceCents: cents }))
    .min(1)
    .max(MOST_PACKAGES),
  options: z
    .array(
      z.object({
        title: line(TITLE_MAX).min(1),
        text: line(1_000),
        priceCents: cents,
        most: z.int().min(1).max(99),
        isRequired: z.boolean(),
        isProduct: z.boolean(),
        only: z.int().min(1).max(MOST_PACKAGES).nullable(),
      }),
    )
    .max(MOST_OPTIONS),
  sessionType: z.string(),
  place: z.string(),
  date: dateOrBlank,
  time: z.stringFormat('time', orBlank(isTime)),
  address: line(300),
  depositCents: cents.nullable(),
  depositPercent: z.int().min(0).max(100).nullable(),
  installments: z.int().min(1).max(12),
  daysBefore: z.int().min(0).max(365),
  template: z.string(),
  expiresOn: dateOrBlank,
})

export type ProposalDraft = z.infer<typeof draftSchema>

/** The sentences that refuse a draft whose fields are valid one by one, by field. */
export function refuseDraft(draft: ProposalDraft): Record<string, string> {
  const errors: Record<string, string> = {}
  const { packages, options, secondName, secondEmail, email, depositCents, depositPercent } = draft
  if ((secondName === '') !== (secondEmail === ''))
    errors[secondName === '' ? 'secondName' : 'secondEmail'] =
      'Enter both the name and the email, or neither.'
  if (secondEmail !== '' && secondEmail.toLowerCase() === email.toLowerCase())
    errors.secondEmail = 'Each signer needs their own email. A code sent there proves who signs.'
  for (const [at, { only }] of options.entries())
    if (only !== null && only > packages.length)
      errors[`options.${at}.only`] = `There are only ${packages.length} packages.`
  if (depositCents !== null && depositPercent !== null)
    errors.depositPercent = 'Enter the deposit as an amount or as a percentage, not both.'
  if (highestPrice({ packages, options, travelFeeCents: 0 }) > PRICE_MAX_CENTS)
    errors.packages = 'Everything together can cost more than we can charge. Lower a price or a quantity.'
  return errors
}

/** A proposal as it was sent. */
export interface Offered {
  client: { name: string; email: string; phone: string }
  second: { name: string; email: string } | null
  /** Signs last. */
  studio: { name: string; email: string }
  title: string
  intro: string
  packages: Package[]
  options: Option[]
  travelFeeCents: number
  session: OfferedSession
  depositCents: number | null
  depositPercent: number | null
  installments: number
  daysBefore: number
  /** Markdown with fields; '' without a template. */
  contract: string
  /** Missing in proposals from before, and without a late fee. */
  lateFee?: LateFee
}

/** When and where. `bookingId`: that of a booking made before; null: signing makes one. */
export interface OfferedSession {
  bookingId: string | null
  reference: string
  sessionTypeId: string
  placeId: string
  title: string
  /** Milliseconds since 1970. */
  startsAt: number
  /** "Saturday, December 5, 2026" and "10:30 – 11:15 AM Eastern Time" */
  date: string
  time: string
  location: string
  address: string
  /** YYYY-MM-DD in the studio's zone. */
  day: string
}

/** What a client chose, as the contract says it. */
export interface Prepared {
  choice: Choice
  price: Price
  depositCents: number
  installments: Installment[]
}

/** What was signed: the choice, the contract and the payments, frozen together. */
export interface Snapshot extends Prepared {
  contractVersionId: string
  sha256: string
  bookingId: string
}

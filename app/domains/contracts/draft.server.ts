import { type LateFee, lateFeeWords } from '~/domains/billing/late-fees'
import type { BookingFacts } from '~/domains/booking/reservations/facts.server'
import { readBookingFacts } from '~/domains/booking/reservations/facts.server'
import type { Business } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { addressLine } from '~/platform/mail/email-branding'
import { money } from '~/platform/money'
import { fillIn, type TemplateValues } from '~/platform/template-fields'
import { dateOf, longDate } from '~/platform/time'
import { type ContractField, FILLED_MAX, INITIALS, LATE_FEE, MODEL_RELEASE, withoutDeposit } from './fields'
import type { DraftSigner } from './model'
import { withReleaseWords } from './release-words'
import type { ContractRow } from './store.server'
import { asMarkdown } from './text.server'

/** A draft with its values, as it would be sent. */
export interface FilledDraft {
  title: string
  text: string
  sha256: string
  signers: DraftSigner[]
  /** null: the text has none. */
  lateFee: LateFee | null
  /** Fields without a value, and words in braces that aren't fields. */
  missing: string[]
  /** Whether what is filled in makes it too long to be sent. */
  isTooLong: boolean
}

/** @param agreed what is being agreed on, instead of what the booking says */
export async function fillDraft(
  { db, clock }: { db: Db; clock: Clock },
  contract: Pick<ContractRow, 'booking_id' | 'title' | 'body' | 'signers' | 'late_fee'>,
  agreed?: BookingFacts,
): Promise<FilledDraft> {
  const { studio } = await readSettings({ db })
  const booking =
    agreed ?? (contract.booking_id === null ? undefined : await readBookingFacts({ db }, contract.booking_id))
  const signers = JSON.parse(contract.signers) as DraftSigner[]
  const now = clock.now()
  const today = longDate(dateOf(now, studio.timeZone))
  const lateFee: LateFee | null =
    contract.late_fee !== null && contract.body.includes(LATE_FEE) ? JSON.parse(contract.late_fee) : null
  const values = contractValues({ studio, booking, signers, today, lateFee })
  const body = booking?.deposit === '' ? withoutDeposit(contract.body) : contract.body
  const filled = fillIn(withReleaseWords(body), { ...values, [INITIALS]: '', [MODEL_RELEASE]: '' })
  const text = `# ${asMarkdown(contract.title)}\n\n${filled.text}\n`
  return {
    ...{ title: contract.title, text, sha256: sha256(text), signers, lateFee },
    isTooLong: text.length > FILLED_MAX,
    missing: filled.missing.filter((field) => ![`{${INITIALS}}`, `{${MODEL_RELEASE}}`].includes(field)),
  }
}

function contractValues({
  studio,
  booking,
  signers,
  today,
  lateFee,
}: {
  studio: Business['studio']
  booking: BookingFacts | undefined
  signers: DraftSigner[]
  today: string
  lateFee: LateFee | null
}): TemplateValues<ContractField> {
  const clients = signers.filter(({ role }) => role === 'client')
  const joined = (texts: string[]) => new Intl.ListFormat('en-US').format(texts.filter(Boolean))
  const values: TemplateValues<ContractField> = {
    client: joined(clients.map(({ name }) => name)),
    clientEmail: joined(clients.map(({ email }) => email)),
    clientPhone: booking?.client.phone ?? '',
    sessionType: booking?.sessionType ?? '',
    date: booking?.date ?? '',
    time: booking?.time ?? '',
    location: booking?.location ?? '',
    price: booking?.price ?? '',
    travelFee: booking?.travelFee ?? '',
    deposit: booking ? booking.deposit || money(0) : '',
    lateFee: lateFee ? lateFeeWords(lateFee) : '',
    reference: booking?.reference ?? '',
    studioName: studio.name,
    studioAddress: addressLine(studio.address),
    studioEmail: studio.shownEmail,
    studioPhone: studio.phone,
    today,
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, asMarkdown(value)]),
  ) as TemplateValues<ContractField>
}

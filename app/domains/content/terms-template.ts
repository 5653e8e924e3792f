import { fullCurrencyName } from '~/platform/amounts'
import { money } from '~/platform/money'
import type { PageBody, Settings } from './model'
import { stateName } from './us-states'

type Sections = PageBody<'terms'>['sections']

/** What a template for terms is filled in with. */
export interface TermsAnswers {
  settings: Pick<Settings, 'studio' | 'booking' | 'policies'>
  /** Session types with their deposits. */
  types: { title: string; depositCents: number }[]
}

/**
 * Neutral terms with the sections of the template: those with a known id replace its section, the others follow
 * the one on booking. State, deposits and periods are written out, so that a published text never changes.
 */
export function termsFromTemplate(
  neutral: PageBody<'terms'>,
  template: Sections,
  answers: TermsAnswers,
): PageBody<'terms'> {
  const filled = template.map((section) => ({ ...section, body: filledIn(section.body, answers) }))
  const others = filled.filter(({ id }) => !neutral.sections.some((section) => section.id === id))
  const sections = neutral.sections.flatMap((section) => [
    filled.find(({ id }) => id === section.id) ?? section,
    ...(section.id === 'booking' ? others : []),
  ])
  return { ...neutral, sections }
}

function filledIn(text: string, { settings: { studio, booking, policies }, types }: TermsAnswers): string {
  const values: Record<string, string> = {
    state: stateName(studio.address),
    currency: fullCurrencyName(studio.currency),
    deposits: depositsText(types),
    rescheduling: reschedulingText(booking),
    canceling: cancelingText(booking, types),
    salesTax: salesTaxText(policies.taxRate, stateName(studio.address)),
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

function depositsText(types: TermsAnswers['types']): string {
  const withDeposit = types.filter(({ depositCents }) => depositCents > 0)
  if (withDeposit.length === 0) return 'We don’t ask for a deposit.'
  const lines = withDeposit.map(({ title, depositCents }) => `- **${title}:** ${money(depositCents)}`)
  return `These deposits are part of the price:\n\n${lines.join('\n')}`
}

function reschedulingText({
  freeReschedules: free,
  rescheduleHours,
  rescheduleFeeCents,
}: Settings['booking']): string {
  if (rescheduleFeeCents === 0) return 'You can reschedule for free.'
  const fee = money(rescheduleFeeCents)
  if (free === 0) return `Rescheduling costs ${fee}.`
  const times = free === 1 ? 'once' : `up to ${free} times`
  const until = rescheduleHours === 1 ? 'an hour' : `${rescheduleHours} hours`
  return `You can reschedule ${times} for free, up to ${until} before your session. After that, rescheduling costs ${fee}.`
}

function cancelingText({ depositRefundDays }: Settings['booking'], types: TermsAnswers['types']): string {
  if (types.every(({ depositCents }) => depositCents === 0)) return 'You can cancel for free.'
  if (depositRefundDays === 0) return 'If you cancel before your session, we’ll refund your deposit.'
  const days = depositRefundDays === 1 ? 'one day' : `${depositRefundDays} days`
  return `If you cancel at least ${days} before your session, we’ll refund your deposit. After that, the deposit is nonrefundable.`
}

const salesTaxText = (rate: number, state: string): string =>
  rate === 0
    ? 'Sales tax is added where the law asks for it.'
    : `${state} sales tax of ${Number((rate * 100).toFixed(4))}% is added where it applies.`

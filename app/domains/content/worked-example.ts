import type { PageBody } from './model'

type Example = PageBody<'pricing'>['example']

/** The worked example as the page shows it. */
export interface PricedExample extends Pick<Example, 'title' | 'link' | 'service'> {
  lines: { label: string; cents: number }[]
  total: { label: string; cents: number }
  /** null: the session has none. */
  deposit: { label: string; cents: number } | null
}

/**
 * The example with the current price and deposit of its session, where they were left blank.
 * @param session undefined: it isn't offered
 * @returns null if there is none, or its session is missing
 */
export function pricedExample(
  { title, lines, total, deposit, link, service }: Example,
  session: { priceCents: number; depositCents: number } | undefined,
): PricedExample | null {
  const isMissing = [...lines, deposit].some(({ cents }) => cents === null) && !session
  if (lines.length === 0 || isMissing) return null
  const priced = lines.map(({ label, cents }) => ({ label, cents: cents ?? session?.priceCents ?? 0 }))
  const depositCents = deposit.cents ?? session?.depositCents ?? 0
  return {
    ...{ title, link, service, lines: priced },
    total: { label: total.label, cents: priced.reduce((sum, { cents }) => sum + cents, 0) },
    deposit: depositCents === 0 ? null : { label: deposit.label, cents: depositCents },
  }
}

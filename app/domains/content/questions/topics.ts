import type { Topic } from './model'

/** What the price list asks for. */
export const PRICING_TOPIC = 'pricing'

/**
 * The topics that there are: first those that pages ask for, then the others by name.
 * @param portraitTopic what the portrait page asks for
 * @param used topics that have questions
 */
export function topicsOf(portraitTopic: string | undefined, used: string[]): Topic[] {
  const names = new Set([PRICING_TOPIC, ...(portraitTopic ? [portraitTopic] : []), ...used.toSorted()])
  return [...names].map((name) => ({
    name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    pages: [
      ...(name === PRICING_TOPIC ? [{ label: 'Pricing', page: 'pricing' as const }] : []),
      ...(name === portraitTopic ? [{ label: 'Portrait', page: 'portrait' as const }] : []),
    ],
  }))
}

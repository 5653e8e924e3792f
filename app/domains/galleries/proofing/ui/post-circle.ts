import type { ChoiceList } from '../model'
import type { Wish } from './circle-queue'

export type CircleAnswer = { ok: true; list: ChoiceList } | { ok: false; sentence: string; list?: ChoiceList }

const REFUSED = 'That favorite wasn’t saved. Reload the page and try again.'

/** How long an answer is waited for, in milliseconds: on a train a request may hang for minutes. */
const PATIENCE_MS = 20_000

/**
 * Not through the router, which would ask for the whole page again after each circle.
 * @returns undefined when the server was not reached, or does not answer as it does when it is well
 */
export async function postCircle(
  address: string,
  { item, list, isOn }: Wish,
): Promise<CircleAnswer | undefined> {
  try {
    const body = new URLSearchParams({ item, list, on: isOn ? 'yes' : 'no', script: 'yes' })
    const patience = typeof AbortSignal.timeout === 'function' ? AbortSignal.timeout(PATIENCE_MS) : null
    const response = await fetch(address, { method: 'POST', body, redirect: 'error', signal: patience })
    const answer: CircleAnswer | null = await response.json().catch(() => null)
    if (typeof answer?.ok === 'boolean') return answer
    // Asked again, it would be refused again.
    return response.status >= 400 && response.status < 500 ? { ok: false, sentence: REFUSED } : undefined
  } catch {
    return undefined
  }
}

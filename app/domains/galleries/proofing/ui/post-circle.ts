import type { ChoiceList } from '../model'

export type CircleAnswer = { ok: true; list: ChoiceList } | { ok: false; sentence: string; list?: ChoiceList }

const UNREACHED = 'That did not reach us. Look at your connection, and circle it once more.'

/** Not through the router, which would ask for the whole page again after each circle. */
export async function postCircle(
  address: string,
  { item, list, isOn }: { item: string; list: string; isOn: boolean },
): Promise<CircleAnswer> {
  try {
    const body = new URLSearchParams({ item, list, on: isOn ? 'yes' : 'no', script: 'yes' })
    const response = await fetch(address, { method: 'POST', body, redirect: 'error' })
    const answer: CircleAnswer = await response.json()
    return typeof answer?.ok === 'boolean' ? answer : { ok: false, sentence: UNREACHED }
  } catch {
    return { ok: false, sentence: UNREACHED }
  }
}

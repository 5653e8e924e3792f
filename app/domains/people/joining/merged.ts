import type { DetailsFrom } from '../model'

/** Of a record, what has to be decided when two become one. */
export interface Mergeable {
  name: string
  phone: string
  details_from: DetailsFrom
  note: string
  user_id: string | null
  records: number
  created_at: number
  last_contact_at: number
}

/** The word of the studio weighs more than that of an account, and both more than a claim. */
const WEIGHT: Record<DetailsFrom, number> = { claim: 0, account: 1, studio: 2 }

/** One record of two: nothing is lost but the weaker name and number, which stand in the history. */
export function merged(kept: Mergeable, gone: Mergeable): Mergeable {
  const [first, second] = WEIGHT[gone.details_from] > WEIGHT[kept.details_from] ? [gone, kept] : [kept, gone]
  return {
    name: first.name || second.name,
    phone: first.phone || second.phone,
    details_from: first.details_from,
    note: [kept.note, gone.note].filter((note) => note !== '').join('\n\n'),
    user_id: kept.user_id ?? gone.user_id,
    records: kept.records + gone.records,
    created_at: Math.min(kept.created_at, gone.created_at),
    last_contact_at: Math.max(kept.last_contact_at, gone.last_contact_at),
  }
}

import type { Booking } from '../../reservations/model'

/** What a client may change of a booking. */
export type OwnDetails = Pick<Booking, 'phone' | 'partySize' | 'notes' | 'address' | 'answers'>

/** What is new, as label and new value; empty: nothing. */
export function changedDetails(before: OwnDetails, after: OwnDetails): [label: string, value: string][] {
  const facts: [label: string, before: string, after: string][] = [
    ['Phone', before.phone, after.phone],
    ['People', String(before.partySize), String(after.partySize)],
    ['Address', before.address, after.address],
    ['Notes', before.notes, after.notes],
    ...labelsOf(before, after).map((label): [string, string, string] => [
      label,
      answerIn(before, label),
      answerIn(after, label),
    ]),
  ]
  return facts.flatMap(([label, old, now]) => (old === now ? [] : [[label, now] as [string, string]]))
}

const labelsOf = (...all: OwnDetails[]): string[] => [
  ...new Set(all.flatMap(({ answers }) => answers.map(({ question }) => question))),
]

const answerIn = ({ answers }: OwnDetails, label: string): string =>
  answers.find(({ question }) => question === label)?.answer ?? ''

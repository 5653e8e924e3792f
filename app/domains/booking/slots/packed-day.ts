import type { Day, Slot } from './model'

/**
 * A day as one text, its label and then a line for each start: a month of them is half as many bytes as values would
 * be, and is sent much faster than thousands of them.
 */
export const packDay = ({ label, slots }: Day): string =>
  [
    label,
    ...slots.map(({ slot, bareTime, time, part, state, reopens }) =>
      [slot, bareTime, time, part, state, reopens].join('|'),
    ),
  ].join('\n')

export function unpackDay(date: string, packed: string): Day {
  const [label = '', ...lines] = packed.split('\n')
  const slots = lines.map((line) => {
    const [slot, bareTime, time, part, state, reopens] = line.split('|')
    return { slot, bareTime, time, part, state, reopens: reopens || null } as Slot
  })
  return { date, label, slots }
}

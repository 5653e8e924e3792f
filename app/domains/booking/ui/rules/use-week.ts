import { useState } from 'react'
import type { FieldValues } from '~/platform/forms'
import { type Stretch, stretchOf, WINDOWS_A_DAY, windowField, windowOf } from '../../schedules/week-hours'

export interface Week {
  values: FieldValues
  /** Every window with both times. */
  stretches: Stretch[]
  setField: (name: string, value: string) => void
  /** Writes a window into its fields and clears the ones it was in. */
  place: (stretch: Stretch, was?: Pick<Stretch, 'weekday' | 'n'>) => void
  remove: (stretch: Pick<Stretch, 'weekday' | 'n'>) => void
  /** Index of the first empty field pair of a day. */
  freeField: (weekday: number) => number | undefined
}

/** The state of a week's fields, which the grid and the time fields share. */
export function useWeek(given: FieldValues, weekdays: readonly number[], onChange: () => void): Week {
  const [values, setValues] = useState(given)
  const windows = weekdays.flatMap((weekday) => places.map((n) => ({ weekday, n })))
  const read = (name: string) => values[name] ?? ''
  const write = (change: FieldValues) => {
    setValues((before) => ({ ...before, ...change }))
    onChange()
  }
  const emptied = ({ weekday, n }: Pick<Stretch, 'weekday' | 'n'>) => ({
    [windowField(weekday, n, 'opens')]: '',
    [windowField(weekday, n, 'closes')]: '',
  })
  return {
    values,
    stretches: windows.flatMap(({ weekday, n }) => stretchOf(read, weekday, n) ?? []),
    setField: (name, value) => write({ [name]: value }),
    place: (stretch, was) => {
      const { opens, closes } = windowOf(stretch)
      write({
        ...(was ? emptied(was) : {}),
        [windowField(stretch.weekday, stretch.n, 'opens')]: opens,
        [windowField(stretch.weekday, stretch.n, 'closes')]: closes,
      })
    },
    remove: (stretch) => write(emptied(stretch)),
    freeField: (weekday) =>
      places.find(
        (n) =>
          read(windowField(weekday, n, 'opens')) === '' && read(windowField(weekday, n, 'closes')) === '',
      ),
  }
}

const places = Array.from({ length: WINDOWS_A_DAY }, (_, n) => n)

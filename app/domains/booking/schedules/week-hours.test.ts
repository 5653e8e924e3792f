import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FieldValues, parseForm } from '~/platform/forms'
import {
  drawn,
  hoursFields,
  hoursInWords,
  hourValues,
  lengthened,
  pointAt,
  readHours,
  shifted,
  stretched,
  stretchOf,
  WEEK,
  WINDOWS_A_DAY,
  windowField,
} from './week-hours'

const posted = (values: FieldValues, weekdays: readonly number[]) => {
  const parsed = parseForm(z.object(hoursFields(weekdays)), values)
  if (!parsed.ok) throw new Error('The hours are texts.')
  return parsed.value
}

const read = (values: FieldValues, weekdays: readonly number[] = WEEK) =>
  readHours(posted(values, weekdays), weekdays)

const time = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )

const week = fc
  .array(
    fc.record({
      weekday: fc.constantFrom(...WEEK),
      n: fc.nat({ max: WINDOWS_A_DAY - 1 }),
      opens: time,
      closes: time,
    }),
    { maxLength: 12 },
  )
  .map((windows) =>
    Object.fromEntries(
      windows.flatMap(({ weekday, n, opens, closes }) => [
        [windowField(weekday, n, 'opens'), opens],
        [windowField(weekday, n, 'closes'), closes],
      ]),
    ),
  )

/** Every quarter of an hour of the week that the fields cover, including Sunday night into Monday. */
function quarters(values: FieldValues): number[] {
  const covered = new Set<number>()
  for (const weekday of WEEK)
    for (let n = 0; n < WINDOWS_A_DAY; n++) {
      const stretch = stretchOf((name) => values[name] ?? '', weekday, n)
      for (let at = stretch?.from ?? 0; at < (stretch?.to ?? 0); at += 15)
        covered.add(((weekday - 1) * 1_440 + at) % 10_080)
    }
  return [...covered].toSorted((a, b) => a - b)
}

describe('the fields of a week', () => {
  it('are parsed as windows that don’t overlap and cover the same time, or are refused', () => {
    fc.assert(
      fc.property(week, (values) => {
        const { hours, errors } = read(values)
        if (Object.keys(errors).length > 0) return
        const shown = hourValues(hours)
        expect(quarters(shown)).toEqual(quarters(values))
        const starts = hours.map(({ weekday, opens }) => weekday * 10_000 + Number(opens.replace(':', '')))
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        const total = hours.reduce((sum, { weekday }, at) => {
          const n = hours.slice(0, at).filter((each) => each.weekday === weekday).length
          const stretch = stretchOf((name) => shown[name] ?? '', weekday, n)
          return sum + (stretch ? stretch.to - stretch.from : 0)
        }, 0)
        expect(total).toBe(quarters(shown).length * 15)
        expect(read(shown)).toEqual({ hours, errors: {} })
      }),
    )
  })

  it('join hours of a day that overlap or touch', () => {
    const values = hourValues([
      { weekday: 2, opens: '13:00', closes: '18:00' },
      { weekday: 2, opens: '09:00', closes: '13:00' },
      { weekday: 2, opens: '19:00', closes: '21:00' },
    ])
    expect(read(values).hours).toEqual([
      { weekday: 2, opens: '09:00', closes: '18:00' },
      { weekday: 2, opens: '19:00', closes: '21:00' },
    ])
  })

  it('refuse hours over midnight that run into the next day’s, Sunday into Monday too', () => {
    const values = hourValues([
      { weekday: 7, opens: '20:00', closes: '02:00' },
      { weekday: 1, opens: '01:00', closes: '05:00' },
    ])
    expect(read(values).errors).toEqual({
      'opens.1.0': 'Sunday’s hours run until 2 AM on this day. Start after 2 AM.',
    })
  })

  it('report incomplete, invalid and empty windows', () => {
    const errors = (opens: string, closes: string) =>
      read({ 'opens.3.0': opens, 'closes.3.0': closes }, [3]).errors
    expect(errors('09:00', '')).toEqual({ 'closes.3.0': 'Enter when Wednesday closes.' })
    expect(errors('9', '18:00')).toEqual({ 'opens.3.0': 'Enter a time, such as 09:00.' })
    expect(errors('25:00', '18:00')).toHaveProperty(['opens.3.0'])
    expect(errors('09:00', '09:00')).toHaveProperty(['closes.3.0'])
    expect(errors('00:00', '00:00')).toEqual({})
  })

  it('are summarized in a line', () => {
    const hours = [2, 3, 4].map((weekday) => ({ weekday, opens: '09:00', closes: '18:30' }))
    expect(hoursInWords([...hours, { weekday: 6, opens: '20:00', closes: '00:00' }])).toBe(
      'Tue to Thu 9 AM to 6:30 PM; Sat 8 PM to 12 AM',
    )
  })
})

const span = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }))
  .map(([from, length]) => ({ from: from * 30, to: (from + length) * 30 }))

it('whatever a pointer or a key does, a window begins on its day and is half an hour to a day long', () => {
  fc.assert(
    fc.property(
      span,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: -3_000, max: 3_000 }),
      (was, y, by) => {
        const point = pointAt(0.5, y)
        for (const { from, to } of [
          drawn(point, pointAt(0.5, Math.abs(by) / 3_000)),
          stretched(was, 'from', point),
          stretched(was, 'to', point),
          shifted(was, by),
          lengthened(was, by < 0 ? -30 : 30),
        ]) {
          expect(from % 30).toBe(0)
          expect(to % 30).toBe(0)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(from).toBeLessThan(1_440)
          expect(to - from).toBeGreaterThanOrEqual(30)
          expect(to).toBeLessThanOrEqual(from + 2_880)
        }
        expect(shifted(was, by).to - shifted(was, by).from).toBe(was.to - was.from)
      },
    ),
  )
})

it('draws from where the pointer went down to where it is, both half-hours included', () => {
  expect(pointAt(2.5 / 7, 0.5)).toEqual({ weekday: 3, minute: 720 })
  const [nine, noon] = [
    { weekday: 2, minute: 545 },
    { weekday: 2, minute: 710 },
  ]
  expect(drawn(nine, noon)).toEqual({ from: 540, to: 720 })
  expect(drawn(noon, nine)).toEqual({ from: 540, to: 720 })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openingHours } from './hours'

const ZONE = 'America/New_York'
const at = (text: string) => Date.parse(text)
const entry = (day: number, opens = '09:00', closes = '18:00') => ({ day, opens, closes })
const usual = [2, 3, 4, 5, 6].map((day) => entry(day))

const say = (weekly: ReturnType<typeof entry>[], now: string) => {
  const { validUntil, sentence, openNow } = openingHours({ weekly, summary: 'As said' }, ZONE, at(now))
  return {
    sentence,
    openNow,
    until: Number.isFinite(validUntil) ? new Date(validUntil).toISOString() : 'for ever',
  }
}

describe('opening hours', () => {
  it('say until when the studio is open, with the zone (D4)', () => {
    expect(say(usual, '2026-11-20T10:00:00-05:00')).toEqual({
      sentence: 'Open until 6 PM today (Eastern Time).',
      openNow: true,
      until: '2026-11-20T23:00:00.000Z',
    })
  })

  it('change at the exact millisecond', () => {
    expect(say(usual, '2026-11-20T08:59:59.999-05:00').openNow).toBe(false)
    expect(say(usual, '2026-11-20T09:00:00-05:00').openNow).toBe(true)
    expect(say(usual, '2026-11-20T17:59:59.999-05:00').openNow).toBe(true)
    expect(say(usual, '2026-11-20T18:00:00-05:00').openNow).toBe(false)
  })

  it('say when it opens: today, tomorrow, a weekday', () => {
    expect(say(usual, '2026-11-20T07:00:00-05:00')).toMatchObject({
      sentence: 'Opens today at 9 AM (Eastern Time).',
      until: '2026-11-20T14:00:00.000Z',
    })
    // Friday evening: Saturday is tomorrow until midnight, then it is today.
    expect(say(usual, '2026-11-20T19:00:00-05:00')).toMatchObject({
      sentence: 'Opens tomorrow at 9 AM (Eastern Time).',
      until: '2026-11-21T05:00:00.000Z',
    })
    // Sunday and Monday are closed days. The sentence is valid until Monday begins.
    expect(say(usual, '2026-11-22T12:00:00-05:00')).toMatchObject({
      sentence: 'Opens Tuesday at 9 AM (Eastern Time).',
      until: '2026-11-23T05:00:00.000Z',
    })
  })

  it('name the date when the next opening is a week away', () => {
    expect(say([entry(5)], '2026-11-20T19:00:00-05:00')).toMatchObject({
      sentence: 'Opens Friday, November 27 at 9 AM (Eastern Time).',
      until: '2026-11-21T05:00:00.000Z',
    })
  })

  it('are correct when clocks go forward', () => {
    // Sunday, March 14, 2027: 1:59 is followed by 3:00.
    const sunday = [entry(7)]
    expect(say(sunday, '2027-03-14T01:30:00-05:00')).toMatchObject({ until: '2027-03-14T13:00:00.000Z' })
    expect(say(sunday, '2027-03-14T09:00:00-04:00')).toMatchObject({
      sentence: 'Open until 6 PM today (Eastern Time).',
      until: '2027-03-14T22:00:00.000Z',
    })
    // An opening time within the skipped hour moves ahead.
    expect(say([entry(7, '02:30', '05:00')], '2027-03-14T01:00:00-05:00').sentence).toBe(
      'Opens today at 3:30 AM (Eastern Time).',
    )
  })

  it('are correct when clocks go back', () => {
    // Sunday, November 7, 2027: the hour from 1:00 occurs twice.
    const sunday = [entry(7)]
    expect(say(sunday, '2027-11-07T01:30:00-04:00')).toMatchObject({ until: '2027-11-07T14:00:00.000Z' })
    expect(say(sunday, '2027-11-07T01:30:00-05:00')).toMatchObject({
      sentence: 'Opens today at 9 AM (Eastern Time).',
      until: '2027-11-07T14:00:00.000Z',
    })
  })

  it('cross the end of a year', () => {
    expect(say(usual, '2026-12-31T20:00:00-05:00')).toMatchObject({
      sentence: 'Opens tomorrow at 9 AM (Eastern Time).',
      until: '2027-01-01T05:00:00.000Z',
    })
  })

  it('handle breaks, nights and midnight', () => {
    const withBreak = [entry(5, '09:00', '12:00'), entry(5, '13:00', '18:00')]
    expect(say(withBreak, '2026-11-20T12:30:00-05:00').sentence).toBe('Opens today at 1 PM (Eastern Time).')
    const night = [entry(5, '20:00', '02:00')]
    expect(say(night, '2026-11-20T21:00:00-05:00').sentence).toBe('Open until 2 AM tomorrow (Eastern Time).')
    expect(say(night, '2026-11-21T01:00:00-05:00').sentence).toBe('Open until 2 AM today (Eastern Time).')
    expect(say([entry(5, '18:00', '24:00')], '2026-11-20T21:00:00-05:00').sentence).toBe(
      'Open until midnight (Eastern Time).',
    )
  })

  it('are valid forever when nothing changes', () => {
    expect(say([], '2026-11-20T12:00:00-05:00')).toEqual({
      sentence: 'Open by appointment.',
      openNow: false,
      until: 'for ever',
    })
    const always = [1, 2, 3, 4, 5, 6, 7].map((day) => entry(day, '00:00', '24:00'))
    expect(say(always, '2026-11-20T12:00:00-05:00')).toEqual({
      sentence: 'Open around the clock.',
      openNow: true,
      until: 'for ever',
    })
  })

  it('tell whether the owner has entered any', () => {
    const shown = (weekly: ReturnType<typeof entry>[]) =>
      openingHours({ weekly, summary: 'By appointment only' }, ZONE, at('2026-11-20T12:00:00-05:00'))
    expect(shown([])).toMatchObject({ summary: 'By appointment only', hasHours: false })
    expect(shown(usual)).toMatchObject({ hasHours: true })
  })

  it('return the same until `validUntil`, and something else then', () => {
    const times = fc.constantFrom('00:00', '02:30', '08:15', '09:00', '13:00', '18:00', '23:45', '24:00')
    const weekly = fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), opens: times, closes: times }), {
      maxLength: 5,
    })
    const moments = fc.integer({ min: at('2027-03-08T00:00:00Z'), max: at('2027-03-22T00:00:00Z') })
    fc.assert(
      fc.property(weekly, moments, fc.double({ min: 0, max: 0.999, noNaN: true }), (plan, now, share) => {
        const hours = { weekly: plan, summary: '' }
        const said = openingHours(hours, ZONE, now)
        if (!Number.isFinite(said.validUntil)) return
        const between = openingHours(hours, ZONE, now + Math.floor((said.validUntil - now) * share))
        expect(between).toEqual(said)
        expect(openingHours(hours, ZONE, said.validUntil)).not.toEqual(said)
      }),
      { numRuns: 60 },
    )
  })
})

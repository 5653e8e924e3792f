import { describe, expect, it } from 'vitest'
import { axisOf, gridOf, hourLines } from './grid'

const linesOf = (dates: string[], zone: string) => {
  const days = dates.map((date) => ({ date, open: [] }))
  const { hours, from } = gridOf({ days, axis: axisOf(dates, zone), entries: [] }, '2027-01-01')
  return { hours, lines: hourLines(hours, from) }
}

describe('the lines of the hours', () => {
  it('are the stylesheet’s if hours are an hour apart, even with a repeated hour', () => {
    expect(linesOf(['2027-04-01'], 'Australia/Lord_Howe').lines).toBeUndefined()
    expect(linesOf(['2027-11-06', '2027-11-07'], 'America/New_York').lines).toBeUndefined()
  })

  it('align with the labels in the week of Lord Howe Island’s half-hour clock change', () => {
    const { hours, lines } = linesOf(['2027-04-03', '2027-04-04'], 'Australia/Lord_Howe')
    expect(hours[0]).toEqual({ top: 510, label: '8 AM' })
    // The label is half an hour below the top (7:30 AM).
    expect(lines).toMatch(
      /^linear-gradient\(180deg, transparent calc\(var\(--hh\) \* 0\.5 - 1px\), var\(--bd\) /,
    )
    expect(lines?.split('var(--bd)')).toHaveLength(hours.length + 1)
  })
})

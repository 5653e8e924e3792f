import { expect, it } from 'vitest'
import { describeInFourZones } from '../../../../test/support/time-zones'
import { instantsOf, spanOf, wallTimeOf } from './wall-time'

const NEW_YORK = 'America/New_York'
const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z')
const hoursOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) =>
  (endsAt - startsAt) / 3_600_000

describeInFourZones('wall times', () => {
  it('that the clock skips are no instant', () => {
    expect(instantsOf('2027-03-14', '02:30', NEW_YORK)).toEqual([])
    expect(instantsOf('2027-03-13', '26:30', NEW_YORK)).toEqual([])
  })

  it('that the clock shows twice are two', () => {
    expect(instantsOf('2027-11-07', '01:30', NEW_YORK).map(iso)).toEqual([
      '2027-11-07T05:30Z',
      '2027-11-07T06:30Z',
    ])
    // Lord Howe Island turns clocks back by half an hour.
    expect(instantsOf('2027-04-04', '01:45', 'Australia/Lord_Howe').map(iso)).toEqual([
      '2027-04-03T14:45Z',
      '2027-04-03T15:15Z',
    ])
  })

  it('bound windows of the hours that really pass', () => {
    const afternoon = spanOf('2027-03-14', { opens: '13:00', closes: '18:00' }, NEW_YORK)
    expect([afternoon.startsAt, afternoon.endsAt].map(iso)).toEqual([
      '2027-03-14T17:00Z',
      '2027-03-14T22:00Z',
    ])
    const night = { opens: '23:00', closes: '03:00' }
    expect(hoursOf(spanOf('2027-03-13', night, NEW_YORK))).toBe(3)
    expect(hoursOf(spanOf('2027-11-06', night, NEW_YORK))).toBe(5)
    expect(hoursOf(spanOf('2027-06-01', night, NEW_YORK))).toBe(4)
  })

  it('hold on leap days, at the end of the year and far from Greenwich', () => {
    expect(instantsOf('2028-02-29', '09:00', NEW_YORK).map(iso)).toEqual(['2028-02-29T14:00Z'])
    expect(instantsOf('2027-12-31', '23:30', NEW_YORK).map(iso)).toEqual(['2028-01-01T04:30Z'])
    expect(instantsOf('2027-01-01', '09:00', 'Asia/Kathmandu').map(iso)).toEqual(['2027-01-01T03:15Z'])
    expect(instantsOf('2027-01-01', '09:00', 'Pacific/Kiritimati').map(iso)).toEqual(['2026-12-31T19:00Z'])
    expect(wallTimeOf(Date.parse('2028-01-01T04:30:00Z'), NEW_YORK)).toBe('2027-12-31T23:30')
  })

  it('that the clock skips open and close windows where the clock jumps', () => {
    const opening = spanOf('2027-03-14', { opens: '02:30', closes: '05:00' }, NEW_YORK)
    expect([opening.startsAt, opening.endsAt].map(iso)).toEqual(['2027-03-14T07:00Z', '2027-03-14T09:00Z'])
    const closing = spanOf('2027-03-14', { opens: '00:00', closes: '02:30' }, NEW_YORK)
    expect([closing.startsAt, closing.endsAt].map(iso)).toEqual(['2027-03-14T05:00Z', '2027-03-14T07:00Z'])
  })
})

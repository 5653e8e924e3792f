import { expect, it } from 'vitest'
import { describeInFourZones } from '../../../../test/support/time-zones'
import { startLabel } from './start-labels'

describeInFourZones('labels of starts', () => {
  it.each([
    ['2027-11-07T05:30:00Z', 'America/New_York', '1:30 AM EDT'],
    ['2027-11-07T06:30:00Z', 'America/New_York', '1:30 AM EST'],
    ['2027-11-07T04:30:00Z', 'America/New_York', '12:30 AM'],
    ['2027-11-07T07:00:00Z', 'America/New_York', '2 AM'],
    ['2027-03-14T07:30:00Z', 'America/New_York', '3:30 AM'],
    ['2027-10-31T00:30:00Z', 'Europe/London', '1:30 AM GMT+1'],
    ['2027-10-31T01:30:00Z', 'Europe/London', '1:30 AM GMT'],
    ['2027-04-03T14:45:00Z', 'Australia/Lord_Howe', '1:45 AM GMT+11'],
    ['2027-04-03T15:15:00Z', 'Australia/Lord_Howe', '1:45 AM GMT+10:30'],
    ['2027-11-07T08:30:00Z', 'America/Phoenix', '1:30 AM'],
  ])('%s in %s is %s', (at, zone, label) => {
    expect(startLabel(Date.parse(at), zone)).toBe(label)
  })
})

import { expect, it } from 'vitest'
import { hoursSummary } from './hours-summary'

const on = (days: number[], opens: string, closes: string) => days.map((day) => ({ day, opens, closes }))

it.each([
  [on([2, 3, 4, 5, 6], '09:00', '18:00'), 'Tuesday to Saturday, 9 AM to 6 PM'],
  [on([1, 2], '09:30', '17:00'), 'Monday and Tuesday, 9:30 AM to 5 PM'],
  [
    [...on([1, 3], '09:00', '17:00'), ...on([6], '10:00', '14:00')],
    'Monday, 9 AM to 5 PM, Wednesday, 9 AM to 5 PM, and Saturday, 10 AM to 2 PM',
  ],
  [[], 'By appointment'],
])('says weekly hours in words', (weekly, words) => {
  expect(hoursSummary(weekly)).toBe(words)
})

import { expect, test } from 'vitest'
import { nextFocus } from './month-calendar'

// Tuesday to Saturday of two weeks in December 2026, without Friday, December 4.
const days = ['01', '02', '03', '05', '08', '09', '10', '11', '12'].map((day) => ({ date: `2026-12-${day}` }))
const from = (day: string, key: string) => nextFocus(key, `2026-12-${day}`, days)?.slice(-2)

test('arrows lead to the next day that can be chosen, and stay where there is none', () => {
  expect(from('03', 'ArrowRight')).toBe('05')
  expect(from('05', 'ArrowRight')).toBe('08')
  expect(from('01', 'ArrowLeft')).toBe('01')
  expect(from('02', 'ArrowDown')).toBe('09')
  expect(from('11', 'ArrowUp')).toBe('11')
  expect(from('12', 'ArrowDown')).toBe('12')
})

test('Home and End lead to the ends of the week; other keys nowhere', () => {
  expect(from('09', 'Home')).toBe('08')
  expect(from('09', 'End')).toBe('12')
  expect(from('09', 'a')).toBeUndefined()
})

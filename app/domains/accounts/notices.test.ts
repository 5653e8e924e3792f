import { expect, it } from 'vitest'
import { profileNotice, signInNotice } from './notices'

it('shows only our own messages', () => {
  expect(signInNotice('signed-out', true)).toBe('You’re signed out.')
  expect(profileNotice('details', true)).toBe('Saved.')
  for (const word of [null, '', 'constructor', '__proto__', 'toString', '<b>hi</b>']) {
    expect(signInNotice(word, false)).toBeUndefined()
    expect(profileNotice(word, false)).toBeUndefined()
  }
})

it('claims no email without a mail server', () => {
  expect(signInNotice('link', true)).toMatch(/we’ve emailed you/)
  expect(signInNotice('link', false)).toMatch(/can’t send email yet/)
  expect(profileNotice('email', false)).toMatch(/can’t send email yet/)
})

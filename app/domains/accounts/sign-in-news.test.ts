import { expect, it } from 'vitest'
import { profileNews } from './profile-news'
import { signInNews } from './sign-in-news'

it('says what has happened in words of ours alone', () => {
  expect(signInNews('signed-out', true)).toBe('You’re signed out.')
  expect(profileNews('details', true)).toBe('Saved.')
  for (const word of [null, '', 'constructor', '__proto__', 'toString', '<b>hi</b>']) {
    expect(signInNews(word, false)).toBeUndefined()
    expect(profileNews(word, false)).toBeUndefined()
  }
})

it('claims no email without a mail server', () => {
  expect(signInNews('link', true)).toMatch(/we’ve emailed you/)
  expect(signInNews('link', false)).toMatch(/can’t send email yet/)
  expect(profileNews('email', false)).toMatch(/can’t send email yet/)
})

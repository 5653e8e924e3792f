import { expect, it } from 'vitest'
import { profileNews } from './profile-news'
import { signInNews } from './sign-in-news'

it('says what has happened in words of ours alone', () => {
  expect(signInNews('signed-out')).toBe('You are signed out.')
  expect(profileNews('details')).toBe('Saved.')
  for (const word of [null, '', 'constructor', '__proto__', 'toString', '<b>hi</b>']) {
    expect(signInNews(word)).toBeUndefined()
    expect(profileNews(word)).toBeUndefined()
  }
})

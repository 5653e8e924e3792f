import { expect, it } from 'vitest'
import { profileNotice, signInNotice } from './notices'

it('shows only our own messages', () => {
  expect(signInNotice('signed-out', true)).toEqual({ sentence: 'You’re signed out.', isDone: true })
  expect(profileNotice('details', true)).toEqual({ sentence: 'Saved.', isDone: true })
  for (const word of [null, '', 'constructor', '__proto__', 'toString', '<b>hi</b>']) {
    expect(signInNotice(word, false)).toBeUndefined()
    expect(profileNotice(word, false)).toBeUndefined()
  }
})

it('claims no email without a mail server', () => {
  const unsent = { sentence: expect.stringContaining('can’t send email yet'), isDone: false }
  expect(signInNotice('link', true)).toMatchObject({ sentence: expect.stringContaining('we’ve emailed you') })
  expect(signInNotice('link', false)).toEqual(unsent)
  expect(profileNotice('email', false)).toEqual(unsent)
  expect(profileNotice('newsletter-confirm', false)).toEqual(unsent)
})

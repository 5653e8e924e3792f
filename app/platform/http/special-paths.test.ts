import { expect, it } from 'vitest'
import { isTokenPath, redactTokens } from './special-paths'

it.each([
  '/newsletter/unsubscribe/s3cret',
  '/newsletter/preferences/s3cret',
  '/newsletter/confirm/s3cret',
  '/Newsletter/UNSUBSCRIBE/s3cret',
  '/%6eewsletter/unsubscribe/s3cret',
  '/newsletter//unsubscribe/s3cret',
  '/newsletter/unsubscribe%2Fs3cret',
  '/newsletter/unsubscribe/s3cret.data',
  '/g/s3cret/photo/3',
  '/owner/s3cret',
  '/booking/s3cret',
  '/Booking//s3cret.data',
  '/reset-password/s3cret.data',
  '/sign-in/s3cret',
  '/i/s3cret',
  '/verify-email/s3cret',
  '/confirm-email/s3cret',
  '/calendar/s3cret.ics',
  '/book-session/offer/s3cret',
  '/book-session/waitlist/leave/s3cret',
])('%s contains a token, which logs don’t', (path) => {
  expect(isTokenPath(path)).toBe(true)
  expect(redactTokens(path)).not.toContain('s3cret')
  expect(redactTokens(path)).toContain('[token]')
})

it.each([
  '/',
  '/gallery',
  '/newsletter',
  '/newsletter/unsubscribe',
  '/booking',
  '/blog/g/x',
  '/%',
  '/%67allery',
])('%s contains no token, and is logged unchanged', (path) => {
  expect(isTokenPath(path)).toBe(false)
  expect(redactTokens(path)).toBe(path)
})

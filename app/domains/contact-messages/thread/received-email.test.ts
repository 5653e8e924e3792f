import { expect, test } from 'vitest'
import { readEmail } from './received-email.server'

test('an email of almost nothing but spaces is read at once, and its lines end where their words do', async () => {
  const source = (body: string) =>
    Buffer.from(`From: ann@example.com\r\nSubject: Re: Portraits\r\n\r\n${body}`)
  for (const space of [' ', '\t', '\u00a0'])
    await readEmail(source(`May 1${space.repeat(200_000)}is perfect.`))
  expect((await readEmail(source('May 1 \t\u00a0\r\n  is  perfect. \r\n\r\n\r\n\r\nAnn  '))).text).toBe(
    'May 1\n  is  perfect.\n\nAnn',
  )
}, 30_000)

test('emails within emails are an attachment, and aren’t read again at each level', async () => {
  const within = 'Content-Type: message/rfc822\r\n\r\n'.repeat(14_000)
  const { text } = await readEmail(Buffer.from(`From: ann@example.com\r\n${within}`))
  expect(text).toBe('1 attachment is in your mailbox.')
}, 10_000)

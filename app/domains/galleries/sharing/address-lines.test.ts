import { expect, test } from 'vitest'
import { readAddresses } from './address-lines'
import { MOST_AT_ONCE } from './model'

test('takes addresses by line and comma, with names and without, each once', () => {
  expect(
    readAddresses('Ann Lee <ann@example.com>\n bob@example.com, ANN@example.com;"Zoë" <zoe@example.com>\n\n'),
  ).toEqual({
    ok: true,
    people: [
      { name: 'Ann Lee', email: 'ann@example.com' },
      { name: '', email: 'bob@example.com' },
      { name: 'Zoë', email: 'zoe@example.com' },
    ],
  })
})

test.each([
  ['', 'Enter at least one email address.'],
  [' ,\n;', 'Enter at least one email address.'],
  ['ann@example.com\nbob', '“bob” isn’t an email address.'],
  ['Ann <ann@example', '“Ann <ann@example” isn’t an email address.'],
  ['A\u202eb <ann@example.com>', '“One of these lines” isn’t an email address.'],
  [`${'x'.repeat(100)}`, `“${'x'.repeat(60)}…” isn’t an email address.`],
  [
    Array.from({ length: MOST_AT_ONCE + 1 }, (_, at) => `a${at}@example.com`).join('\n'),
    'Enter up to 50 email addresses at once.',
  ],
])('refuses %j with a sentence', (text, sentence) => {
  expect(readAddresses(text)).toEqual({ ok: false, sentence })
})

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
  ['ann@example.com\nbob', '“bob” is no email address.'],
  ['Ann <ann@example', '“Ann <ann@example” is no email address.'],
  ['A\u202eb <ann@example.com>', '“One of these lines” is no email address.'],
  [`${'x'.repeat(100)}`, `“${'x'.repeat(60)}…” is no email address.`],
  [
    Array.from({ length: MOST_AT_ONCE + 1 }, (_, at) => `a${at}@example.com`).join('\n'),
    'Enter at most 50 addresses at once.',
  ],
])('refuses %j with a sentence', (text, sentence) => {
  expect(readAddresses(text)).toEqual({ ok: false, sentence })
})

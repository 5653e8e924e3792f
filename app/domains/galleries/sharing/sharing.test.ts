import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery, makeShare } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { readAddresses } from './address-lines'
import { MOST_AT_ONCE } from './model'
import { sendShare } from './operations.server'

describeOnBothEngines('a gallery that is shared', (open) => {
  test('emails each new client once, however often Send is pressed', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const gallery = await makeGallery(db, { kind: 'client' })
    const share = { gallery_id: gallery.id, sent_at: null }
    await makeShare(db, { ...share, email: 'ann@example.com' })
    await makeShare(db, { ...share, email: 'bob@example.com' })
    await makeShare(db, { ...share, email: 'cy@example.com', revoked_at: 1 })
    await makeShare(db, { ...share, email: 'dee@example.com', sent_at: 1 })
    const deps = {
      ...{ db, clock: fixedClock('2026-06-01T12:00:00Z'), author: { uid: 'u', name: 'Dana' } },
      config: { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' },
    }
    const sent = await Promise.all([1, 2, 3].map(() => sendShare(deps, gallery.id, null)))
    expect(sent.map((each) => each.ok && each.sent).toSorted()).toEqual([0, 0, 2])
    const recipients = (await queuedMail(db)).map(
      ({ to_address }) => /<(.+)>/.exec(to_address)?.[1] ?? to_address,
    )
    expect(recipients.toSorted()).toEqual(['ann@example.com', 'bob@example.com'])
  })
})

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

import { test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { welcomeMail } from '~/domains/newsletter/emails.server'
import { dateRequestReceived } from '~/domains/booking/emails.server'
import { forwarded } from '~/domains/enquiries/emails.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { testSettings } from './settings'
test('x', async () => {
  const l = letterheadOf(testSettings.studio, 'https://photos.example.com')
  const w = await welcomeMail(l, { email: 'a@b.co', token: 'T'.repeat(32) })
  const t0 = performance.now()
  const d = await dateRequestReceived(l, { type: { title: 'Portrait' } as never, place: { title: 'The park' } as never, date: '2026-11-28', dayPart: 'any', name: 'Ann Lee', email: 'a@b.co', phone: '', partySize: 2, notes: '', reference: 'DE-7K3Q9', zoneName: 'Eastern Time' })
  console.log('ms', performance.now() - t0)
  const f = await forwarded(l, { name: 'Ann', email: 'a@b.co', phone: '', subject: 'X', message: 'Hello\n\nthere & <b>you</b>\n' + 'long '.repeat(40) })
  for (const [n, m] of Object.entries({ w, d, f })) { writeFileSync(`/tmp/work/${n}.html`, m.html); console.log(m.text, '\n=======') }
})

import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery, makeShare } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { sendShare } from './operations.server'

describeOnBothEngines('a gallery that is shared', (open) => {
  test('is told once to each who has not heard of it, however often somebody presses Send', async () => {
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
    const told = (await queuedMail(db)).map(({ to_address }) => /<(.+)>/.exec(to_address)?.[1] ?? to_address)
    expect(told.toSorted()).toEqual(['ann@example.com', 'bob@example.com'])
  })
})

import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../test/support/database'
import { listAudit, recordAction } from './operations.server'

const clock = fixedClock('2026-11-20T15:30:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

describeOnBothEngines('the audit', (open) => {
  test('tells who did what and when, newest first, page by page', async () => {
    const { db } = await open()
    const changes = [{ field: 'Telephone', from: '1', to: '2' }]
    await recordAction({ db, clock, author }, { action: 'settings-changed', subject: 'Business', changes })
    await new Promise((done) => setTimeout(done, 2))
    for (let n = 0; n < 50; n++)
      await recordAction({ db, clock, author }, { action: 'answered', subject: `Message ${n}` })
    const first = await listAudit({ db }, { before: null, zone: 'America/New_York' })
    expect(first.entries).toHaveLength(50)
    const last = await listAudit({ db }, { before: first.next, zone: 'America/New_York' })
    expect(last).toMatchObject({
      entries: [{ subject: 'Business', author, changes, when: 'Nov 20, 2026, 10:30 AM EST' }],
      next: null,
    })
  })
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { exportSubscription, subscribe } from '../operations.server'
import { chooseTopics, readPreferences, requestUnsubscribeLink } from './preferences.server'
import { saveTag } from './tags.server'

const network = '203.0.113.7'
const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  config: { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 },
  log: pino({ level: 'silent' }),
  author: { uid: 'owner', name: 'Owner' },
})
const rows = (db: Db) => db.selectFrom('newsletter').selectAll().execute()

describeOnBothEngines('newsletter preferences', (open) => {
  test('a subscriber chooses among the topics that the studio offers, and no other tags', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    await saveTag(deps, null, { name: 'Weddings', isPublic: 'yes' })
    await saveTag(deps, null, { name: 'Late payer', isPublic: '' })
    expect(await saveTag(deps, null, { name: 'WEDDINGS', isPublic: '' })).toMatchObject({ reason: 'refused' })
    const token = (await rows(db))[0]?.unsubscribe_token ?? ''
    const all = (await db.selectFrom('newsletter_tags').select('id').execute()).map(({ id }) => id)
    for (const chosen of [[], all]) expect(await chooseTopics(deps, token, chosen)).toBe(true)
    expect(await readPreferences({ db }, token)).toMatchObject({
      state: 'subscribed',
      topics: [{ name: 'Weddings', isChosen: true }],
    })
    expect(await exportSubscription({ db }, 'ann@example.com')).toMatchObject({ tags: ['Weddings'] })
    expect(await chooseTopics(deps, 'x'.repeat(32), [])).toBe(false)
    expect(await readPreferences({ db }, 'x'.repeat(32))).toBeUndefined()
  })

  test('emails a link to unsubscribe to subscribers only, with the token of their newsletters', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    for (const email of ['ANN@example.com', 'bob@example.com'])
      expect(await requestUnsubscribeLink(deps, { email, network })).toEqual({ ok: true })
    const [mail, ...others] = (await queuedMail(db)).filter(({ kind }) => kind !== 'newsletter-welcome')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'newsletter-unsubscribe-link', to_address: 'ann@example.com' })
    expect(mail?.html).toContain(`/newsletter/unsubscribe/${(await rows(db))[0]?.unsubscribe_token}"`)
  })
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sendEnquiry } from '~/domains/enquiries/operations.server'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import { oldEnquiriesQuery } from '../../enquiries/answering/store.server'
import { markDoNotSell } from '../answering/operations.server'
import { privacyJobs } from '../jobs.server'
import { requestDoNotSell } from '../operations.server'
import { FORGET_OLD } from './model'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 100 }
const author = { uid: 'u', name: 'Dana' }

describeOnBothEngines('what the terms promise to delete', (open, engine) => {
  test('goes after two years with what it was found by, and nothing else', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2024-02-29T17:00:00Z')
    const deps = { db, clock, config }
    const log = pino({ level: 'silent' })
    const write = async (name: string) => {
      const fields = { name, email: `${name}@example.com`, phone: '', subject: '', message: 'Hello.' }
      const given = { fields, honeypot: '', startedAt: '', network: '203.0.113.7' }
      expect(await sendEnquiry({ ...deps, log }, given)).toEqual({ ok: true })
    }
    await write('Old')
    for (const email of ['done@example.com', 'waiting@example.com'])
      await requestDoNotSell(deps, { email, gpc: false, network: '203.0.113.7' })
    const done = await db
      .selectFrom('do_not_sell_requests')
      .select('id')
      .where('email', '=', 'done@example.com')
      .executeTakeFirstOrThrow()
    await markDoNotSell({ ...deps, author }, done.id, 'answered')
    clock.set('2024-03-01T17:00:00Z')
    await write('New')

    const pass = async (at: string) => {
      clock.set(at)
      const job = { id: 'j', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
      await privacyJobs({ db, clock, log })[FORGET_OLD]?.run({}, job)
      const messages = await db.selectFrom('enquiries').select('name').execute()
      const requests = await db.selectFrom('do_not_sell_requests').select('email').execute()
      return [...messages.map(({ name }) => name), ...requests.map(({ email }) => email)]
    }
    expect(await pass('2026-02-28T17:00:00Z')).toHaveLength(4)
    expect(await pass('2026-03-01T17:00:00Z')).toEqual(['New', 'waiting@example.com'])
    const terms = await db
      .selectFrom('search_terms')
      .select('term')
      .where('kind', '=', 'enquiry')
      .where('term', '=', 'old')
      .execute()
    expect(terms).toEqual([])
    expect(await slowSteps(db, engine, oldEnquiriesQuery(db, 5, 5))).toEqual([])
  })
})

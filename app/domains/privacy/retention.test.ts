import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { checkLog } from '~/domains/audit/chain.server'
import { listAudit, recordAction } from '~/domains/audit/operations.server'
import { hasMoneyOf } from '~/domains/billing/operations.server'
import {
  expiredBookingsQuery,
  oldWaitlistQuery,
  unbilledQuery,
} from '~/domains/booking/retention-store.server'
import { sendContactMessage } from '~/domains/contact-messages/operations.server'
import { oldContactMessagesQuery } from '~/domains/contact-messages/store.server'
import { withdrawSignedRelease } from '~/domains/galleries/releases/signed-releases.server'
import { addCampaign } from '~/domains/newsletter/campaigns/drafts.server'
import { oldRecipientsQuery } from '~/domains/newsletter/campaigns/recipients-store.server'
import { expiredEmailsQuery, oldEmailsQuery } from '~/domains/outbox/store.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { COUPLE, draftedContract } from '../../../test/support/contracts'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeBooking, makePlace, makeSessionType } from '../../../test/support/factories'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings } from '../../../test/support/settings'
import { markDoNotSell, requestDoNotSell } from './operations.server'
import { DELETE_OLD, deleteOldRecords, privacyJobs } from './retention.server'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 100 }
const author = { uid: 'u', name: 'Dana' }

/** Adds a newsletter that was sent to a reader at each time. @returns a query of its recipients */
async function sentNewsletter(db: Db, times: string[]) {
  const campaign_id = await addCampaign({ db, clock: fixedClock('2024-02-01T12:00:00Z'), author })
  for (const [number, at] of times.entries()) {
    const email = `reader${number}@example.com`
    const sent = { state: 'sent', attempts: 1, next_at: 0, answer: '250 OK' } as const
    await db
      .insertInto('newsletter_recipients')
      .values({
        ...{ campaign_id, number, subscriber_id: newId(), email, email_key: email, ...sent },
        ...{ first_at: 1, begun_at: 1, settled_at: Date.parse(at), unsubscribed_at: null },
      })
      .execute()
  }
  return async () => {
    const rows = await db.selectFrom('newsletter_recipients').selectAll().orderBy('number').execute()
    return rows.map(({ state, email }) => `${state} ${email}`)
  }
}

describeOnBothEngines('retention according to the terms', (open, engine) => {
  test('deletes after two years, including search terms, and nothing else', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2024-02-29T17:00:00Z')
    const deps = { db, clock, config }
    const log = pino({ level: 'silent' })
    const write = async (name: string) => {
      const fields = { name, email: `${name}@example.com`, phone: '', subject: '', message: 'Hello.' }
      const given = { fields, honeypot: '', startedAt: '', network: '203.0.113.7' }
      expect(await sendContactMessage({ ...deps, log }, given)).toEqual({ ok: true })
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
    const recipients = await sentNewsletter(db, ['2024-02-29T17:00:00Z', '2024-03-01T17:00:00Z'])
    clock.set('2024-03-01T17:00:00Z')
    await write('New')

    const dataDir = await mkdtemp(join(tmpdir(), 'studio-retention-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    await mkdir(join(dataDir, 'mail'))
    const files = ['2024-02-29T17-00-00.000Z-old.eml', '2024-03-01T17-00-00.000Z-new.eml', 'test-mail.eml']
    for (const name of files) await writeFile(join(dataDir, 'mail', name), '')
    const pass = async (at: string) => {
      clock.set(at)
      const job = { id: 'j', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
      await privacyJobs({ db, clock, log, config: { dataDir } })[DELETE_OLD]?.run({}, job)
      const messages = await db.selectFrom('contact_messages').select('name').execute()
      const requests = await db.selectFrom('do_not_sell_requests').select('email').execute()
      return [...messages.map(({ name }) => name), ...requests.map(({ email }) => email)]
    }
    expect(await pass('2026-02-28T17:00:00Z')).toHaveLength(4)
    expect(await recipients()).toEqual(['sent reader0@example.com', 'sent reader1@example.com'])
    expect(await pass('2026-03-01T17:00:00Z')).toEqual(['New', 'waiting@example.com'])
    expect(await recipients()).toEqual(['sent ', 'sent reader1@example.com'])
    const emails = await db.selectFrom('outbox').select('created_at').execute()
    expect(new Set(emails.map((mail) => mail.created_at))).toEqual(
      new Set([Date.parse('2024-03-01T17:00:00Z')]),
    )
    expect(await readdir(join(dataDir, 'mail'))).toEqual(files.slice(1))
    const found = await db.selectFrom('search_terms').select('ref_id').where('kind', '=', 'mail').execute()
    expect(new Set(found.map(({ ref_id }) => ref_id)).size).toBe(emails.length)
    const terms = await db
      .selectFrom('search_terms')
      .select('term')
      .where('kind', '=', 'contact-message')
      .where('term', '=', 'old')
      .execute()
    expect(terms).toEqual([])
    expect(await slowSteps(db, engine, oldContactMessagesQuery(db, 5, 5))).toEqual([])
    expect(await slowSteps(db, engine, oldRecipientsQuery(db, 5, 5))).toEqual([])
    expect(await slowSteps(db, engine, oldEmailsQuery(db, 5, 5))).toEqual([])
    expect(await slowSteps(db, engine, expiredEmailsQuery(db, 'waiting', 5, 5))).toEqual([])
  })

  test('keeps signed contracts and the releases given in them, also withdrawn ones', async () => {
    const fresh = await open()
    const at = await draftedContract(fresh)
    await at.save({ ...COUPLE, body: 'For {client}.\n\n{modelRelease}' })
    await at.send()
    await at.signAs('ann@example.com', { release: 'yes' })
    await at.signAs('bo@example.com', { release: 'yes', name: 'Bo Lee' })
    await at.signAs('studio@example.com', { name: 'Dorian Ellis' })
    const register = () => at.db.selectFrom('signed_releases').selectAll().orderBy('email').execute()
    const [ann] = await register()
    expect(await withdrawSignedRelease(at, { contractId: at.id, id: ann?.id ?? '' })).toEqual({ ok: true })
    const before = await register()
    expect(before.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true])
    at.clock.advance(30 * 365 * 86_400_000)
    await deleteOldRecords({ ...at, log: pino({ level: 'silent' }), config: fresh.where })
    expect(await register()).toEqual(before)
    expect(await at.db.selectFrom('contracts').select('id').execute()).toEqual([{ id: at.id }])
  })

  test('deletes the activity log a month at a time, and logs it', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2024-03-01T17:00:00Z')
    const log = pino({ level: 'silent' })
    for (const [day, subject] of [
      ['2024-03-01T17:00:00Z', 'One'],
      ['2024-03-20T17:00:00Z', 'Two'],
      ['2024-05-01T17:00:00Z', 'Three'],
    ] as const) {
      clock.set(day)
      await recordAction({ db, clock, author }, { action: 'answered', subject })
    }
    const pass = async (at: string) => {
      clock.set(at)
      const job = { id: 'j', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
      await privacyJobs({ db, clock, log, config: { dataDir: '/nowhere' } })[DELETE_OLD]?.run({}, job)
      expect((await checkLog({ db })).faults).toEqual([])
      return (await listAudit({ db }, { before: null, zone: 'UTC' })).entries.map(({ subject }) => subject)
    }
    expect(await pass('2026-03-01T17:00:00Z')).toEqual(['Three', 'Two', 'One'])
    expect(await pass('2026-03-02T17:00:00Z')).toEqual(['Entries 1 to 2', 'Three'])
    expect(await pass('2026-03-03T17:00:00Z')).toEqual(['Entries 1 to 2', 'Three'])
  })

  test('deletes bookings that didn’t take place after two years, and others when their invoices may be deleted', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const sessionType = await makeSessionType(db)
    const place = await makePlace(db)
    const at = (day: string) => Date.parse(`${day}T17:00:00Z`)
    const book = (
      name: string,
      state: 'declined' | 'canceled' | 'requested' | 'done',
      on: string,
      of: string,
    ) =>
      makeBooking(db, {
        ...{ name, state, session_date: at(on), created_at: at(of) },
        ...{ session_type_id: sessionType.id, place_id: place.id },
      })
    await book('declined', 'declined', '2024-04-01', '2024-03-01')
    await book('never answered', 'requested', '2024-04-02', '2024-03-01')
    await book('lately declined', 'declined', '2024-04-01', '2024-03-03')
    await book('still to come', 'requested', '2026-06-01', '2024-03-01')
    await book('done', 'done', '2018-12-31', '2018-12-01')
    await book('done later', 'done', '2019-01-02', '2018-12-01')
    const paid = await book('canceled with a fee', 'canceled', '2024-04-04', '2024-03-01')
    await db
      .insertInto('booking_payments')
      .values({
        ...{ id: newId(), booking_id: paid.id, kind: 'fee', amount_cents: 7_500, received_on: '2024-03-02' },
        ...{ method: 'Card', recorded_at: at('2024-03-02'), recorded_by: 'Dana', voided_at: null },
      })
      .execute()
    await wait(db, {
      sessionType: sessionType.id,
      place: place.id,
      date: '2024-04-01',
      state: 'taken',
      at: at('2024-03-01'),
    })
    await wait(db, {
      sessionType: sessionType.id,
      place: place.id,
      date: '2024-04-02',
      state: 'waiting',
      at: at('2024-03-01'),
    })
    await wait(db, {
      sessionType: sessionType.id,
      place: place.id,
      date: '2024-04-03',
      state: 'left',
      at: at('2024-03-03'),
    })
    await wait(db, {
      sessionType: sessionType.id,
      place: place.id,
      date: '2026-06-01',
      state: 'waiting',
      at: at('2024-03-01'),
    })

    const dataDir = '/nowhere'
    const clock = fixedClock('2026-03-02T17:00:00Z')
    const log = pino({ level: 'silent' })
    const pass = async () => {
      const job = { id: 'j', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log }
      await privacyJobs({ db, clock, log, config: { dataDir } })[DELETE_OLD]?.run({}, job)
      const bookings = await db.selectFrom('bookings').select('name').orderBy('name').execute()
      const days = await db.selectFrom('waitlist').select('date').orderBy('date').execute()
      return { bookings: bookings.map(({ name }) => name), days: days.map(({ date }) => date) }
    }
    const kept = ['canceled with a fee', 'done later', 'lately declined', 'still to come']
    expect(await pass()).toEqual({ bookings: kept, days: ['2024-04-03', '2026-06-01'] })
    clock.set('2027-01-01T17:00:00Z')
    expect(await pass()).toEqual({ bookings: ['canceled with a fee'], days: [] })
    const old = { before: 5, now: 5, today: '2026-01-01', hasMoney: hasMoneyOf('b.id') }
    expect(await slowSteps(db, engine, unbilledQuery(db, old, 5))).toEqual([])
    expect(await slowSteps(db, engine, expiredBookingsQuery(db, 5, 5))).toEqual([])
    expect(await slowSteps(db, engine, oldWaitlistQuery(db, old, 5))).toEqual([])
  })
})

let waiting = 0
const wait = (
  db: Db,
  {
    sessionType,
    place,
    date,
    state,
    at,
  }: { sessionType: string; place: string; date: string; state: 'waiting' | 'taken' | 'left'; at: number },
) => {
  waiting += 1
  const email = `waits${waiting}@example.com`
  return db
    .insertInto('waitlist')
    .values({
      ...{ id: newId(), session_type_id: sessionType, place_id: place, date, name: 'Waits', email },
      ...{ email_key: email, state, offered_start: null, offered_until: null, created_at: at },
    })
    .execute()
}

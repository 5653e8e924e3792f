import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePlace, makeSessionType } from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { readRequestableDates, requestDate } from './operations.server'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
const fields = {
  service: 'portrait',
  location: 'park',
  date: '2026-11-28',
  dayPart: 'morning',
  name: 'Ann Lee',
  email: 'ann@studio.photography',
  phone: '(973) 555-0142',
  partySize: '3',
  notes: 'A dog <comes> too.\nSmall.',
}
const given = { fields, honeypot: '', startedAt: '', network: '203.0.113.7' }
// Friday evening in New Jersey, Saturday already in Greenwich.
const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-21T02:00:00Z'),
  config,
  log: pino({ level: 'silent' }),
})
const rows = (db: Db) => db.selectFrom('date_requests').selectAll().execute()

async function furnish(db: Db) {
  await putTestSettings(db)
  const park = await makePlace(db, { slug: 'park', title: 'The park' })
  const studio = await makePlace(db, { slug: 'studio', title: 'The studio', is_default: 1 })
  const type = await makeSessionType(db, { slug: 'portrait', title: 'Portrait', places: [park, studio] })
  return { park, studio, type }
}

describeOnBothEngines('a request for a date', (open) => {
  test('R6 is stored, answered by mail, and forwarded with a working Reply-To', async () => {
    const { db } = await open()
    const { park, type } = await furnish(db)
    const deps = depsFor(db)
    const requested = await requestDate(deps, given)
    expect(requested).toEqual({ ok: true, reference: expect.stringMatching(/^DE-[0-9A-Z]{5}$/) })
    const reference = requested.ok ? requested.reference : ''
    expect(await rows(db)).toMatchObject([
      {
        reference,
        session_type_id: type.id,
        place_id: park.id,
        preferred_date: '2026-11-28',
        day_part: 'morning',
        zone: 'America/New_York',
        name: 'Ann Lee',
        email: 'ann@studio.photography',
        phone: '(973) 555-0142',
        party_size: 3,
        notes: 'A dog <comes> too.\nSmall.',
        requested_at: deps.clock.now(),
      },
    ])
    const mail = await queuedMail(db)
    expect(mail).toHaveLength(2)
    const toClient = mail.find(({ kind }) => kind === 'date-request-received')
    expect(toClient).toMatchObject({
      to_address: 'ann@studio.photography',
      subject: `Your request ${reference}: Portrait, Saturday, November 28`,
    })
    expect(toClient?.text).toContain(reference)
    expect(toClient?.text).toContain('Saturday, November 28, 2026')
    expect(toClient?.text).toContain('Morning (Eastern Time)')
    expect(toClient?.text).toContain('Within one working day')
    const toStudio = mail.find(({ kind }) => kind === 'date-request-for-studio')
    expect(toStudio).toMatchObject({
      to_address: 'DE Photography <hello@example.com>',
      reply_to: 'Ann Lee <ann@studio.photography>',
    })
    expect(toStudio?.text).toContain('A dog <comes> too.')
    expect(toStudio?.html).not.toContain('<comes>')
  })

  test('takes the default place when none is named', async () => {
    const { db } = await open()
    const { studio } = await furnish(db)
    await requestDate(depsFor(db), { ...given, fields: { ...fields, location: '' } })
    expect(await rows(db)).toMatchObject([{ place_id: studio.id }])
  })

  test('D4 counts days in the studio’s zone', async () => {
    const { db } = await open()
    await furnish(db)
    const deps = depsFor(db)
    expect(await readRequestableDates(deps)).toEqual({
      firstDate: '2026-11-21',
      lastDate: '2028-05-20',
      zoneName: 'Eastern Time',
      validUntil: Date.parse('2026-11-21T05:00:00Z'),
    })
    const on = (date: string) => requestDate(deps, { ...given, fields: { ...fields, date } })
    expect(await on('2026-11-20')).toMatchObject({
      ok: false,
      errors: { date: 'Choose a day from Saturday, November 21 on.' },
    })
    expect(await on('2026-11-21')).toMatchObject({ ok: true })
  })

  test('what is wrong is said, and nothing is stored; nor is what a robot sends', async () => {
    const { db } = await open()
    await furnish(db)
    const deps = depsFor(db)
    expect(
      await requestDate(deps, { ...given, fields: { ...fields, service: 'circus', email: '' } }),
    ).toEqual({
      ok: false,
      reason: 'refused',
      errors: { service: 'Choose a session.', email: 'Enter your email address.' },
    })
    expect(await requestDate(deps, { ...given, honeypot: 'x' })).toMatchObject({ ok: true })
    expect(await requestDate(deps, { ...given, startedAt: '90' })).toMatchObject({ ok: true })
    expect(await rows(db)).toEqual([])
    expect(await queuedMail(db)).toEqual([])
  })

  test('thirty an hour are accepted from one network, each with its own reference', async () => {
    const { db } = await open()
    await furnish(db)
    const deps = depsFor(db)
    const answers = await Promise.all(Array.from({ length: 32 }, () => requestDate(deps, given)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(30)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'too-many')).toHaveLength(2)
    expect(new Set((await rows(db)).map(({ reference }) => reference)).size).toBe(30)
  })
})

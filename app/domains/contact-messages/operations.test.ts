import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readSettingsGroup, saveSettingsGroup } from '~/domains/content/settings.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { makeUser } from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { putTestSettings, testSettings } from '../../../test/support/settings'
import { contactMessagesOf, saveEvent, sendContactMessage } from './operations.server'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
const fields = {
  name: 'Ann “Annie” Lee',
  email: 'ann@studio.photography',
  phone: '(973) 555-0142',
  subject: 'Portraits',
  message: 'Hello <b>there</b>.\nAre you free in May?',
}
const given = { fields, honeypot: '', startedAt: '', network: '203.0.113.7' }
const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  config,
  log: pino({ level: 'silent' }),
})
const rows = (db: Db) => db.selectFrom('contact_messages').selectAll().execute()

describeOnBothEngines('the contact form', (open) => {
  test('R5 a message is stored, acknowledged to its sender, and forwarded with a working Reply-To', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    expect(await sendContactMessage(deps, given)).toEqual({ ok: true })
    expect(await rows(db)).toMatchObject([{ ...fields, received_at: deps.clock.now() }])

    const mail = await queuedMail(db)
    expect(mail).toHaveLength(2)
    const acknowledgement = mail.find(({ kind }) => kind === 'contact-acknowledgement')
    expect(acknowledgement).toMatchObject({ to_address: 'ann@studio.photography' })
    expect(acknowledgement?.reply_to).toBe('DE Photography <hello@example.com>')
    const forwarded = mail.find(({ kind }) => kind === 'contact-forwarded')
    expect(forwarded).toMatchObject({
      to_address: 'DE Photography <hello@example.com>',
      reply_to: 'Ann “Annie” Lee <ann@studio.photography>',
    })
    expect(forwarded?.text).toContain('Hello <b>there</b>.')
    expect(forwarded?.text).toContain('/studio/inbox')
    expect(forwarded?.html).toContain('Hello &lt;b&gt;there&lt;/b&gt;.')
    expect(forwarded?.html).not.toContain('<b>there')
  })

  test('until the owner has entered an email, a message goes to the one with which the owner signs in', async () => {
    const { db } = await open()
    for (const email of ['studio@example.com', 'hello@example.com']) {
      const studio = { ...testSettings.studio, name: 'Lantern & Loom', email }
      await putTestSettings(db, { ...testSettings, studio })
      await makeUser(db, { role: 'owner', email: 'ada@lantern.example' })
      await sendContactMessage(depsFor(db), given)
      const [acknowledgement, forwarded] = (await queuedMail(db)).slice(-2)
      expect(forwarded?.to_address).toBe('Lantern & Loom <ada@lantern.example>')
      expect(acknowledgement?.reply_to).toBe('Lantern & Loom <ada@lantern.example>')
      expect(acknowledgement?.html).not.toMatch(/@(lantern\.example|example\.com)/)
      await db.deleteFrom('users').execute()
    }
  })

  test('the acknowledgement contains nothing that strangers could use to send their texts to others', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const name = 'Buy at http://spam.example'
    await sendContactMessage(depsFor(db), {
      ...given,
      fields: { ...fields, name, subject: 'spam.example', message: 'spam.example' },
    })
    const acknowledgement = (await queuedMail(db)).find(({ kind }) => kind === 'contact-acknowledgement')
    expect(JSON.stringify(acknowledgement)).not.toContain('spam.example')
  })

  test('an invalid message gets errors, and nothing is stored', async () => {
    const { db } = await open()
    await putTestSettings(db)
    expect(
      await sendContactMessage(depsFor(db), { ...given, fields: { ...fields, name: '', message: '' } }),
    ).toEqual({
      ok: false,
      reason: 'refused',
      errors: { name: 'Tell us your name.', message: 'Enter your message.' },
    })
    expect(await rows(db)).toEqual([])
    expect(await queuedMail(db)).toEqual([])
  })

  test('a bot gets the same answer, but nothing is stored or emailed', async () => {
    const { db } = await open()
    await putTestSettings(db)
    expect(await sendContactMessage(depsFor(db), { ...given, honeypot: 'https://spam.example' })).toEqual({
      ok: true,
    })
    expect(await sendContactMessage(depsFor(db), { ...given, startedAt: '120' })).toEqual({ ok: true })
    expect(await rows(db)).toEqual([])
    expect(await queuedMail(db)).toEqual([])
  })

  test('accepts slow people, and pages without script', async () => {
    const { db } = await open()
    await putTestSettings(db)
    for (const startedAt of ['', '30000', 'not a number', '-5'])
      expect(await sendContactMessage(depsFor(db), { ...given, startedAt })).toEqual({ ok: true })
    expect(await rows(db)).toHaveLength(4)
  })

  test('accepts thirty messages an hour from one network', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const answers = await Promise.all(Array.from({ length: 33 }, () => sendContactMessage(deps, given)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(30)
    expect(
      answers.filter((a) => !a.ok && a.reason === 'too-many' && a.sentence.includes('8 AM Eastern Time')),
    ).toHaveLength(3)
    expect(await rows(db)).toHaveLength(30)
    expect(await queuedMail(db)).toHaveLength(60)
  })

  test('the studio corrects the event once per version, and the log says what changed', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await sendContactMessage(depsFor(db), given)
    const id = (await rows(db))[0]?.id ?? ''
    const deps = { ...depsFor(db), author: { uid: 'u1', name: 'Dorian Ellis' } }
    const event = { eventDate: '2027-05-01', shootKind: 'Elopement', place: '' }
    const save = (sent: Record<string, string>, version = 1) => saveEvent(deps, id, { sent, version })
    expect(await save({ ...event, eventDate: 'May' })).toMatchObject({
      errors: { eventDate: 'Enter a date, or leave it blank.' },
    })
    expect(await save(event)).toEqual({ ok: true })
    expect(await save({ ...event, place: 'Cape May' })).toEqual({ ok: false, reason: 'changed-since' })
    expect(await save(event, Number.NaN)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await save(event, 2)).toEqual({ ok: true })
    expect(await rows(db)).toMatchObject([{ event_date: '2027-05-01', shoot_kind: 'Elopement', place: '' }])
    const audit = await db.selectFrom('audit').select(['action', 'changes']).execute()
    expect(audit.map(({ action, changes }) => [action, JSON.parse(changes)])).toEqual([
      [
        'inquiry-changed',
        [
          { field: 'Event date', from: '', to: '2027-05-01' },
          { field: 'Kind of shoot', from: '', to: 'Elopement' },
        ],
      ],
    ])
  })

  test('asks what the owner has added, and the studio gets the answers', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const answers = {
      eventDate: '2027-05-01',
      shootKind: 'Elopement',
      place: 'Cape May',
      heardFrom: 'A friend',
    }
    const asked = { ...given, fields: { ...fields, ...answers } }
    // Nothing is asked until the owner has added it.
    await sendContactMessage(depsFor(db), asked)
    expect(await rows(db)).toMatchObject([{ event_date: '', shoot_kind: '', place: '', heard_from: '' }])

    const sent = { eventDate: 'required', shootKind: 'optional', place: 'optional', heardFrom: 'off' }
    const author = { uid: 'u1', name: 'Dorian Ellis' }
    const { version } = await readSettingsGroup({ db }, 'contact')
    const saved = await saveSettingsGroup({ ...depsFor(db), author }, { group: 'contact', sent, version })
    expect(saved).toEqual({ ok: true, changed: 3 })
    const dates = await Promise.all(
      ['', '05/01/2027', '2027-02-30'].map((eventDate) =>
        sendContactMessage(depsFor(db), { ...asked, fields: { ...asked.fields, eventDate } }),
      ),
    )
    for (const refused of dates)
      expect(refused).toEqual({
        ...{ ok: false, reason: 'refused' },
        errors: { eventDate: 'Enter the date of the event.' },
      })
    const longest = { ...asked.fields, shootKind: 'x'.repeat(151) }
    expect(await sendContactMessage(depsFor(db), { ...asked, fields: longest })).toMatchObject({
      errors: { shootKind: expect.any(String) },
    })
    await sendContactMessage(depsFor(db), { ...asked, fields: { ...asked.fields, shootKind: '' } })
    const [, message] = await rows(db)
    expect(message).toMatchObject({
      event_date: '2027-05-01',
      shoot_kind: '',
      place: 'Cape May',
      heard_from: '',
    })
    const [{ text } = { text: '' }] = (await queuedMail(db))
      .filter(({ kind }) => kind === 'contact-forwarded')
      .slice(1)
    expect(text).toContain('May 1, 2027')
    expect(text).toContain('Cape May')
    expect(text).not.toContain('A friend')
    expect(await contactMessagesOf({ db }, fields.email)).toMatchObject([{}, { eventDate: '2027-05-01' }])
  })
})

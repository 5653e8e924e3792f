import { expect, test } from 'vitest'
import { findContactMessage } from '~/domains/contact-messages/operations.server'
import { insertContactMessage } from '~/domains/contact-messages/store.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { findBookings } from './list.server'
import { addBooking, readManualBookingForm } from './manual-booking.server'
import { readBookingForStudio } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' }

async function open(db: Db) {
  await putTestSettings(db)
  const place = await makePlace(db, { slug: 'studio', is_default: 1 })
  const type = await makeSessionType(db, {
    minutes: 60,
    increment_minutes: 30,
    minimum_notice_hours: 24,
    booking_window_days: 60,
    daily_limit: 1,
    places: [place],
  })
  await makeSchedule(db)
  const deps = { db, clock, config, author }
  const book = (given: Record<string, string> = {}, once: string = newId()) => {
    const fields: Record<string, string> = {
      type: type.id,
      place: place.id,
      date: '2026-12-05',
      time: '10:30',
      name: 'Ann Lee',
      email: 'ann@example.com',
      state: 'confirmed',
      ...given,
    }
    return addBooking(deps, { get: (name) => fields[name] ?? '', once })
  }
  return { deps, book, place, type }
}

const count = async (db: Db) => (await db.selectFrom('bookings').select('id').execute()).length

describeOnBothEngines('a booking added manually', (openDb) => {
  test('is made from a message, which fills in the form and becomes booked once', async () => {
    const { db } = await openDb()
    const { deps, book, type, place } = await open(db)
    const message = { id: newId(), name: 'Ann Lee', email: 'ann@example.com', phone: '(973) 555-0142' }
    const asked = { subject: 'Hello', message: 'Hi.', shootKind: `${type.title}s`, place: place.title }
    await insertContactMessage(db, {
      ...{ ...message, ...asked, eventDate: '2026-12-05', receivedAt: clock.now() },
    })
    expect(await readManualBookingForm(deps, '', message.id)).toMatchObject({
      ...{ date: '2026-12-05', time: '' },
      inquiry: {
        ...{ id: message.id, from: 'Ann Lee' },
        given: {
          name: 'Ann Lee',
          email: 'ann@example.com',
          phone: message.phone,
          type: type.id,
          place: place.id,
          note: `Subject: Hello\nEvent date: Saturday, December 5, 2026\nKind of shoot: ${type.title}s\nLocation: ${place.title}\n\nHi.`,
        },
      },
    })
    const home = await makePlace(db, { kind: 'client', title: 'Your home' })
    await db.updateTable('contact_messages').set({ place: 'Cape May Lighthouse' }).execute()
    expect((await readManualBookingForm(deps, '', message.id)).inquiry?.given).toMatchObject({
      ...{ place: home.id, address: 'Cape May Lighthouse' },
    })
    expect(await readManualBookingForm(deps, '', 'nothing')).toMatchObject({ inquiry: null })
    const found = () => findContactMessage({ db }, message.id)
    expect(await book({ inquiry: message.id, time: '' })).toMatchObject({ ok: false })
    expect(await found()).toMatchObject({ stage: 'waiting' })
    const once = newId()
    const booked = await book({ inquiry: message.id, note: 'Twins.\nHi.' }, once)
    expect(booked).toMatchObject({ ok: true, booking: { privateNote: 'Twins.\nHi.', notes: '' } })
    await book({ inquiry: message.id }, once)
    expect(await found()).toMatchObject({
      ...{ stage: 'booked', bookingId: booked.ok && booked.booking.id },
      answer: { by: 'Dorian Ellis' },
    })
    const audit = await db.selectFrom('audit').select('action').orderBy('seq').execute()
    expect(audit.map(({ action }) => action)).toEqual(['booking-added', 'inquiry-booked'])
    const other = await book({ inquiry: 'nothing', date: '2026-12-06', anyway: 'yes' })
    expect(other).toMatchObject({ ok: true })
  })

  test('asks for no deposit above its price', async () => {
    const { db } = await openDb()
    const { deps, book, type } = await open(db)
    await db.updateTable('session_types').set({ deposit_cents: 10_000 }).where('id', '=', type.id).execute()
    const booked = await book({ price: '75' })
    expect(booked).toMatchObject({ booking: { depositCents: 7_500 } })
    // The client didn't request it.
    const shown = booked.ok ? await readBookingForStudio(deps, booked.booking.id) : undefined
    expect(shown?.asked).toBe('Added just now')
    expect(await book({ price: '275', date: '2026-12-06', anyway: 'yes' })).toMatchObject({
      booking: { depositCents: 10_000 },
    })
  })

  test('is made, found, written into the history and the audit, at another price', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const once = newId()
    const booked = await Promise.all([book({ price: '199.50' }, once), book({ price: '199.50' }, once)])
    expect(booked.map((each) => each.ok && each.repeated).toSorted()).toEqual([false, true])
    expect(booked[0]).toMatchObject({
      booking: { state: 'confirmed', priceCents: 19_950, wallStart: '2026-12-05T10:30' },
    })
    expect(await findBookings(deps, 'ann@example.com', 3)).toHaveLength(1)
    expect(await db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'booking-added' }])
    expect(await db.selectFrom('people').select('name').execute()).toEqual([{ name: 'Ann Lee' }])
  })

  test('accepts answers to the session type’s questions, all of them optional', async () => {
    const { db } = await openDb()
    const { book, type } = await open(db)
    const questions = [
      { id: 'due', label: 'Due date', kind: 'date', required: true },
      { id: 'dogs', label: 'Dogs', kind: 'line', required: true },
    ]
    await db
      .updateTable('session_types')
      .set({ questionnaire: JSON.stringify(questions) })
      .where('id', '=', type.id)
      .execute()
    expect(await book({ 'question.due': 'soon' })).toMatchObject({
      reason: 'refused',
      errors: { 'question.due': expect.any(String) },
    })
    expect(await book({ 'question.due': '2027-02-01', 'question.other': 'x' })).toMatchObject({
      booking: { answers: [{ question: 'Due date', answer: '2027-02-01' }] },
    })
  })

  test('is warned, but not refused, because of an external event', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const calendar = { id: newId(), resource_id: 'default', title: 'Family', url: 'x', created_at: 0 }
    const nothing = { etag: null, fetched_at: null, failure: null }
    await db
      .insertInto('external_calendars')
      .values({ ...calendar, ...nothing })
      .execute()
    const [starts_at, ends_at] = [Date.parse('2026-12-05T15:00:00Z'), Date.parse('2026-12-05T16:00:00Z')]
    await db
      .insertInto('external_busy')
      .values({ id: newId(), calendar_id: calendar.id, starts_at, ends_at })
      .execute()
    expect(await book()).toMatchObject({
      reason: 'off-rules',
      warnings: [
        'Your other calendar, Family, shows you’re busy then: Saturday, December 5, 10:00 AM EST to 11:00 AM EST.',
      ],
    })
    expect(await book({ anyway: 'yes' })).toMatchObject({ ok: true })
  })

  test('can break every rule for clients, if that is confirmed', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const warned = async (given: Record<string, string>) => {
      const refused = await book(given)
      return !refused.ok && refused.reason === 'off-rules' ? refused.warnings : refused
    }
    expect(await warned({ date: '2026-11-19', time: '10:00' })).toEqual(['This time is in the past.'])
    expect(await warned({ date: '2026-11-20', time: '16:00' })).toEqual([
      'This is inside your 24-hour minimum notice.',
    ])
    expect(await warned({ date: '2027-02-03', time: '10:00' })).toEqual([
      'This is past your 60-day booking window.',
    ])
    expect(await warned({ time: '10:40' })).toEqual(['Clients aren’t offered this start time.'])
    expect(await warned({ time: '17:30' })).toEqual([
      'This is outside your availability for this session at this location.',
    ])
    expect(await warned({ place: (await makePlace(db, { title: 'The park' })).id })).toEqual([
      expect.stringContaining('at this location: The park.'),
    ])
    expect(await count(db)).toBe(0)
    expect(await book({ time: '17:30', anyway: 'yes' })).toMatchObject({ ok: true })
    expect(await warned({ time: '10:00' })).toEqual([
      'You already have 1 of these sessions that day, which is your daily limit.',
    ])
  })

  test('is never over a booking, a block or a hold, whatever is ticked', async () => {
    const { db } = await openDb()
    const { book, type, place } = await open(db)
    await makeBooking(db, {
      session_type_id: type.id,
      place_id: place.id,
      session_date: Date.parse('2026-12-05T15:00:00Z'),
      name: 'Bo Ray',
    })
    const occupied = { resource_id: 'default', resource_number: 1, booking_id: null, version: 1 }
    await db
      .insertInto('occupancies')
      .values([
        {
          ...occupied,
          id: newId(),
          kind: 'block',
          title: 'Dentist',
          starts_at: Date.parse('2026-12-05T18:00:00Z'),
          ends_at: Date.parse('2026-12-05T20:00:00Z'),
          expires_at: null,
        },
        {
          ...occupied,
          id: newId(),
          kind: 'hold',
          title: '',
          starts_at: Date.parse('2026-12-05T21:00:00Z'),
          ends_at: Date.parse('2026-12-05T22:00:00Z'),
          expires_at: clock.now() + 60_000,
        },
      ])
      .execute()
    for (const [time, what] of [
      ['10:30', 'Bo Ray'],
      ['14:00', 'Dentist'],
      ['16:15', 'a client who is booking it right now'],
    ] as const)
      expect(await book({ time, anyway: 'yes' })).toMatchObject({
        ok: false,
        reason: 'taken',
        inTheWay: expect.stringContaining(what),
      })
    expect(await count(db)).toBe(1)
  })

  test('is saved once of many for the same time, and nothing of the others is', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => book({ email: `c${n}@example.com`, anyway: 'yes' })),
    )
    expect(booked.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await count(db)).toBe(1)
    expect(await db.selectFrom('people').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('audit').select('id').execute()).toHaveLength(1)
  })

  test('speaks of the client in the third person', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    for (const email of ['', 'a b']) {
      const refused = await book({ name: '', email, phone: '1', notes: 'x'.repeat(2_001) })
      if (refused.ok || refused.reason !== 'refused') throw new Error('It is not refused.')
      const said = Object.values(refused.errors).join(' ')
      expect(said).toMatch(/Enter their name\..*(their email address|name@example\.com)/)
      expect(said).toMatch(/their phone number.*their notes/)
      expect(said).not.toMatch(/\byour?\b|\bus\b/i)
    }
  })

  test('reports errors, and begins with the start chosen in the calendar', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    expect(
      await book({
        type: 'x',
        date: '2026-13-01',
        time: '25:00',
        name: '',
        email: 'a@b\n',
        phone: '1',
        partySize: '99999',
        price: 'free',
        state: 'done',
      }),
    ).toMatchObject({
      ok: false,
      reason: 'refused',
      errors: Object.fromEntries(
        ['type', 'date', 'time', 'name', 'phone', 'partySize', 'price', 'state'].map((name) => [
          name,
          expect.stringMatching(/^[A-Z].*\.$/),
        ]),
      ),
    })
    expect(await readManualBookingForm(deps, '2027-11-07T06:30:00Z')).toMatchObject({
      date: '2027-11-07',
      time: '01:30',
      which: 'second',
    })
    expect(await readManualBookingForm(deps, 'soon')).toMatchObject({
      date: '2026-11-20',
      time: '',
      which: '',
    })
  })
})

import ICAL from 'ical.js'
import { pino } from 'pino'
import type { Attachment, Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { deliverMail } from '~/domains/outbox/operations.server'
import { proveAddress } from '~/domains/people/operations.server'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { smtpMailer } from '~/platform/mail/mailer.server'
import type { Mailer } from '~/platform/mail/message'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  makePlace,
  makeSchedule,
  makeSessionType,
  makeTermsVersion,
} from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings, testSender } from '../../../../test/support/settings'
import { openSmtpSink } from '../../../../test/support/smtp-sink'
import { findByManageToken } from '../client/manage-link.server'
import { sendMessage } from '../manage/edits.server'
import { confirmBooking } from '../requirements/accepting.server'
import {
  type ChangeDeps,
  cancelBooking,
  declineBooking,
  rescheduleBooking,
} from '../reservations/changes.server'
import type { Booking } from '../reservations/model'
import { requestBooking } from '../reservations/operations.server'
import { notifyOfBooking, sendNewLink } from './operations.server'

const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 1000 }
const STUDIO: ChangeDeps['by'] = { kind: 'studio', name: 'Dana' }
const CLIENT: ChangeDeps['by'] = { kind: 'client', name: 'Ann Lee' }

async function furnish(db: Db, type: { needs_approval?: number } = {}) {
  await putTestSettings(db)
  await makeTermsVersion(db)
  const place = await makePlace(db, {
    slug: 'park',
    title: 'The park',
    kind: 'outdoor',
    address: '1 Park Road, Newark',
    is_default: 1,
  })
  await makeSessionType(db, {
    slug: 'portrait',
    title: 'Portrait',
    minutes: 45,
    increment_minutes: 45,
    deposit_cents: 7_500,
    places: [place],
    ...type,
  })
  await makeSchedule(db)
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const by = (who: ChangeDeps['by']): ChangeDeps => ({ db, clock, config, by: who })
  return { clock, by }
}

async function book(
  db: Db,
  clock: ReturnType<typeof fixedClock>,
  given: Record<string, string> = {},
): Promise<Booking> {
  const fields: Record<string, string> = {
    service: 'portrait',
    slot: '2026-12-05T15:30:00Z',
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: '(973) 555-0199',
    partySize: '2',
    notes: 'A dog, too; "small"\nand loud',
    terms: 'yes',
    ...given,
  }
  const made = await requestBooking(
    { db, clock, config, log: pino({ level: 'silent' }) },
    { get: (name) => fields[name] ?? '', network: '192.0.2.1', visitor: '' },
  )
  if (!made.ok) throw new Error(JSON.stringify(made))
  return made.booking
}

const must = (changed: { ok: boolean; booking?: Booking }): Booking => {
  expect(changed.ok).toBe(true)
  return changed.booking as Booking
}

/** Sends the emails queued since the last call through a real mail server. */
function postman(db: Db) {
  let seen = 0
  return async () => {
    const sink = await openSmtpSink()
    const mailer = smtpMailer(sink.url)
    onTestFinished(async () => {
      mailer.close()
      await sink.close()
    })
    const fresh = (await queuedMail(db)).slice(seen)
    seen += fresh.length
    for (const { id } of fresh) await deliver(db, mailer, id)
    return fresh.map((row, n) => ({
      row,
      email: sink.caught[n]?.mail as Email,
      raw: sink.caught[n]?.raw ?? '',
    }))
  }
}

const deliver = (db: Db, mailer: Mailer, id: string) =>
  deliverMail(
    {
      db,
      clock: fixedClock('2026-11-20T15:00:00Z'),
      config: { ...config, mailFrom: undefined },
      mailer,
      readSender: async () => testSender,
    },
    id,
    { isLastAttempt: false },
  )

/** The calendar part of a received email: its MIME method and text. */
function calendarOf({ attachments }: Email) {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar') as Attachment & {
    method?: string
  }
  const text = new TextDecoder().decode(part.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event] = calendar.getAllSubcomponents('vevent')
  const of = (name: string) => event?.getFirstPropertyValue(name)
  return {
    text,
    mime: part.method,
    method: calendar.getFirstPropertyValue('method'),
    uid: of('uid'),
    sequence: of('sequence'),
    status: of('status'),
    start: String(of('dtstart')),
    partstat: event?.getAllProperties('attendee').map((attendee) => attendee.getParameter('partstat')),
  }
}

describeOnBothEngines('the emails of a booking', (open) => {
  test('follow it from request to end, each with a calendar part that raises the same entry', async () => {
    const { db } = await open()
    const { clock, by } = await furnish(db)
    const post = postman(db)
    const booking = await book(db, clock)
    const requested = await post()
    expect(requested.map(({ row }) => row.kind)).toEqual([
      'booking-requested',
      'booking-requested-for-studio',
    ])
    const confirmed = must(await confirmBooking(by(STUDIO), booking, 'Bring the dog.'))
    const yes = await post()
    const moved = must(
      await rescheduleBooking(by(CLIENT), confirmed, { startsAt: Date.parse('2026-12-05T17:00:00Z') }),
    )
    const reschedules = await post()
    must(await cancelBooking(by(CLIENT), moved, 'We are ill.'))
    const ends = await post()
    expect(yes.map(({ row }) => row.kind)).toEqual(['booking-confirmed'])
    expect(reschedules.map(({ row }) => row.kind)).toEqual([
      'booking-rescheduled',
      'booking-rescheduled-for-studio',
    ])
    expect(ends.map(({ row }) => row.kind)).toEqual(['booking-canceled', 'booking-canceled-for-studio'])

    const expected = [
      [requested, 'REQUEST', 0, 'TENTATIVE', '2026-12-05T15:30:00Z'],
      [yes, 'REQUEST', 1, 'CONFIRMED', '2026-12-05T15:30:00Z'],
      [reschedules, 'REQUEST', 2, 'CONFIRMED', '2026-12-05T17:00:00Z'],
      [ends, 'CANCEL', 3, 'CANCELLED', '2026-12-05T17:00:00Z'],
    ] as const
    for (const [emails, method, sequence, status, start] of expected)
      for (const { row, email, raw } of emails) {
        const { text, ...calendar } = calendarOf(email)
        expect(calendar).toMatchObject({ mime: method, method, uid: booking.uid, sequence, status, start })
        // The mail parser normalizes line ends, but the sent bytes keep them.
        expect(text).toBe(row.calendar?.replaceAll('\r\n', '\n'))
        const encoded = Buffer.from(row.calendar ?? '').toString('base64')
        expect(raw.replaceAll('\r\n', '').split(encoded)).toHaveLength(3)
        expect(raw).toMatch(new RegExp(`Content-Type: text/calendar; charset=utf-8; method=${method}\r\n`))
        expect(email.text?.trim()).not.toBe('')
        expect(email.text).toContain(booking.reference)
      }
  })

  test('contain everything agreed, and the booking’s link, for the client', async () => {
    const { db } = await open()
    const { clock } = await furnish(db)
    await proveAddress({ db, clock }, 'ANN@example.com')
    const booking = await book(db, clock)
    const [toClient, toStudio] = await queuedMail(db)
    expect(toClient).toMatchObject({
      to_address: 'ann@example.com',
      reply_to: 'DE Photography <hello@example.com>',
      subject: `Your request: Portrait, Saturday, December 5, 10:30 AM EST (${booking.reference})`,
    })
    for (const words of [
      'Hello Ann Lee,',
      'Saturday, December 5, 2026',
      '10:30 – 11:15 AM Eastern Time',
      'The park',
      '1 Park Road, Newark',
      'Price: $285',
      'Deposit: $75',
      'until Thursday, December 3, 2026, 10:30 AM EST. After that, rescheduling costs $75.',
    ])
      expect(toClient?.text.replaceAll(/\s+/g, ' ')).toContain(words)
    const [, token = ''] = /studio\.example\.com\/booking\/([\w-]+)/.exec(toClient?.text ?? '') ?? []
    expect(await findByManageToken({ db, config }, token)).toMatchObject({ id: booking.id })
    // Notes are repeated only to a verified address, and only the client gets the booking's link.
    expect(toClient?.text.replaceAll(/\s+/g, ' ')).toContain('You wrote: A dog, too; "small" and loud')
    expect(toClient?.calendar).not.toContain('dog')
    expect(toStudio).toMatchObject({
      reply_to: 'Ann Lee <ann@example.com>',
      to_address: 'DE Photography <hello@example.com>',
    })
    expect(toStudio?.text).toContain('(973) 555-0199')
    expect(toStudio?.text).toContain('A dog, too; "small"')
    expect(toStudio?.text).toContain(`https://studio.example.com/studio/bookings/${booking.id}`)
    expect(`${toStudio?.html}${toStudio?.calendar}`).not.toContain('/booking/')
  })

  test('repeat nothing that a visitor typed until the address is proven, and then all of it', async () => {
    const { db } = await open()
    const { clock, by } = await furnish(db)
    const type = await db.selectFrom('session_types').select('id').executeTakeFirstOrThrow()
    await db.updateTable('places').set({ kind: 'client', address: '' }).execute()
    const question = { id: newId(), label: 'Pets', kind: 'text', required: false }
    await db
      .updateTable('session_types')
      .set({ questionnaire: JSON.stringify([question]) })
      .where('id', '=', type.id)
      .execute()
    const typed = {
      ...{ name: 'Canaryname', phone: '(973) 555-0177', partySize: '43', notes: 'Canarynotes' },
      ...{ address: '7 Canaryaddress Lane', [`question.${question.id}`]: 'Canaryanswer' },
    }
    const given = /Canary|555-0177|People/
    const written = async () => {
      const mail = await queuedMail(db)
      return {
        client: mail.filter(({ to_address }) => to_address.includes('ann@')).map(sentOf),
        studio: mail.filter(({ to_address }) => to_address.includes('hello@')).map(sentOf),
      }
    }
    const sentOf = (row: Row<'outbox'>) =>
      [row.to_address, row.subject, row.html, row.text, row.headers, row.calendar].join('\n')
    const booking = await book(db, clock, typed)
    const confirmed = must(await confirmBooking(by(STUDIO), booking, ''))
    await transact(db, (tx) => sendNewLink({ db: tx, clock, config }, confirmed))
    await sendMessage(
      { db, clock, config, author: { uid: 'dana', name: 'Dana' } },
      { bookingId: booking.id, once: newId(), subject: 'Parking', message: 'Behind the house.' },
    )
    const { client, studio } = await written()
    expect(client).toHaveLength(4)
    for (const mail of client) expect(mail).not.toMatch(given)
    for (const part of [
      'Canaryname',
      '(973) 555-0177',
      '43',
      'Canarynotes',
      '7 Canaryaddress',
      'Canaryanswer',
    ])
      expect(studio.join()).toContain(part)

    await proveAddress({ db, clock }, booking.email)
    await book(db, clock, { ...typed, slot: '2026-12-05T17:00:00Z' })
    const again = (await written()).client.at(-1)
    for (const part of ['Hello Canaryname', '7 Canaryaddress Lane', 'People', '43', 'Canarynotes'])
      expect(again).toContain(part)
  })

  test('name the studio’s own address as its settings have it, unless the place has one', async () => {
    const { db } = await open()
    const { clock } = await furnish(db)
    const mailAfter = async (address: string, slot: string) => {
      await db.updateTable('places').set({ kind: 'studio', address }).execute()
      await book(db, clock, { slot })
      const letter = (await queuedMail(db)).findLast(({ kind }) => kind === 'booking-requested')
      return `${letter?.text}${letter?.calendar?.replaceAll('\r\n ', '').replaceAll('\\,', ',')}`
    }
    const fromSettings = await mailAfter('', '2026-12-05T15:30:00Z')
    expect(fromSettings).toContain('Address: 41 Example Street, East Orange, NJ 07017')
    expect(fromSettings).toContain('LOCATION:The park, 41 Example Street, East Orange, NJ 07017')
    expect(await mailAfter('2 Back Yard, Newark', '2026-12-05T17:00:00Z')).toContain(
      'Address: 2 Back Yard, Newark',
    )
  })

  test('of a session type without approval say that it is booked at once', async () => {
    const { db } = await open()
    const { clock } = await furnish(db, { needs_approval: 0 })
    await book(db, clock, { name: 'Win www.example.com now' })
    const [toClient, toStudio] = await queuedMail(db)
    expect(toClient?.subject).toMatch(/^Booked: /)
    expect(toClient?.text).toContain('Your session is confirmed.')
    expect(`${toClient?.text}${toClient?.calendar}${toClient?.subject}`).not.toContain('www.example.com')
    expect(toStudio?.kind).toBe('booking-confirmed-for-studio')
    expect(toStudio?.text).toContain('It’s confirmed')
  })

  test('of a declination carry the studio’s words and no terms', async () => {
    const { db } = await open()
    const { clock, by } = await furnish(db)
    must(await declineBooking(by(STUDIO), await book(db, clock), 'The park is <closed>.\nTry May.'))
    const emails = (await queuedMail(db)).slice(2)
    expect(emails).toMatchObject([{ kind: 'booking-declined', calendar_method: 'CANCEL' }])
    expect(emails[0]?.text).toContain('The park is <closed>.\nTry May.')
    expect(emails[0]?.html).not.toContain('<closed>')
    expect(emails[0]?.text).not.toContain('After that, rescheduling')
  })

  test('of a move by the studio ask whether it suits, and the studio hears the answer', async () => {
    const { db } = await open()
    const { clock, by } = await furnish(db)
    const confirmed = must(await confirmBooking(by(STUDIO), await book(db, clock), ''))
    const target = {
      startsAt: Date.parse('2026-12-12T15:30:00Z'),
      words: 'It will rain.',
      asksToAccept: true,
    }
    const moved = must(await rescheduleBooking(by(STUDIO), confirmed, target))
    const post = postman(db)
    const asked = (await post()).slice(3)
    expect(asked.map(({ row }) => row.kind)).toEqual(['booking-rescheduled'])
    const { row, email } = asked[0] as (typeof asked)[number]
    expect(row.text).toContain('It will rain.')
    expect(row.text).toMatch(/Confirm the new date\s+<https:[^>]+\/booking\/[\w-]+#accept>/)
    expect(row.subject).toMatch(/^Does the new date work for you\? /)
    expect(row.text).toMatch(/Choose another\s+<https:[^>]+\/booking\/[\w-]+#move>/)
    expect(row.text).toContain('Before: Saturday, December 5, 2026, 10:30 AM EST')
    expect(calendarOf(email).partstat).toEqual(['NEEDS-ACTION'])
    await transact(db, (tx) => notifyOfBooking({ db: tx, clock, config }, moved, { kind: 'accepted' }))
    expect((await queuedMail(db)).at(-1)).toMatchObject({
      kind: 'booking-accepted-for-studio',
      calendar_method: 'REQUEST',
    })
    must(
      await rescheduleBooking(by(STUDIO), moved, { ...target, startsAt: Date.parse('2026-12-12T17:00:00Z') }),
    )
    const sameDay = (await queuedMail(db)).findLast(({ kind }) => kind === 'booking-rescheduled')
    expect(sameDay?.subject).toMatch(/^Does the new time work for you\? /)
    expect(sameDay?.text).toContain('Confirm the new time')
  })

  test('of a late cancellation say that the deposit is kept; the studio’s own returns it', async () => {
    const { db } = await open()
    const { clock, by } = await furnish(db, { needs_approval: 0 })
    const first = await book(db, clock)
    const second = await book(db, clock, { slot: '2026-12-05T17:00:00Z', email: 'bo@example.com' })
    clock.set('2026-12-03T15:00:00Z')
    must(await cancelBooking(by(CLIENT), first, ''))
    must(await cancelBooking(by(STUDIO), second, 'I am ill.'))
    const emails = (await queuedMail(db)).slice(4)
    expect(emails.map(({ kind }) => kind)).toEqual([
      'booking-canceled',
      'booking-canceled-for-studio',
      'booking-canceled',
    ])
    expect(emails[0]?.text).toContain('you still owe the $75 deposit')
    expect(emails[1]?.text).toContain('Nonrefundable')
    expect(emails[2]?.text.replaceAll(/\s+/g, ' ')).toContain(
      'You don’t owe the $75 deposit. If you’ve paid it, we’ll refund it.',
    )
    expect(emails[2]?.text).toContain('I am ill.')
  })
})

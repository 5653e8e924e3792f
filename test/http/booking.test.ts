import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cookiesOf, OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(() => site?.stop())
beforeEach(() => openForBooking(site))

const DAY = `/book-session?service=portrait&location=studio&date=${OPEN_DAY}`
const get = async (path: string, cookie = '') => {
  const answer = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  return { answer, html: await answer.text(), cookie: cookiesOf(answer) }
}
const offered = async () => slotsOn((await get(DAY)).html)
let person = 0
const formFor = (slot: string, given: Record<string, string> = {}): Record<string, string> => ({
  service: 'portrait',
  location: 'studio',
  slot,
  name: 'Renée Whitfield',
  email: `renee${person++}@example.com`,
  phone: '(973) 555-0142',
  partySize: '2',
  notes: 'She doesn’t know about the cake.',
  terms: 'yes',
  ...given,
})
const bookings = () => rows(site, 'select * from bookings order by created_at')

describe('R6: the first two steps', () => {
  it('list sessions and locations, the same for everyone', async () => {
    const { answer, html } = await get('/book-session')
    expect(answer.headers.get('cache-control')).toContain('public')
    expect(answer.headers.getSetCookie()).toEqual([])
    for (const part of ['Portrait', '$285', 'Wedding consultation', 'In the park'])
      expect(html).toContain(part)
  })

  it('offer the day’s free times as choices, at the default location when none is given, and aren’t cached', async () => {
    const { answer, html } = await get(DAY)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(slotsOn(html)).toHaveLength(8)
    expect(html).toContain('Eastern Time')
    // A day with free times has no waitlist.
    expect(html).not.toContain('/book-session/waitlist')
    const elsewhere = await get(`/book-session?service=portrait&date=${OPEN_DAY}`)
    expect(slotsOn(elsewhere.html)).toEqual(slotsOn(html))
  })

  it('say how long a session takes, unless that depends on the number of photos', async () => {
    const words = async (service: string, location: string) => {
      const { html } = await get(`/book-session?service=${service}&location=${location}&date=${OPEN_DAY}`)
      return /Times are in [^<]*/.exec(html)?.[0]
    }
    expect(await words('portrait', 'studio')).toBe('Times are in Eastern Time. Allow 45 min.')
    expect(await words('product-still-life', 'at-your-place')).toBe('Times are in Eastern Time.')
  })

  it('are there as data, too, for script that loads the next month ahead', async () => {
    const ask = (query: string, cookie = '') => get(`/book-session/times?${query}`, cookie)
    const month = await ask(`service=portrait&location=studio&month=${OPEN_DAY.slice(0, 7)}`)
    expect(month.answer.headers.get('cache-control')).toBe('private, no-store')
    const times = JSON.parse(month.html)
    expect(times.openDays).toHaveProperty(OPEN_DAY)
    expect(times.hold).toBeNull()
    const [slot = ''] = await offered()
    const hold = { service: 'portrait', location: 'studio', slot, intent: 'hold' }
    await post(site, '/book-session', hold, { cookie: month.cookie })
    const again = await ask('service=portrait&location=studio', month.cookie)
    expect(JSON.parse(again.html).hold).toMatchObject({ slot })
    expect(again.cookie).toBe('')
    expect((await ask('service=circus&location=studio')).answer.status).toBe(404)
    const { sentence } = JSON.parse((await ask('service=portrait&month=soon')).html)
    expect(sentence).toContain('That month isn’t available.')
  })

  it('say in a sentence what doesn’t exist', async () => {
    for (const [query, sentence] of [
      ['?service=circus', 'We don’t offer that session'],
      ['?service=headshot&location=park', 'We don’t offer that session, or not at that location'],
      ['?service=portrait&date=2026-02-30', 'That date isn’t available.'],
      ['?service=portrait&date=soon', 'That date isn’t available.'],
      ['?service=portrait&date=1999-01-01', 'You can’t book'],
      ['?service=portrait&month=2099-13', 'That month isn’t available.'],
      ['?service=portrait&month=2099-12', 'You can’t book that month.'],
    ] as const) {
      const { answer, html } = await get(`/book-session${query}`)
      expect(answer.status, query).toBe(200)
      expect(html, query).toContain(sentence)
    }
    for (const step of ['details', 'review']) {
      const never = await get(`/book-session/${step}?service=portrait&location=studio&slot=never`)
      expect(never.html).toContain('That time was just taken.')
    }
  })
})

describe('R6: one form with all fields', () => {
  it('books and shows the thank-you page, and books once when sent twice', async () => {
    const [slot = ''] = await offered()
    const form = formFor(slot, { email: 'twice@example.com', newsletter: 'yes' })
    const answers = await Promise.all([post(site, '/book-session', form), post(site, '/book-session', form)])
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/thank-you')
    }
    expect(bookings().filter(({ email }) => email === 'twice@example.com')).toEqual([
      expect.objectContaining({ state: 'requested', party_size: 2, zone: 'America/New_York' }),
    ])
    expect(rows(site, `select id from newsletter where email = 'twice@example.com'`)).toHaveLength(1)
    expect(await offered()).not.toContain(slot)
  })

  it('books, and says so when the newsletter refuses the address (R33, R37)', async () => {
    for (const [email, sentence] of [
      ['renee@studio.photography', 'Please enter a valid email. We couldn’t add renee@studio.photography.'],
      ['twice@example.com', 'Email is already subscribed'],
    ] as const) {
      const [slot = ''] = await offered()
      const answer = await post(site, '/book-session', formFor(slot, { email, newsletter: 'yes' }))
      expect(answer.status).toBe(303)
      const { html } = await get(answer.headers.get('location') ?? '', cookiesOf(answer))
      expect(html.replaceAll('<!-- -->', '')).toMatch(new RegExp(`role="alert".*${sentence}`, 's'))
      expect(html).toContain('We got your request')
    }
    expect(rows(site, "select id from newsletter where email like '%.photography'")).toEqual([])
  })

  it('answers with the other free times and everything typed when the time was taken', async () => {
    const [slot = '', next = ''] = await offered()
    await post(site, '/book-session', formFor(slot))
    const answer = await post(site, '/book-session', formFor(slot, { name: 'Zoë Late' }))
    const html = await answer.text()
    expect(answer.status).toBe(409)
    expect(html).toContain('Someone just booked that time')
    expect(slotsOn(html)).toContain(next)
    expect(slotsOn(html)).not.toContain(slot)
    for (const kept of ['Zoë Late', '(973) 555-0142', 'She doesn’t know about the cake.'])
      expect(html).toContain(kept)
    expect((await post(site, '/book-session', formFor(next, { name: 'Zoë Late' }))).status).toBe(303)
  })

  it('gives a time to one of a hundred simultaneous requests, and offers the others the remaining times', async () => {
    const slots = await offered()
    const [slot = ''] = slots
    const before = bookings().length
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        post(site, '/book-session', formFor(slot, { email: `hundred${n}@example.com` })),
      ),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(refused).toHaveLength(99)
    for (const answer of refused) expect(slotsOn(await answer.text())).toEqual(slots.slice(1))
    expect(bookings()).toHaveLength(before + 1)
    const emails = rows(site, "select to_address from outbox where to_address like 'hundred%'")
    expect(emails).toHaveLength(1)
  })

  it('is refused with reasons, and loses nothing', async () => {
    const [slot = ''] = await offered()
    const before = bookings().length
    const wrong: [Record<string, string>, string][] = [
      [{ slot: slot.replace(':00:00Z', ':01:00Z') }, 'time isn’t available'],
      [{ slot: slot.replace('Z', '+00:00') }, 'time isn’t available'],
      [{ slot: '2020-01-02T15:00:00Z' }, 'time isn’t available'],
      [
        { slot: new Date(Date.now() + 3_600_000).toISOString().replace(/:\d\d\.\d+/, ':00') },
        'isn’t available',
      ],
      [{ slot: '' }, 'Choose a time.'],
      [{ service: 'circus' }, 'Choose a session and a location'],
      [{ service: 'headshot', location: 'park' }, 'Choose a session and a location'],
      [{ partySize: '5000' }, 'from 1 to 50'],
      [{ email: 'a@example.com\nBcc: b@example.com' }, 'full email address'],
      [{ terms: '' }, 'accept the terms'],
      [{ name: '' }, 'Tell us your name.'],
      [{ notes: 'x'.repeat(2_001) }, 'Shorten your notes'],
      [{ intent: 'dance' }, 'Something went wrong with that form. Reload the page and try again.'],
    ]
    for (const [fields, sentence] of wrong) {
      const answer = await post(site, '/book-session', formFor(slot, fields))
      const html = await answer.text()
      expect(answer.status, JSON.stringify(fields)).toBe(422)
      expect(html, JSON.stringify(fields)).toContain(sentence)
      expect(html).toContain('(973) 555-0142')
    }
    const huge = await post(site, '/book-session', formFor(slot, { notes: 'x'.repeat(1_000_000) }))
    expect(huge.status).toBe(413)
    expect(bookings()).toHaveLength(before)
  })

  it('asks the session’s questions, and where to meet', async () => {
    const questions = [{ id: 'due', label: 'When is the baby due?', kind: 'date', required: true }]
    write(site, (database) => {
      database
        .prepare(`update session_types set questionnaire = ? where slug = 'portrait'`)
        .run(JSON.stringify(questions))
    })
    const [slot = ''] = slotsOn((await get(DAY.replace('=studio', '=at-your-place'))).html)
    const form = formFor(slot, { location: 'at-your-place' })
    const refused = await post(site, '/book-session', form)
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(html).toContain('When is the baby due?')
    expect(html).toContain('Enter the address where we should meet you.')
    const sent = await post(site, '/book-session', {
      ...form,
      address: '1 Main Street\nEast Orange',
      'question.due': '2027-03-01',
    })
    expect(sent.status).toBe(303)
    expect(bookings().at(-1)).toMatchObject({
      address: '1 Main Street, East Orange',
      answers: JSON.stringify([{ question: 'When is the baby due?', answer: '2027-03-01' }]),
    })
  })
})

describe('R6: step by step without script', () => {
  it('holds the time, carries the values along, and shows the terms to agree to', async () => {
    const times = await get(DAY)
    const [slot = ''] = slotsOn(times.html)
    const chosen = { service: 'portrait', location: 'studio', slot }
    const on = await post(site, '/book-session', { ...chosen, intent: 'details' }, { cookie: times.cookie })
    expect(on.status).toBe(303)
    const details = await get(on.headers.get('location') ?? '', times.cookie)
    expect(details.html).toContain('is on hold for you until')
    expect((await get(DAY)).html).toContain('On hold, may reopen')
    expect(await offered()).not.toContain(slot)
    // A visitor's own choice stays available to them, in every tab.
    expect(slotsOn((await get(DAY, times.cookie)).html)).toContain(slot)

    const to = `/book-session/review?${new URLSearchParams(chosen)}`
    const form = { ...formFor(slot), intent: 'review', terms: '' }
    const refused = await post(site, to, { ...form, phone: '12' }, { cookie: times.cookie })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('value="Renée Whitfield"')
    const review = await post(site, to, form, { cookie: times.cookie })
    const html = await review.text()
    expect(review.status).toBe(200)
    expect(html).toMatch(
      /Reschedule once for free until \w+, \w+ \d+, \d+:00 AM E[SD]T\. After that, rescheduling costs \$75\./,
    )
    expect(html).toMatch(/Cancel by \w+, \w+ \d+, \d+:00 AM E[SD]T, and we’ll refund your \$75 deposit\./)
    expect(html).toMatch(/<input[^>]*type="hidden"[^>]*name="name"[^>]*value="Renée Whitfield"/)
    // Links would lose what was typed.
    for (const done of ['Session, done', 'Date &amp; time, done', 'Details, done'])
      expect(html).toContain(done)
    expect(html).not.toContain('<li class="done"><a')

    const details2 = `/book-session/details?${new URLSearchParams(chosen)}`
    const back = await post(site, details2, form, { cookie: times.cookie })
    expect(back.status).toBe(200)
    expect(await back.text()).toContain('She doesn’t know about the cake.')
    // For everyone else the time is held: their input is kept, and other times are offered.
    const stranger = await post(site, to, form)
    const choices = await stranger.text()
    expect(stranger.status).toBe(409)
    expect(choices).toContain('She doesn’t know about the cake.')
    expect(slotsOn(choices)).toHaveLength(7)
    const booked = await post(
      site,
      '/book-session',
      { ...form, intent: '', terms: 'yes' },
      { cookie: times.cookie },
    )
    expect(booked.status).toBe(303)
  })

  it('works without cookies, but holds no time', async () => {
    const [slot = ''] = await offered()
    const on = await post(site, '/book-session', {
      service: 'portrait',
      location: 'studio',
      slot,
      intent: 'details',
    })
    expect(on.status).toBe(303)
    expect((await get(on.headers.get('location') ?? '')).html).not.toContain('held for you')
    expect((await post(site, '/book-session', formFor(slot))).status).toBe(303)
  })
})

describe('D2: the thank-you page', () => {
  it('shows the booking only to the browser that made it', async () => {
    const [slot = ''] = await offered()
    const answer = await post(site, '/book-session', formFor(slot, { email: 'mine@example.com' }))
    const cookie = cookiesOf(answer)
    expect(answer.headers.getSetCookie().join()).toMatch(/studio_booking=[\w-]+; Path=\/; HttpOnly/)
    const reference = String(bookings().at(-1)?.reference)
    const mine = await get('/thank-you', cookie)
    expect(mine.answer.headers.get('cache-control')).toContain('no-store')
    for (const part of [reference, 'mine@example.com', '9:00 – 9:45 AM', 'Eastern Time'])
      expect(mine.html).toContain(part)
    expect(mine.html).toContain('href="/booking"')
    for (const stranger of [
      await get('/thank-you'),
      await get('/thank-you', 'studio_booking=forged'),
      await get('/thank-you?for=message', cookie),
    ]) {
      expect(stranger.answer.status).toBe(200)
      expect(stranger.html).toContain('Thanks for stopping by.')
      expect(stranger.html).not.toMatch(/Noted|We have it|writes back/)
      expect(stranger.html).not.toContain(reference)
      expect(stranger.html).not.toContain('href="/booking"')
    }
  })

  it('doesn’t show a booking to a person who sends its form again much later', async () => {
    const [slot = ''] = await offered()
    const form = formFor(slot)
    await post(site, '/book-session', form)
    write(site, (database) => {
      database.exec(`update bookings set created_at = created_at - 3600000`)
    })
    const again = await post(site, '/book-session', form)
    expect(again.status).toBe(303)
    expect(again.headers.getSetCookie()).toEqual([])
  })
})

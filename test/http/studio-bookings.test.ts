import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { makeBooking, makeSessionType } from '../support/factories'
import { hiddenIn, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

const DAY = 86_400_000

let site: Site
let cookie: string
let next = Math.ceil(Date.now() / DAY) * DAY + 10 * DAY
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

const get = (path: string) => fetch(site.url + path, { redirect: 'manual', headers: { Cookie: cookie } })
const send = (path: string, fields: Record<string, string>) => post(site, path, fields, { Cookie: cookie })

/** A booking request on a day of its own. */
async function request(given: Parameters<typeof makeBooking>[1] = {}) {
  next += DAY
  const row = await inDatabaseOf(site, (db) =>
    makeBooking(db, { state: 'requested', name: 'Ann Lee', session_date: next, ...given }),
  )
  return { row, path: `/studio/bookings/${row.id}` }
}

const stateOf = (id: string) => rows(site, 'select state, version from bookings where id = ?', id)[0]
/** The value of a hidden field on a page. */
const hidden = async (path: string, name: string) => hiddenIn(await (await get(path)).text(), name)

describe('a booking in the Studio, without script', () => {
  it('is answered from the version on the page, and a later answer explains what happened', async () => {
    const { row, path } = await request()
    expect(await (await get(path)).text()).toContain('first session')
    const confirmed = await send(path, { intent: 'confirm', version: '1', words: 'See you.' })
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${path}?notice=confirm`])
    const late = await send(path, { intent: 'decline', version: '1', words: 'Sorry, no.' })
    expect(late.status).toBe(409)
    const page = await late.text()
    expect(page).toContain('this booking was just updated')
    expect(page).toContain('confirmed it.')
    expect(stateOf(row.id)).toEqual({ state: 'confirmed', version: 2 })
    for (const version of ['', 'x', '1e9', '-1'])
      expect((await send(path, { intent: 'cancel', version })).status).toBe(409)
    expect((await send(path, { intent: 'reopen', version: '2' })).status).toBe(409)
    expect((await send(path, { intent: 'nonsense', version: '2' })).status).toBe(422)
    expect((await send('/studio/bookings/none', { intent: 'confirm', version: '1' })).status).toBe(404)
  })

  it('reschedules to the date beside “Other time”, whichever day’s times are shown', async () => {
    const { path } = await request()
    const shown = await (await get(`${path}?reschedule=2026-12-08`)).text()
    expect(shown).toContain('Open times on <!-- -->Tuesday, December 8')
    expect(shown).toMatch(/<input(?=[^>]* name="date")(?=[^>]* type="date")(?=[^>]* value="2026-12-08")/)
    const sent = {
      intent: 'reschedule',
      version: '1',
      slot: 'other',
      date: '2026-12-09',
      time: '10:15',
      anyway: 'yes',
    }
    expect((await send(`${path}?reschedule=2026-12-08`, sent)).status).toBe(303)
    expect(await (await get(path)).text()).toContain('Wednesday, December 9, 2026')
  })

  it('keeps what was typed and gives a reason when it can’t be saved', async () => {
    const { path } = await request()
    const once = await hidden(path, 'once')
    const refusals: [Record<string, string>, number, string][] = [
      [{ intent: 'confirm', version: '1', words: 'x'.repeat(2_001) }, 422, 'Shorten your message'],
      [{ intent: 'confirm', version: '1', words: '\u202eabc' }, 422, 'plain text'],
      [{ intent: 'note', note: 'n'.repeat(6_001), seen: 'x' }, 422, 'Shorten the note'],
      [{ intent: 'note', note: 'A note.', seen: 'x' }, 409, 'Someone on your team just changed this note'],
      [{ intent: 'payment', once, payment: 'deposit', amount: '12,5' }, 422, 'Enter the amount in dollars'],
      [{ intent: 'message', once, subject: '', message: 'Kept words.' }, 422, 'Kept words.'],
      [{ intent: 'reschedule', version: '1', slot: 'now' }, 422, 'Choose a time from the list.'],
      [{ intent: 'reschedule', version: '1', date: '2026-02-30', time: '9' }, 422, 'Enter a time'],
      [{ intent: 'void', payment: 'x', reason: '' }, 422, 'Enter a reason'],
    ]
    for (const [fields, status, sentence] of refusals) {
      const answer = await send(`${path}?reschedule=2026-12-05`, fields)
      expect([fields.intent, answer.status]).toEqual([fields.intent, status])
      if (fields.intent !== 'void') expect(await answer.text()).toContain(sentence)
    }
    expect((await get(`${path}?reschedule=nonsense&notice=nonsense`)).status).toBe(200)
    expect((await send(path, { intent: 'payment', words: '\u0000' })).status).toBe(400)
  })

  it('records a payment and sends an email once, however often the form is sent', async () => {
    const { row, path } = await request()
    const once = await hidden(path, 'once')
    const payment = { intent: 'payment', once, payment: 'deposit', amount: '75', method: 'cash' }
    for (let n = 0; n < 2; n++)
      expect((await send(path, { ...payment, receivedOn: '2024-02-29' })).status).toBe(303)
    const kept = rows(
      site,
      'select amount_cents, received_on from booking_payments where booking_id = ?',
      row.id,
    )
    expect(kept).toEqual([{ amount_cents: 7_500, received_on: '2024-02-29' }])
    const letter = {
      intent: 'message',
      once: await hidden(path, 'once'),
      subject: 'Shoes',
      message: 'Two pairs.',
    }
    for (let n = 0; n < 2; n++) expect((await send(path, letter)).status).toBe(303)
    expect(rows(site, `select id from outbox where kind = 'booking-message'`)).toHaveLength(1)
    expect(await (await get(path)).text()).toContain('emailed the client: Shoes')
  })
})

describe('the list of bookings', () => {
  it('opens its filters once one is set, and keeps its search in view', async () => {
    const folded = async (query: string) => {
      const html = await (await get(`/studio/bookings/list${query}`)).text()
      expect(html.indexOf('name="search"')).toBeLessThan(html.indexOf('<summary>Filters'))
      return !/<details[^>]* open=""[^>]*><summary>Filters/.test(html)
    }
    expect(await folded('')).toBe(true)
    expect(await folded('?order=all&search=ann')).toBe(true)
    for (const query of ['?state=done', '?from=2026-12-01', '?deposit=due'])
      expect([query, await folded(query)]).toEqual([query, false])
  })

  it('is searched and downloaded with the same filters, whatever the query', async () => {
    const { row } = await request({ name: '=HYPERLINK("x")', notes: 'a "b",\nc' })
    const page = await (await get('/studio/bookings/list')).text()
    expect(page).toContain(row.reference)
    const file = await get('/studio/bookings/export.csv?state=requested')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    const bytes = new Uint8Array(await file.clone().arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = await file.text()
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).toContain('"a ""b"",\nc"')
    for (const query of [
      'order=x&state=x&type=%27&place=%00',
      'from=2026-02-30&until=x',
      'after=1.x&search=%25',
    ])
      for (const address of ['list', 'export.csv'])
        expect([query, (await get(`/studio/bookings/${address}?${query}`)).status]).toEqual([
          query,
          query.includes('%00') ? 400 : 200,
        ])
  })
})

describe('a booking added manually', () => {
  it('warns, can be booked anyway, but never over another', async () => {
    const [type] = rows(site, 'select id from session_types order by position limit 1')
    const [place] = rows(site, `select id from places where kind = 'studio' limit 1`)
    const fields = {
      type: String(type?.id),
      place: String(place?.id),
      date: '2031-03-09',
      time: '04:10',
      name: 'Bo Ray',
      email: 'bo@example.com',
      state: 'confirmed',
      once: await hidden('/studio/bookings/new?start=2031-03-09T08:10:00Z', 'once'),
    }
    const warned = await send('/studio/bookings/new', fields)
    expect(warned.status).toBe(422)
    const page = await warned.text()
    expect(page).toContain('This is past your')
    expect(page).toContain('value="Bo Ray"')
    const booked = await send('/studio/bookings/new', { ...fields, anyway: 'yes' })
    expect(booked.status).toBe(303)
    const again = await send('/studio/bookings/new', { ...fields, anyway: 'yes' })
    expect(again.headers.get('location')).toBe(booked.headers.get('location'))
    const over = await send('/studio/bookings/new', { ...fields, anyway: 'yes', once: '', name: 'Cy Day' })
    expect(over.status).toBe(409)
    expect(await over.text()).toContain('the session of Bo Ray')
  })

  it('shows the session’s questions by a button, and keeps what was typed', async () => {
    const type = await inDatabaseOf(site, (db) =>
      makeSessionType(db, {
        title: 'Newborn',
        questionnaire: JSON.stringify([
          { id: 'due', label: 'When is the baby due?', kind: 'date', required: true },
        ]),
      }),
    )
    const shown = await send('/studio/bookings/new', { intent: 'questions', type: type.id, name: 'Ann Lee' })
    const page = await shown.text()
    expect(shown.status).toBe(200)
    for (const words of ['When is the baby due?', 'name="question.due"', 'value="Ann Lee"'])
      expect(page).toContain(words)
    expect(page).not.toContain('role="alert"')
    const fields = { type: type.id, name: 'Ann Lee', 'question.due': 'soon' }
    const refused = await send('/studio/bookings/new', fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Enter a valid date')
  })

  it('lets the studio keep a deposit only according to the terms agreed to', async () => {
    const { path } = await request({
      state: 'confirmed',
      session_date: Date.now() + 60 * DAY,
      deposit_cents: 7_500,
    })
    const refused = await send(path, { intent: 'cancel', version: '1', deposit: 'kept', words: 'Typed.' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    for (const words of ['the deposit is refundable if you cancel now', 'Typed.'])
      expect(page).toContain(words)
    expect((await send(path, { intent: 'cancel', version: '1', deposit: 'x' })).status).toBe(303)
  })
})

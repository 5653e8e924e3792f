import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '~/platform/db/schema'
import { PASSWORD, signedIn } from '../support/accounts'
import { mailTo, post, rows } from '../support/forms'
import { bookOn, HOUR, openEveryDay, SOON } from '../support/manage-booking'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100', LOG_LEVEL: 'info' } })
  await openEveryDay(site)
})
afterAll(() => site?.stop())

const booked = (given: Partial<Row<'bookings'>> = {}) => bookOn(site, given)

const get = async (path: string, cookie = '') => {
  const answer = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const slotOf = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
const stateOf = (id: string) =>
  rows(site, 'select state, session_date, version, notes from bookings where id = ?', id)[0]

describe('the manage link', () => {
  it('is exchanged for a cookie, leaves no trace, and shows the booking to that browser only', async () => {
    const { token, cookie, reference } = await booked()
    const entered = await get(`/booking/${token}`)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/booking'])
    expect(entered.headers.get('set-cookie')).toMatch(
      new RegExp(`^studio_booking=${token}; Path=/; HttpOnly; SameSite=Lax`),
    )
    expect(entered.headers.get('referrer-policy')).toBe('no-referrer')
    expect(entered.headers.get('cache-control')).toContain('no-store')
    const page = await get('/booking', cookie)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('no-store')
    for (const part of [reference, 'Rescheduling is free until', 'Eastern Time', 'noindex'])
      expect(page.html).toContain(part)
    // This site has no mail server, and a new link would end the one that the client has.
    expect(page.html).not.toContain('Get a new link')
    expect(page.html).toContain('so it can’t send you a new one')
    expect(page.html).not.toContain(token)
    expect((await get('/booking')).status).toBe(404)
    expect((await get('/booking')).html).toContain('Find your booking')
    expect(site.output()).toContain('/booking/[token]')
    expect(site.output()).not.toContain(token)
  })

  it('that is lost leads to the account: to sign in, or to it from a browser that is signed in', async () => {
    const client = await signedIn(site, 'client')
    for (const path of ['/booking', '/invoice/unknown', '/download/unknown']) {
      const main = async (cookie?: string) => (await get(path, cookie)).html.split('<main')[1] ?? ''
      // A stranger to a gallery is asked to sign in first.
      if (path !== '/download/unknown') expect(await main(), path).toContain('>Sign in<')
      const own = await main(client)
      expect(own, path).not.toContain('>Sign in<')
      expect(own, path).toMatch(/href="\/profile(#downloads)?"/)
    }
  })

  it('answers 404 in place when the link is forged, truncated, of another site, or revoked', async () => {
    const { token, cookie, version } = await booked({ email: 'revoked@example.com' })
    const wrong = [token.slice(1), `${token}A`, token.toLowerCase(), 'x', 'A'.repeat(48), 'A'.repeat(2000)]
    for (const each of wrong) {
      const answer = await get(`/booking/${each}`)
      expect(answer.status, each).toBe(404)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    const renewed = await post(site, '/booking', { intent: 'new-link', version: String(version) }, { cookie })
    expect([renewed.status, renewed.headers.get('location')]).toEqual([303, '/booking?done=link'])
    expect((await get('/booking?done=link')).html).toMatch(/The new link <em>.*wasn’t.*sent\..*<\/em>/)
    for (const path of ['', '/reschedule', '/cancel', '/details', '/calendar.ics', `/${token}`])
      expect((await get(`/booking${path}`, cookie)).status, path).toBe(404)
    for (const path of ['/reschedule', '/cancel', '/details'])
      expect(
        (await post(site, `/booking${path}`, { version: '2', slot: slotOf(SOON) }, { cookie })).status,
      ).toBe(404)
    const [mail] = await mailTo(site, 'revoked@example.com')
    const link = /\/booking\/[\w-]{48}/.exec(mail?.text ?? '')?.[0] ?? ''
    expect((await get(link)).status).toBe(303)
  })

  it('isn’t needed by someone signed in with the address, and a reference alone opens nothing', async () => {
    const { reference, cookie } = await booked({ email: 'Member@Example.com' })
    const other = await booked()
    const page = `/booking?ref=${reference}`
    const out = await get(page)
    expect([out.status, out.headers.get('location')]).toEqual([
      302,
      `/login?returnTo=${encodeURIComponent(page)}`,
    ])
    const member = await signedIn(site, 'client', { email: 'member@example.com' })
    expect((await get(page, member)).html).toContain(reference)
    expect((await get('/profile', member)).html).toContain(`/booking?ref=${reference}`)
    expect((await get(page, await signedIn(site, 'client'))).status).toBe(404)
    expect((await get(page, await signedIn(site, 'owner'))).status).toBe(404)
    expect((await get(`/booking?ref=${other.reference}`, member)).status).toBe(404)
    expect((await get(`/booking?ref=${other.reference}`, cookie)).status).toBe(302)
    for (const ref of ['x'.repeat(300), '%F0%9F%92%A9'])
      expect((await get(`/booking?ref=${ref}`, member)).status).toBe(404)
  })
})

describe('a client’s booking', () => {
  it('is rescheduled, once per page, with a message when the time was just taken', async () => {
    const { id, cookie, version } = await booked()
    const taken = await booked()
    const day = slotOf(taken.session_date).slice(0, 10)
    const shown = await get(`/booking/reschedule?date=${day}`, cookie)
    expect(shown.html).toContain('Rescheduling is free until')
    expect(shown.html).toContain('Times are in Eastern Time.')
    expect(shown.html).not.toContain(`value="${slotOf(taken.session_date)}"`)
    const move = (slot: string, fee = '0') =>
      post(site, `/booking/reschedule?date=${day}`, { version: String(version), fee, slot }, { cookie })
    const lost = await move(slotOf(taken.session_date))
    expect(lost.status).toBe(409)
    expect(await lost.text()).toContain('Someone just booked that time')
    for (const slot of [
      '',
      'now',
      slotOf(taken.session_date + 60_000),
      '2020-01-01T15:00:00Z',
      '2026-12-05T10:30:00-05:00',
    ])
      expect((await move(slot)).status, slot).toBe(422)
    const free = /name="slot" value="([^"]+)"|value="([^"]+)" name="slot"/.exec(shown.html)
    const slot = free?.[1] ?? free?.[2] ?? ''
    const both = await Promise.all([move(slot), move(slot)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(stateOf(id)?.session_date).toBe(Date.parse(slot))
    expect((await get('/booking?done=rescheduled', cookie)).html).toContain('Your session is rescheduled.')
  })

  it('shows the reschedule fee before the button, and charges only what the page showed', async () => {
    const { cookie, version } = await booked({ session_date: Date.now() + 30 * HOUR - (Date.now() % HOUR) })
    const { html } = await get('/booking/reschedule', cookie)
    expect(html.indexOf('Rescheduling now costs $75, on top of the price.')).toBeGreaterThan(0)
    expect(html.indexOf('Rescheduling now costs $75, on top of the price.')).toBeLessThan(
      html.lastIndexOf('Reschedule</button>'),
    )
    const fields = { version: String(version), slot: slotOf(SOON + 90 * HOUR), fee: '0' }
    expect((await post(site, '/booking/reschedule', fields, { cookie })).status).toBe(409)
    const cancel = (await get('/booking/cancel', cookie)).html
    expect(cancel).toContain('you’ll still owe the $75 deposit')
    expect(cancel).toMatch(/href="\/booking\/reschedule[^>]*>Reschedule instead/)
  })

  it('is canceled in a separate step, once, and keeps what was typed when refused', async () => {
    const { id, cookie, version } = await booked({ email: 'ends@example.com' })
    expect((await get('/booking/cancel', cookie)).html).toContain('the $75 deposit')
    const cancel = (fields: Record<string, string>) =>
      post(site, '/booking/cancel', { version: String(version), kept: 'no', ...fields }, { cookie })
    const long = await cancel({ words: 'x'.repeat(1_001) })
    expect(long.status).toBe(422)
    expect(await long.text()).toContain('x'.repeat(1_001))
    expect((await cancel({ version: '7' })).status).toBe(409)
    const both = await Promise.all([cancel({ words: 'We are ill.' }), cancel({ words: 'We are ill.' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(stateOf(id)?.state).toBe('canceled')
    expect((await get('/booking', cookie)).html).toContain('We are ill.')
    expect((await get('/booking/calendar.ics', cookie)).status).toBe(404)
    expect(await mailTo(site, 'ends@example.com')).toHaveLength(1)
  })

  it('changes its details, and keeps what was typed when refused', async () => {
    const { id, cookie, version } = await booked()
    const save = (fields: Record<string, string>) =>
      post(site, '/booking/details', { version: String(version), partySize: '2', ...fields }, { cookie })
    const refused = await save({ partySize: '5000', notes: 'A dog & a cat' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('A dog &amp; a cat')
    expect((await save({ notes: 'x'.repeat(900_000) })).status).toBeGreaterThanOrEqual(413)
    const saved = await save({ notes: 'A dog', name: 'Eve', email: 'eve@example.com', state: 'done' })
    expect(saved.status).toBe(303)
    expect(stateOf(id)).toMatchObject({ notes: 'A dog', state: 'confirmed' })
    expect((await save({ notes: 'Two dogs' })).status).toBe(409)
  })

  it('is added to a calendar', async () => {
    const { cookie, uid, token } = await booked()
    const file = await get('/booking/calendar.ics', cookie)
    expect(file.headers.get('content-type')).toContain('text/calendar')
    expect(file.headers.get('cache-control')).toContain('no-store')
    expect(file.html.replaceAll('\r\n ', '')).toContain(`UID:${uid}`)
    expect(file.html).not.toContain(token)
    const { html } = await get('/booking', cookie)
    expect(html).toContain('https://calendar.google.com/')
    expect(html).toContain('https://outlook.live.com/')
  })

  it('refuses forms from other sites', async () => {
    const { id, cookie, version } = await booked()
    const foreign = { cookie, Origin: 'https://evil.example.net', 'Sec-Fetch-Site': 'cross-site' }
    for (const path of ['/booking', '/booking/cancel', '/booking/reschedule', '/booking/details'])
      expect((await post(site, path, { version: String(version), intent: 'new-link' }, foreign)).status).toBe(
        403,
      )
    expect(stateOf(id)).toMatchObject({ version, state: 'confirmed' })
  })

  it('stays when its client’s account is deleted, and is in the file of their data', async () => {
    const { id, cookie, reference } = await booked({ email: 'leaves@example.com', private_note: 'Likes tea' })
    const member = await signedIn(site, 'client', { email: 'leaves@example.com' })
    const { bookings } = JSON.parse((await get('/profile/my-data', member)).html)
    expect(bookings).toMatchObject([
      { reference, privateNote: 'Likes tea', sessionDate: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
    expect((await get('/profile', member)).html).toContain('Upcoming sessions stay booked')
    const gone = await post(site, '/profile', { intent: 'delete', password: PASSWORD }, { cookie: member })
    expect(gone.status).toBe(303)
    expect(stateOf(id)?.state).toBe('confirmed')
    expect((await get('/booking', cookie)).status).toBe(200)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { cookiesOf, OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { alteredToken } from '../support/factories'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

/** What a visitor without JavaScript sees if the studio accepts at most one unverified booking at a time. */

let site: Site
let slots: string[]
beforeAll(async () => {
  site = await startSite()
  openForBooking(site)
  write(site, (database) => {
    const [row] = database.prepare("select value from settings where key = 'booking'").all()
    const value = JSON.stringify({ ...JSON.parse(String(row?.value)), unverifiedLimit: 1 })
    database.prepare("update settings set value = ? where key = 'booking'").run(value)
  })
  const page = await fetch(`${site.url}/book-session?service=portrait&location=studio&date=${OPEN_DAY}`)
  slots = slotsOn(await page.text())
})
afterAll(() => site?.stop())

const asClient = (cookie: string): Record<string, string> => (cookie === '' ? {} : { cookie })

const book = (n: number, cookie = '') =>
  post(
    site,
    '/book-session',
    {
      ...{ service: 'portrait', location: 'studio', slot: slots[n] ?? '', terms: 'yes', partySize: '1' },
      ...{ name: `Client ${n}`, email: `client${n}@example.com`, notes: 'Typed by a stranger' },
    },
    asClient(cookie),
  )

it('above the limit, a booking has to be confirmed by email, and the form leads to /thank-you as usual', async () => {
  const first = await book(0)
  expect([first.status, first.headers.get('location')]).toEqual([303, '/thank-you'])
  const thanks = async (cookie: string) =>
    (await (await fetch(`${site.url}/thank-you`, { headers: { cookie } })).text()).replace(/<[^>]*>/g, '')
  expect(await thanks(cookiesOf(first))).toContain('We got your request for')

  const second = await book(1)
  expect([second.status, second.headers.get('location')]).toEqual([303, '/thank-you'])
  const thanksPage = await thanks(cookiesOf(second))
  expect(thanksPage).toContain('isn’t booked yet')
  expect(thanksPage).toMatch(/by \d{1,2}(:\d\d)? [AP]M Eastern Time\. Until then, we’ll hold/)
  // This site has no mail server, and says so.
  expect(thanksPage).toContain('can’t send the email that confirms it')
  expect(await (await fetch(`${site.url}/thank-you`)).text()).not.toContain('isn’t booked yet')
  // The browser's cookie opens no booking, since none was made.
  const page = await fetch(`${site.url}/booking`, { headers: { cookie: cookiesOf(second) } })
  expect(page.status).toBe(404)
  // The time is held until it is confirmed.
  expect((await book(1)).status).toBe(303)
  const other = await post(site, '/book-session', {
    ...{ service: 'portrait', location: 'studio', slot: slots[1] ?? '', terms: 'yes' },
    ...{ name: 'Bo', email: 'bo@example.com' },
  })
  expect(other.status).toBe(409)

  const [mail] = await mailTo(site, 'client1@example.com')
  expect(mail?.text).not.toContain('Typed by a stranger')
  const link = /\/book-session\/confirm\/[\w-]{48}/.exec(mail?.text ?? '')?.[0] ?? ''
  for (const method of ['GET', 'HEAD', 'GET']) {
    const shown = await fetch(site.url + link, { method })
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  }
  expect(rows(site, "select id from bookings where email_key = 'client1@example.com'")).toEqual([])
  const pressed = await post(site, link, {})
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/thank-you'])
  expect(await thanks(cookiesOf(pressed))).toContain('We got your request for')
  expect((await fetch(`${site.url}/booking`, { headers: { cookie: cookiesOf(pressed) } })).status).toBe(200)
  expect((await post(site, link, {})).status).toBe(303)
  expect(await (await fetch(site.url + link)).text()).toContain('Our email says what happens next')
  expect((await mailTo(site, 'client1@example.com', 2)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Confirm your booking: /),
    expect.stringMatching(/^Your request: /),
  ])
  for (const wrong of [alteredToken(link), '/book-session/confirm/x'])
    expect([(await fetch(site.url + wrong)).status, (await post(site, wrong, {})).status]).toEqual([404, 404])
  // The address is verified now, so bookings need no confirmation.
  expect(site.output()).not.toContain(link)
})

it('signed-in clients book as usual', async () => {
  const cookie = await signedIn(site, 'client', { email: 'signed-in@example.com' })
  expect((await book(2, cookie)).status).toBe(303)
  expect(rows(site, "select state from bookings where email_key = 'client2@example.com'")).toHaveLength(1)
})

it('the studio gets one notice, and declines them all at once', async () => {
  expect((await book(3)).status).toBe(303)
  expect((await book(4)).status).toBe(303)
  const owner = await signedIn(site, 'owner')
  const read = (path: string, cookie: string) => fetch(site.url + path, { headers: { cookie } })
  const address = '/studio/bookings/unverified'
  const [studio] = rows(site, "select value from settings where key = 'studio'")
  const { email } = JSON.parse(String(studio?.value))
  await expect
    .poll(async () =>
      (await mailTo(site, email)).filter(({ subject }) => subject?.startsWith('Unusually many')),
    )
    .toHaveLength(1)
  expect(await (await read('/studio', owner)).text()).toContain(address)
  const page = await (await read(address, owner)).text()
  for (const n of [0, 3, 4]) expect(page).toContain(`client${n}@example.com`)
  const until = /name="until" value="(\d+)"/.exec(page)?.[1] ?? ''
  const declined = await post(site, address, { intent: 'decline', span: 'day', until }, asClient(owner))
  expect([declined.status, declined.headers.get('location')]).toEqual([303, `${address}?span=day&declined=3`])
  for (const n of [0, 3, 4])
    await expect
      .poll(async () =>
        (await mailTo(site, `client${n}@example.com`)).some(({ subject }) =>
          subject?.startsWith('We can’t take'),
        ),
      )
      .toBe(true)
  const again = await post(site, address, { intent: 'decline', span: 'day', until }, asClient(owner))
  expect(again.headers.get('location')).toBe(`${address}?span=day&declined=0`)
  const client = await signedIn(site, 'client', { email: 'nobody@example.com' })
  expect((await read(address, client)).status).toBe(404)
  expect(
    (await post(site, address, { intent: 'decline', span: 'all', until }, asClient(client))).status,
  ).toBe(404)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { OPEN_DAY, openForBooking, slotsOn } from '../support/booking'
import { makeProposal } from '../support/client-papers'
import { post, rows } from '../support/forms'
import { bookOn } from '../support/manage-booking'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
  openForBooking(site)
})
afterAll(() => site?.stop())

/** What a browser could add to any form. */
const FORGED: Record<string, string> = {
  ...{ price: '1', priceCents: '1', price_cents: '1', amount: '1', amountCents: '1', total: '1' },
  ...{ totalCents: '1', deposit: '1', depositCents: '1', depositPercent: '1', travelFeeCents: '0' },
  ...{ tax: '0', taxRate: '0', taxes: '0', discount: '100', discountPercent: '100', coupon: 'FREE' },
  ...{ 'packages.0.priceCents': '1', 'lines.0.netCents': '1', 'price.totalCents': '1', currency: 'JPY' },
}

it('prices, taxes and discounts in the form of a booking change nothing', async () => {
  const times = await fetch(`${site.url}/book-session?service=portrait&location=studio&date=${OPEN_DAY}`)
  const [first = '', second = ''] = slotsOn(await times.text())
  const form = (slot: string, email: string) => ({
    ...{ service: 'portrait', location: 'studio', slot, name: 'Ann Lee', email, phone: '(973) 555-0142' },
    ...{ partySize: '2', notes: '', terms: 'yes' },
  })
  const money = (email: string) =>
    rows(
      site,
      `select b.price_cents, b.deposit_cents, b.travel_fee_cents, c.kind, c.amount_cents, c.tax_cents, c.currency
       from bookings b join charges c on c.booking_id = b.id where b.email_key = ? order by c.kind`,
      email,
    )
  expect((await post(site, '/book-session', form(first, 'honest@example.com'))).status).toBe(303)
  const forged = { ...FORGED, ...form(second, 'forger@example.com') }
  expect((await post(site, '/book-session', forged)).status).toBe(303)
  expect(money('forger@example.com')).toEqual(money('honest@example.com'))
  expect(money('forger@example.com')).toContainEqual(
    expect.objectContaining({ price_cents: 28_500, kind: 'session', currency: 'USD' }),
  )
})

it('prices, taxes and discounts in the form of a proposal change nothing', async () => {
  const { cookie, version } = await makeProposal(site)
  const choose = async (more: Record<string, string>) => {
    const choice = { intent: 'choose', version, package: '1', 'option.1': '2' }
    expect((await post(site, '/proposal', { ...more, ...choice }, { cookie })).status).toBe(303)
    return JSON.parse(String(rows(site, 'select choice from proposal_versions')[0]?.choice))
  }
  const honest = await choose({})
  expect(honest.price.lines).toMatchObject([{ cents: 300_000 }, { cents: 80_000 }])
  expect(await choose(FORGED)).toEqual(honest)
  for (const [field, typed] of [
    ['option.1', '-1'],
    ['option.1', '1.5'],
    ['option.1', '1e2'],
    ['option.1', '4'],
    ['option.0', '99999999999999999999'],
    ['option.7', '1'],
    ['package', '-1'],
    ['package', '0.5'],
    ['package', '9'],
  ] as const) {
    const sent = { intent: 'choose', version, package: '0', [field]: typed }
    expect((await post(site, '/proposal', sent, { cookie })).status, `${field} ${typed}`).toBe(422)
  }
  expect(await choose({})).toEqual(honest)
})

it('prices, taxes and discounts in the form of an invoice change nothing', async () => {
  const owner = await signedIn(site, 'owner')
  const issue = async (more: Record<string, string>) => {
    const { id } = await bookOn(site)
    const room = `/studio/payments/bookings/${id}`
    const html = await (await fetch(site.url + room, { headers: { cookie: owner } })).text()
    const once = /name="once" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const sent = { ...more, intent: 'invoice', once, dueOn: '2030-01-01' }
    expect((await post(site, room, sent, { cookie: owner })).status).toBe(303)
    const { lines, taxes, totals, currency } = JSON.parse(
      String(rows(site, 'select document from invoices where booking_id = ?', id)[0]?.document),
    )
    return {
      amounts: lines.map(({ netCents, tax }: { netCents: number; tax: object }) => [netCents, tax]),
      taxes,
      totals,
      currency,
    }
  }
  const honest = await issue({})
  expect(honest).toMatchObject({ totals: { grossCents: 28_500, dueCents: 28_500 }, currency: 'USD' })
  expect(await issue(FORGED)).toEqual(honest)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { hiddenIn, post, rows } from '../support/forms'
import { bookOn, HOUR, openEveryDay } from '../support/manage-booking'
import { type Site, startSite } from '../support/site'

let site: Site
let studio: string
beforeAll(async () => {
  site = await startSite()
  studio = await signedIn(site, 'assistant')
  await openEveryDay(site)
})
afterAll(() => site?.stop())

const read = async (path: string, cookie: string) => {
  const answer = await fetch(site.url + path, { headers: { Cookie: cookie } })
  return (await answer.text()).replaceAll('<!-- -->', '').replaceAll(/<i class="dot">.*?<\/i>/g, ' · ')
}
describe('a reschedule fee, without script', () => {
  it('is shown as due to both sides after the reschedule that incurs it, and is waived with a reason', async () => {
    const booking = await bookOn(site)
    const to = (hours: number) =>
      new Date(booking.session_date + hours * HOUR).toISOString().replace('.000', '')
    for (const hours of [1, 2]) {
      const form = await read('/booking/reschedule', booking.cookie)
      const fields = { version: hiddenIn(form, 'version'), fee: hiddenIn(form, 'fee'), slot: to(hours) }
      const moved = await post(site, '/booking/reschedule', fields, { Cookie: booking.cookie })
      expect(moved.status).toBe(303)
    }
    const owed = await read('/booking', booking.cookie)
    expect(owed).toContain('Reschedule fee')
    expect(owed).toContain('Contact us to pay the deposit of $75 now.')

    const account = await signedIn(site, 'client', { email: booking.email })
    expect(await read('/profile', account)).toContain('Confirmed · $360 due, including $75 in fees')

    const path = `/studio/bookings/${booking.id}`
    expect(await read(path, studio)).toContain('Nothing received yet, $360 due, including $75 in fees.')
    expect(await read('/studio/bookings/list?fee=due', studio)).toContain('$75 fee due')
    const [fee] = rows(site, 'select id from booking_fees where booking_id = ?', booking.id)
    const waive = (reason: string) =>
      post(site, path, { intent: 'waive', fee: String(fee?.id), reason }, { Cookie: studio })
    const refused = await waive('')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Enter a reason')
    const waived = await waive('It rained.')
    expect([waived.status, waived.headers.get('location')]).toEqual([303, `${path}?notice=waive`])
    const after = await read(path, studio)
    expect(after).toContain(': It rained.')
    expect(after).toContain('Nothing received yet, $285 due.')
    expect(await read('/booking', booking.cookie)).toContain('$75, waived')
    expect(await read('/booking', booking.cookie)).not.toContain('It rained')
    expect(await read('/profile', account)).toContain('Confirmed · $285 due')
  })
})

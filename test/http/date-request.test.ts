import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo, post, rows, STUDIO } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const request = {
  service: 'family',
  location: 'branch-brook-park',
  date: inAMonth,
  dayPart: 'morning',
  name: 'Renée Whitfield',
  email: 'renee@example.com',
  phone: '',
  partySize: '5',
  notes: 'My mother turns seventy. She doesn’t know about the cake.',
}
const requests = () => rows(site, 'select * from date_requests')

describe('R6: asking for a date', () => {
  it('lists the sessions with their prices, and the places', async () => {
    const page = await (await fetch(`${site.url}/book-session`)).text()
    for (const part of ['Portrait', '$285', 'Headshot', '$225', 'Wedding consultation', 'Branch Brook Park'])
      expect(page).toContain(part)
    expect(page).toContain('Eastern Time')
  })

  it('has the session chosen that a link names', async () => {
    const chosen = async (path: string) =>
      /<input[^>]*name="service"[^>]*checked=""[^>]*value="([^"]*)"/.exec(
        await (await fetch(site.url + path)).text(),
      )?.[1]
    expect(await chosen('/book-session?service=headshot')).toBe('headshot')
    expect(await chosen('/book-session?service=nonsense')).toBe('portrait')
  })

  it('stores the request and answers both sides by mail', async () => {
    const answer = await post(site, '/book-session', request)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/thank-you\?for=request/)
    expect(requests()).toEqual([
      expect.objectContaining({
        preferred_date: inAMonth,
        day_part: 'morning',
        party_size: 5,
        name: request.name,
        zone: 'America/New_York',
      }),
    ])
    const [toClient] = await mailTo(site, request.email)
    expect(toClient?.text).toContain('Family')
    const [toStudio] = await mailTo(site, STUDIO)
    expect(toStudio?.replyTo).toEqual([expect.objectContaining({ address: request.email })])
    expect(toStudio?.text).toContain('She doesn’t know about the cake.')
  })

  it('refuses a place that the session does not have, a day that has passed and a missing name', async () => {
    const answer = await post(site, '/book-session', {
      ...request,
      service: 'headshot',
      date: '2020-02-29',
      name: '',
    })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain('3 things need fixing.')
    for (const field of ['location', 'date', 'name']) expect(page).toContain(`href="#field-${field}"`)
    expect(page).toContain('value="renee@example.com"')
    expect(page).toMatch(/<input[^>]*name="service"[^>]*checked=""[^>]*value="headshot"/)
    expect(requests()).toHaveLength(1)
  })
})

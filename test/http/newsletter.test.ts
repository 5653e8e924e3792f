import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const subscribe = async (email: string) => {
  const answer = await post(site, '/newsletter', { email })
  return { status: answer.status, page: await answer.text() }
}
const alerts = (page: string) =>
  [...page.matchAll(/role="alert"[^>]*>(.*?)<\/div>/gs)].map(([, html]) => html)
const fields = (page: string) => page.match(/<input[^>]*name="email"[^>]*>/g) ?? []

it('stands once on its own page, and in the footer of others', async () => {
  const formsOf = async (path: string) => fields(await (await fetch(site.url + path)).text()).length
  expect([await formsOf('/newsletter'), await formsOf('/about')]).toEqual([1, 1])
})

describe('the newsletter form', () => {
  it('R29, R36: adds the subscriber and thanks, and the field is empty again', async () => {
    const { status, page } = await subscribe('Renee@example.com')
    expect(status).toBe(200)
    expect(page).toMatch(/role="status".*Thank you for subscribing!/s)
    expect(fields(page).length).toBeGreaterThan(0)
    for (const field of fields(page)) expect(field).not.toContain('Renee')
    const [row] = rows(site, 'select email, request_date from newsletter')
    expect(row?.email).toBe('Renee@example.com')
    expect(Math.abs(Number(row?.request_date) - Date.now())).toBeLessThan(60_000)
  })

  it('R37: recognizes an address in different capitalization', async () => {
    const { status, page } = await subscribe('rENEE@EXAMPLE.com')
    expect(status).toBe(409)
    expect(alerts(page).join()).toContain('Email is already subscribed')
    for (const field of fields(page)) expect(field).not.toContain('EXAMPLE.com')
  })

  it('R37: adds one address once under simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => subscribe('crowd@example.com')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
    expect(rows(site, 'select 1 from newsletter where email_key = ?', 'crowd@example.com')).toHaveLength(1)
    expect(await mailTo(site, 'crowd@example.com')).toHaveLength(1)
  })

  it.each(['', 'renee', 'renee@example', 'renee@example.c', 'renee@studio.photography', 'a b@example.com'])(
    'R33, R35: resets the field and announces what is wrong with %j',
    async (email) => {
      const { status, page } = await subscribe(email)
      expect(status).toBe(422)
      expect(alerts(page).join()).toContain('Please enter a valid email.')
      for (const field of fields(page)) expect(field).not.toContain('value="renee')
    },
  )

  it('sends a welcome email with an unsubscribe link in the message and in its headers (RFC 8058)', async () => {
    await subscribe('welcome@example.com')
    const [welcome] = await mailTo(site, 'welcome@example.com')
    const header = (key: string) => welcome?.headers.find((each) => each.key === key)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = /<(https?:[^>]+)>/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(new URL(link).pathname).toMatch(/^\/newsletter\/unsubscribe\/[\w-]{20,}$/)
    expect(welcome?.text).toContain(link)
  })

  it('a welcome email says what its preview needs, and doesn’t claim to be published', async () => {
    const cookie = await signedIn(site, 'owner')
    const preview = await fetch(`${site.url}/studio/newsletter/welcome/new/preview`, { headers: { cookie } })
    expect(preview.status).toBe(200)
    expect(await preview.text()).toContain('Enter a subject and a text.')
    const step = { subject: 'Later', text: 'Hello.', delayDays: '3', isOn: '', intent: 'save' }
    await post(site, '/studio/newsletter/welcome/new', step, { cookie })
    const id = rows(site, "select id from newsletter_steps where subject = 'Later'")[0]?.id
    const saved = await post(site, `/studio/newsletter/welcome/${id}`, { ...step, version: '1' }, { cookie })
    // An email that is off isn't published by saving it.
    const told = await fetch(site.url + saved.headers.get('location'), { headers: { cookie } })
    expect(await told.text()).toMatch(/>Saved\.</)
  })

  it('R38: says when to try again after thirty in an hour', async () => {
    let last = await subscribe('many0@example.com')
    for (let n = 1; last.status === 200 && n < 40; n += 1) last = await subscribe(`many${n}@example.com`)
    expect(last.status).toBe(429)
    expect(alerts(last.page).join()).toMatch(/Try again after \d+(:\d+)? [AP]M Eastern Time/)
    expect(rows(site, 'select 1 from newsletter')).toHaveLength(30)
  })
})

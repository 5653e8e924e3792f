import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo, post, rows, STUDIO } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const message = {
  name: 'Renée Whitfield',
  email: 'renee@example.com',
  phone: '(973) 555-0199',
  subject: 'A wedding',
  message: 'We marry in May.\nIs the second Saturday free?',
}
const messages = () => rows(site, 'select * from contact_messages')

describe('R5: the contact form', () => {
  it('stores a message, acknowledges it and forwards it so that Reply reaches its sender', async () => {
    const answer = await post(site, '/contact', message)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/thank-you?for=message'])
    expect(messages()).toEqual([expect.objectContaining(message)])
    const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0])
    const thanks = async (sent: string, path = '/thank-you?for=message') =>
      await (await fetch(site.url + path, { headers: { Cookie: sent } })).text()
    expect(await thanks(cookie)).toContain('writes back')
    for (const cold of [await thanks(''), await thanks('', '/thank-you'), await thanks(cookie, '/thank-you')])
      expect(cold).not.toMatch(/Noted|We have it|writes back/)

    const [acknowledgement] = await mailTo(site, message.email)
    expect(acknowledgement?.text).toContain('within one business day')
    // Anyone can enter another person's address, so what was typed isn't emailed to it.
    expect(acknowledgement?.text).not.toContain('We marry in May.')
    const [forwarded] = await mailTo(site, STUDIO)
    expect(forwarded?.replyTo).toEqual([expect.objectContaining({ address: message.email })])
    expect(forwarded?.text).toContain('We marry in May.')
  })

  it('refuses invalid input with reasons, and keeps what was typed', async () => {
    const before = messages().length
    const answer = await post(site, '/contact', { ...message, email: 'renee@', message: ' ' })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain('2 things need fixing.')
    expect(page).toContain('Enter a full email address, like you@example.com.')
    expect(page).toContain('value="Renée Whitfield"')
    expect(page).toContain('value="renee@"')
    expect(page).toMatch(/<option selected="">A wedding<\/option>/)
    expect(messages()).toHaveLength(before)
  })

  it('refuses a line break in a name, which would inject a header', async () => {
    const answer = await post(site, '/contact', { ...message, name: 'Renée\r\nBcc: everybody@example.com' })
    expect(answer.status).toBe(422)
  })

  it('answers a bot that fills in every field as if accepted, and stores nothing', async () => {
    const before = messages().length
    for (const trap of [{ website: 'https://spam.example.com' }, { started: '3' }]) {
      const answer = await post(site, '/contact', { ...message, ...trap })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/thank-you?for=message'])
    }
    expect(messages()).toHaveLength(before)
  })

  it('shows the topic of the link', async () => {
    const page = await (await fetch(`${site.url}/contact?subject=My+gallery`)).text()
    expect(page).toMatch(/<option selected="">My gallery<\/option>/)
    const reopen = await (await fetch(`${site.url}/contact?subject=Please+reopen+my+gallery`)).text()
    expect(reopen).toMatch(/<option selected="">Please reopen my gallery<\/option>/)
    const made = await (await fetch(`${site.url}/contact?subject=%3Cb%3EWin+money`)).text()
    expect(made).toMatch(/<option selected="">A session<\/option>/)
  })

  it('shows the form again when the body isn’t a form', async () => {
    const answer = await fetch(`${site.url}/contact`, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: { 'Content-Type': 'application/json' },
    })
    const page = await answer.text()
    expect(answer.status).toBe(415)
    expect(page).toContain('role="alert"')
    expect(page).toContain('name="message"')
  })

  it('after thirty in an hour says when to try again, and keeps what was typed', async () => {
    for (let sent = messages().length; sent < 30; sent += 1)
      expect((await post(site, '/contact', message)).status).toBe(303)
    const answer = await post(site, '/contact', message)
    const page = await answer.text()
    expect(answer.status).toBe(429)
    expect(page).toMatch(/Try again after \d+(:\d+)? [AP]M Eastern Time/)
    expect(page).toContain('value="renee@example.com"')
    expect(messages()).toHaveLength(30)
  })
})

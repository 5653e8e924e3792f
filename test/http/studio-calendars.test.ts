import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let owner: { Cookie: string }
let assistant: { Cookie: string }
const PAGE = '/studio/settings/calendars'
beforeAll(async () => {
  site = await startSite()
  owner = { Cookie: await signedIn(site, 'owner') }
  assistant = { Cookie: await signedIn(site, 'assistant') }
})
afterAll(() => site?.stop())

describe('the private feed', () => {
  it('is made by the owner only, shown once, readable by anyone with the address, and can be ended', async () => {
    const refused = await post(site, PAGE, { intent: 'make', feed: 'Mine' }, assistant)
    expect([403, 404]).toContain(refused.status)
    const made = await post(site, PAGE, { intent: 'make', feed: 'My phone' }, owner)
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const path = /\/calendar\/[\w-]{32}\.ics/.exec(await made.text())?.[0] ?? ''
    expect(path).not.toBe('')
    const page = await (await fetch(site.url + PAGE, { headers: owner })).text()
    expect(page).toContain('My phone')
    expect(page).not.toContain(path)

    const read = await fetch(site.url + path)
    expect(read.status).toBe(200)
    expect(read.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(read.headers.get('cache-control')).toBe('private, no-store')
    expect(read.headers.get('set-cookie')).toBeNull()
    expect(await read.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
    const etag = read.headers.get('etag') ?? ''
    const again = await fetch(site.url + path, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    const head = await fetch(site.url + path, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    expect(site.output()).not.toContain(path)

    const [feed] = rows(site, 'select id from calendar_feeds')
    const ended = await post(site, PAGE, { intent: 'end', id: String(feed?.id) }, owner)
    expect(ended.status).toBe(303)
    expect((await fetch(site.url + path)).status).toBe(404)
    for (const other of ['/calendar/x', '/calendar/x.ics', `/calendar/${'x'.repeat(32)}.ics`])
      expect((await fetch(site.url + other)).status).toBe(404)
  })
})

describe('external calendars', () => {
  it('keep what was typed when refused, and aren’t read from a private network', async () => {
    const bad = await post(site, PAGE, { intent: 'add', title: 'Family', url: 'http://x.example/' }, owner)
    expect(bad.status).toBe(422)
    const text = await bad.text()
    expect(text).toContain('must begin with https://')
    expect(text).toContain('value="Family"')

    const inside = { intent: 'add', title: 'Family', url: 'webcal://169.254.169.254/secret-path' }
    expect((await post(site, PAGE, inside, owner)).status).toBe(303)
    const page = await (await fetch(site.url + PAGE, { headers: owner })).text()
    expect(page).toContain('to a private network')
    expect(page).not.toContain('secret-path')
    expect(site.output()).not.toContain('secret-path')

    const [calendar] = rows(site, 'select id from external_calendars')
    const id = String(calendar?.id)
    expect((await post(site, PAGE, { intent: 'fetch', id }, owner)).status).toBe(303)
    expect((await post(site, PAGE, { intent: 'remove', id }, owner)).status).toBe(303)
    expect(rows(site, 'select id from external_calendars')).toEqual([])
    expect((await post(site, PAGE, { intent: 'nothing' }, owner)).status).toBe(400)
  })
})

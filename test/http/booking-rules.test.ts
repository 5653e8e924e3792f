import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'owner' | 'assistant', string>
beforeAll(async () => {
  site = await startSite()
  cookies = { owner: await signedIn(site, 'owner'), assistant: await signedIn(site, 'assistant') }
})
afterAll(() => site?.stop())

const send = (path: string, fields: Record<string, string>, who: 'owner' | 'assistant' = 'owner') =>
  post(site, `/studio${path}`, fields, { Cookie: cookies[who] })
const read = async (path: string) =>
  await (await fetch(`${site.url}/studio${path}`, { headers: { Cookie: cookies.owner } })).text()

describe('opening hours and session types, without script', () => {
  it('opening hours: entered in fields, refused with a sentence and the values, saved, previewed, deleted', async () => {
    const fields = { title: 'Summer', 'opens.3.0': '10:00', 'closes.3.0': '12:00', intent: 'save', id: 'x' }
    const refused = await send('/availability/hours/new', {
      ...fields,
      'closes.3.0': '',
      title: 'Summer \u202e',
    })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('Enter when Wednesday closes.')
    expect(page).toContain('value="10:00"')
    const asked = { service: 'headshot', location: 'studio', month: '2027-01' }
    const preview = await send('/availability/hours/new', { ...fields, ...asked, intent: 'preview' })
    expect(preview.status).toBe(200)
    expect(await preview.text()).toContain('January 2027')
    expect(rows(site, `select id from schedules where title = 'Summer'`)).toEqual([])
    const saved = await send('/availability/hours/new', fields)
    expect(saved.status).toBe(303)
    const [row] = rows(site, `select id, version from schedules where title = 'Summer'`)
    const path = `/availability/hours/${row?.id}`
    expect(saved.headers.get('location')).toBe(`/studio${path}?saved`)
    expect((await send(path, { ...fields, title: 'Fall', version: '1' })).status).toBe(303)
    expect((await send(path, { ...fields, title: 'Winter', version: '1' })).status).toBe(409)
    expect((await send(path, { intent: 'remove', version: '1' })).status).toBe(409)
    expect((await send(path, { intent: 'remove', version: '2' })).status).toBe(303)
    expect((await send(path, fields)).status).toBe(404)
    expect((await send('/availability/dates/0', fields)).status).toBe(422)
    expect((await send('/availability/nothing/new', fields)).status).toBe(404)
  })

  it('a new installation has opening hours, upcoming holidays, and a mini-session day with open times', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const [next] = rows(
      site,
      'select from_date from special_dates where from_date > ? order by from_date',
      today,
    )
    const page = await read(`/availability?month=${String(next?.from_date).slice(0, 7)}`)
    for (const words of ['Engagement evenings', 'Closed: ', 'Christmas Day', 'Tue to Sat 9 AM to 6 PM'])
      expect(page).toContain(words)
    const [day] = rows(site, 'select id, date from mini_days')
    expect(rows(site, 'select id from special_dates where from_date = ?', String(day?.date))).toEqual([])
    expect(await read(`/mini-days/${day?.id}`)).toContain('0 of 8 taken')
  })

  it('a session type gets another question by a button, and only the owner can edit it', async () => {
    const grown = await send('/session-types/new', { title: 'Pets', intent: 'add-question' })
    const page = await grown.text()
    expect([grown.status, page.includes('name="question.0.label"'), page.includes('value="Pets"')]).toEqual([
      200,
      true,
      true,
    ])
    const remove = { intent: 'remove', version: '1' }
    expect((await send('/session-types/headshot', remove, 'assistant')).status).toBe(404)
    expect((await send('/locations/studio', remove)).status).toBe(409)
    expect((await send('/session-types/headshot', remove)).status).toBe(303)
  })

  it.each([
    ['/session-types', 'session_types'],
    ['/locations', 'places'],
  ])('%s can be reordered, and an unknown one changes nothing', async (path, table) => {
    const order = () =>
      rows(site, `select slug from ${table} order by position`).map(({ slug }) => String(slug))
    const [first = '', second = '', ...rest] = order()
    expect((await send(path, { id: second, move: `up:${first}` }, 'assistant')).status).toBe(404)
    expect((await send(path, { id: second, move: `up:${first}` })).status).toBe(303)
    expect(order()).toEqual([second, first, ...rest])
    expect((await send(path, { id: second, move: `down:${first}` })).status).toBe(303)
    expect(order()).toEqual([first, second, ...rest])
    expect((await send(path, { id: 'nothing', move: `up:${first}` })).status).toBe(409)
    expect((await send(path, { id: first, move: 'sideways' })).status).toBe(422)
  })

  it('rescheduling a day moves all its bookings, or says what has to be fixed', async () => {
    const [day] = rows(site, 'select id, date from mini_days')
    const path = `/mini-days/${day?.id}/reschedule`
    expect((await send(path, { date: 'tomorrow', version: '1' })).status).toBe(422)
    const moved = await send(path, { date: '2028-02-29', first: '09:00', words: '', version: '1' })
    expect([moved.status, moved.headers.get('location')]).toEqual([
      303,
      `/studio/mini-days/${day?.id}?rescheduled=0`,
    ])
    expect((await read(`/mini-days/${day?.id}?rescheduled=2`)).replaceAll('<!-- -->', '')).toMatch(
      /(so ask|We’re asking) 2 clients to confirm the new time\./,
    )
    expect((await send(path, { date: '2028-03-01', version: '1' })).status).toBe(409)
    expect(rows(site, 'select date from mini_days')).toEqual([{ date: '2028-02-29' }])
  })
})

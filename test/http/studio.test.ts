import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'assistant' | 'owner', string>
/** The page of a message. */
let message: string
beforeAll(async () => {
  site = await startSite()
  cookies = { assistant: await signedIn(site, 'assistant'), owner: await signedIn(site, 'owner') }
  await post(site, '/contact', { name: 'Ann Lee', email: 'ann@example.com', message: 'Hello.' })
  await mailTo(site, 'ann@example.com')
  message = `/studio/inbox/messages/${rows(site, 'select id from contact_messages')[0]?.id}`
})
afterAll(() => site?.stop())

const ask = (path: string, who: keyof typeof cookies) =>
  fetch(site.url + path, { redirect: 'manual', headers: { Cookie: cookies[who] } })

it('answers prefetched data with nothing, so that a press shows the data of its moment', async () => {
  const askData = (cookie: string, purpose: Record<string, string>) =>
    fetch(`${site.url}/studio/inbox.data`, {
      redirect: 'manual',
      headers: { Cookie: cookie, ...purpose },
    })
  const prefetched = await askData(cookies.owner, { 'Sec-Purpose': 'prefetch' })
  expect([prefetched.status, await prefetched.text()]).toEqual([204, ''])
  expect(await (await askData(cookies.owner, {})).text()).toContain('Ann Lee')
  const stranger = await askData('', { 'Sec-Purpose': 'prefetch' })
  expect([stranger.status, await stranger.text()]).toEqual([202, expect.stringContaining('/login')])
})

describe('the Studio without script', () => {
  const send = (path: string, fields: Record<string, string>) =>
    post(site, path, fields, { Cookie: cookies.owner })

  it('marks a message as answered and undoes it', async () => {
    const path = message
    const answered = await send(path, { intent: 'answered' })
    expect([answered.status, answered.headers.get('location')]).toEqual([303, path])
    expect(await (await ask(path, 'owner')).text()).toContain('Marked as answered by')
    await send(path, { intent: 'waiting' })
    expect(await (await ask(path, 'owner')).text()).not.toContain('Marked as answered by')
    expect((await send(path, { intent: 'nonsense' })).status).toBe(422)
  })

  it('marks a message as lost with a reason, corrects its event, and books it', async () => {
    const path = message
    const refused = await send(path, { intent: 'lost', reason: '' })
    expect([refused.status, (await refused.text()).includes('Enter the reason.')]).toEqual([422, true])
    expect((await send(path, { intent: 'lost', reason: 'Booked <b>elsewhere</b>' })).status).toBe(303)
    const page = async (address = path) =>
      (await (await ask(address, 'owner')).text()).replaceAll('<!-- -->', '')
    expect(await page()).toContain('Lost: Booked &lt;b&gt;elsewhere&lt;/b&gt;.')
    expect(await page('/studio/inbox?state=lost')).toContain(path)
    expect(await page('/studio/inbox?state=booked')).not.toContain(path)
    expect((await send(path, { intent: 'waiting' })).status).toBe(303)
    const event = { intent: 'event', eventDate: '2027-05-01', shootKind: 'Elopement', place: 'Cape May' }
    expect((await send(path, { ...event, eventDate: '2027-02-30', version: '1' })).status).toBe(422)
    expect((await send(path, { ...event, version: '1' })).status).toBe(303)
    expect((await send(path, { ...event, version: '1' })).status).toBe(409)
    expect(await page()).toContain('May 1, 2027')

    const id = path.split('/').at(-1) ?? ''
    const form = await page(`/studio/bookings/new?inquiry=${id}`)
    for (const value of ['Ann Lee', 'ann@example.com', '2027-05-01'])
      expect(form).toContain(`value="${value}"`)
    expect(form).toContain('Elopement, Cape May')
    const filledIn = (name: string) => new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)`).exec(form)?.[1]
    for (const part of [
      'Event date: Saturday, May 1, 2027',
      'Kind of shoot: Elopement',
      'Location: Cape May',
    ])
      expect(filledIn('note')).toContain(part)
    expect(filledIn('notes')).toBe('')
    const started = await send('/studio/proposals/new', {
      ...{ intent: 'start', message: id, booking: '', client: '', service: '' },
    })
    const proposal = await page(new URL(started.headers.get('location') ?? '', site.url).pathname)
    for (const value of ['Ann Lee', 'ann@example.com', '2027-05-01', 'Elopement', 'Cape May'])
      expect(proposal).toContain(`value="${value}"`)
    const once = /name="once" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const [type, place] = ['session_types', 'places'].map(
      (table) => rows(site, `select id from ${table}`)[0]?.id,
    )
    const booked = await send('/studio/bookings/new', {
      ...{ inquiry: id, once, type: String(type), place: String(place), date: '2027-05-01', time: '15:00' },
      ...{ name: 'Ann Lee', email: 'ann@example.com', partySize: '1', state: 'confirmed', anyway: 'yes' },
      ...{ address: '41 Example Street', note: 'Asked for an elopement in Cape May.' },
    })
    expect(booked.status).toBe(303)
    const booking = new URL(booked.headers.get('location') ?? '', site.url).pathname
    expect(await page()).toContain(`href="${booking}"`)
    expect(await page(booking)).toContain('Asked for an elopement in Cape May.')
    expect(await page('/studio/inbox?state=booked')).toContain(path)
    await send(path, { intent: 'waiting' })
  })

  it('offers the reader’s own email program without a mail server, and sends nothing', async () => {
    const page = await (await ask(message, 'owner')).text()
    expect(page).toContain('Not sent: no mail server yet')
    expect(page).toContain('href="mailto:ann%40example.com?subject=')
    const fields = { intent: 'reply', once: crypto.randomUUID(), subject: 'Hello', message: 'Hi there.' }
    const refused = await send(message, fields)
    expect([refused.status, (await refused.text()).includes('can’t send email yet')]).toEqual([409, true])
    expect(rows(site, 'select id from message_replies')).toEqual([])
  })

  it('D3: saves settings, which the public pages show at once', async () => {
    const [row] = rows(site, `select updated_at from settings where key = 'newsletter'`)
    const fields = { heading: 'A letter from the dark.', invitation: 'Once a month.', role: 'owner' }
    const refused = await send('/studio/settings/newsletter', {
      ...fields,
      heading: '',
      version: String(row?.updated_at),
    })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('“Heading” is required.')
    const saved = await send('/studio/settings/newsletter', { ...fields, version: String(row?.updated_at) })
    expect(saved.status).toBe(303)
    await expect
      .poll(async () => (await fetch(`${site.url}/about`)).text(), { interval: 25 })
      .toContain('A letter from the dark.')
    const late = await send('/studio/settings/newsletter', { ...fields, version: String(row?.updated_at) })
    expect(late.status).toBe(409)
    expect(await (await ask('/studio/activity', 'owner')).text()).toContain('A letter from the dark.')
  })

  it('shows search results on a page, for an assistant only what they may see', async () => {
    const page = async (words: string, who: 'owner' | 'assistant') =>
      (await ask(`/studio/search?${new URLSearchParams({ words })}`, who)).text()
    expect(await (await ask('/studio', 'owner')).text()).toMatch(
      /<form[^>]* action="\/studio\/search"[^>]*>.*?name="words"/s,
    )
    for (const who of ['owner', 'assistant'] as const) expect(await page('ann lee', who)).toContain(message)
    expect(await page('tax', 'owner')).toContain('/studio/settings/policies')
    expect(await page('tax', 'assistant')).not.toContain('/studio/settings/policies')
    for (const [words, path] of [
      ['availability', '/studio/availability'],
      ['session types', '/studio/session-types'],
      ['team', '/studio/settings/team'],
    ] as const) {
      expect(await page(words, 'owner')).toContain(`href="${path}"`)
      expect(await page(words, 'assistant')).not.toContain(`href="${path}"`)
    }
    expect(await page('waitlist', 'assistant')).toContain('href="/studio/bookings/waitlist"')
    expect(await page('<script>', 'owner')).toContain('No results.')
    expect(await page('x'.repeat(3_000), 'owner')).toContain('No results.')
    expect((await ask('/studio/search?words=%FF%00', 'owner')).status).toBe(400)
    expect((await ask('/studio/search?words=%FF%07&words=b', 'owner')).status).toBe(200)
  })

  it('blocks time, changes it, frees it, and refuses taken time', async () => {
    const day = {
      title: 'Vacation',
      firstDate: '2027-05-03',
      lastDate: '2027-05-07',
      wholeDays: 'yes',
      kind: 'hold',
    }
    const made = await send('/studio/bookings/blocks/new?view=month', day)
    expect([made.status, made.headers.get('location')]).toEqual([
      303,
      '/studio/bookings?view=month&date=2027-05-03',
    ])
    const [row] = rows(site, `select id, kind from occupancies where title = 'Vacation'`)
    const path = `/studio/bookings/blocks/${row?.id}`
    expect(row?.kind).toBe('block')
    expect(await (await ask(path, 'assistant')).text()).toContain('Monday, May 3 – Friday, May 7')
    const taken = await send('/studio/bookings/blocks/new', { ...day, title: 'Kept', lastDate: '2027-05-03' })
    expect(taken.status).toBe(409)
    const answer = await taken.text()
    expect(answer).toContain('Already blocked: Vacation')
    expect(answer).toContain('value="Kept"')
    const wrong = await send(path, { ...day, firstDate: '2027-05-40', version: '1' })
    expect([wrong.status, (await wrong.text()).includes('Enter the first day')]).toEqual([422, true])
    expect((await send(path, { ...day, lastDate: '2027-05-08', version: '1' })).status).toBe(303)
    expect((await send(path, { ...day, version: '1' })).status).toBe(409)
    // An assistant can't delete anything, and gets no such button.
    expect(await (await ask(path, 'assistant')).text()).not.toContain('Remove block')
    const asAssistant = { Cookie: cookies.assistant }
    expect((await post(site, path, { intent: 'remove' }, asAssistant)).status).toBe(404)
    expect(await (await ask(path, 'owner')).text()).toContain('Remove block')
    expect((await send(path, { intent: 'remove' })).status).toBe(303)
    expect((await ask(path, 'owner')).status).toBe(404)
    expect((await send(path, { intent: 'remove' })).status).toBe(404)
  })

  it('shows the calendar for any query, and the day view first on phones', async () => {
    const get = async (query: string, agent = '') => {
      const headers = { Cookie: cookies.assistant, 'User-Agent': agent }
      const answer = await fetch(`${site.url}/studio/bookings${query}`, { headers })
      return [answer.status, /aria-label="(Day|Week) calendar"/.exec(await answer.text())?.[1]]
    }
    expect(await get('')).toEqual([200, 'Week'])
    expect(await get('', 'Mozilla/5.0 (iPhone) Mobile/15E148')).toEqual([200, 'Day'])
    expect(await get('?view=week', 'Mozilla/5.0 (iPhone) Mobile/15E148')).toEqual([200, 'Week'])
    for (const query of ['?view=year&date=x', '?view=list&after=%00', '?view=month&date=2027-02-29'])
      expect((await get(query))[0]).toBeLessThan(500)
  })

  it('shows an email in a sandboxed frame', async () => {
    const answer = await ask(`/studio/emails/${rows(site, 'select id from outbox')[0]?.id}/preview`, 'owner')
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const part of [`default-src 'none'`, 'sandbox', `form-action 'none'`]) expect(policy).toContain(part)
    expect(policy).not.toContain('script-src')
  })

  it('allows frames on its own pages only', async () => {
    const frames = async (path: string) => {
      const policy = (await ask(path, 'owner')).headers.get('content-security-policy') ?? ''
      return policy.split('; ').filter((part) => part.startsWith('frame-src'))
    }
    for (const path of ['/studio', '/Studio/emails']) expect(await frames(path)).toEqual([`frame-src 'self'`])
    for (const path of ['/', '/about', '/profile', '/studios']) expect(await frames(path)).toEqual([])
    // From a public page, the browser has to reload to get the Studio's policy.
    const again = await ask('/login.data', 'owner')
    expect(await again.text()).toMatch(/"reload",true/)
  })

  it('sends a test email to the user who requests it, and shows the result', async () => {
    const answer = await send('/studio/settings/email', { to: 'everybody@example.com' })
    expect((await answer.text()).replaceAll('<!-- -->', '')).toContain('Not sent: no mail server yet.')
    await expect(mailTo(site, 'everybody@example.com', 0)).resolves.toEqual([])
  })
})

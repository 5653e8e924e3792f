import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockTime } from '~/domains/booking/blocks/operations.server'
import { quarantineKey } from '~/domains/files/quarantine/quarantine-key'
import { systemClock } from '~/platform/clock'
import { openDatabase } from '~/platform/db/database.server'
import { newId, sha256 } from '~/platform/ids.server'
import { signedIn } from '../support/accounts'

import { makeChosenGallery } from '../support/chosen-gallery'
import { makeBooking } from '../support/factories'

import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { studioAddresses } from '../support/studio-addresses'
import { STUDIO_DECISIONS } from '../support/studio-decisions'

const studioRoutes = await studioAddresses()

let site: Site
let cookies: Record<'client' | 'assistant' | 'owner', string>
let records: Record<string, string>
beforeAll(async () => {
  site = await startSite()
  cookies = {
    client: await signedIn(site, 'client'),
    assistant: await signedIn(site, 'assistant'),
    owner: await signedIn(site, 'owner'),
  }
  await post(site, '/contact', { name: 'Ann Lee', email: 'ann@example.com', message: 'Hello.' })
  await mailTo(site, 'ann@example.com')
  const calendar = await makeCalendar()
  const chosen = await makeChosenGallery(site)
  records = {
    ':booking': calendar.booking,
    ':export': await makeArchive(),
    quarantined: await makeQuarantined(),
    ':block': calendar.block,
    ':consent': 'new',
    ':kind': 'messages',
    ':letter': String(rows(site, 'select id from enquiries')[0]?.id),
    ':mail': String(rows(site, 'select id from outbox')[0]?.id),
    ':person': String(
      rows(site, "select person_id from person_addresses where email_key = 'ann@example.com'")[0]?.person_id,
    ),
    ':group': 'hours',
    ':photo': 'roses-by-the-window',
    ':page': 'about',
    ':service': 'weddings',
    ':package': 'city-hall',
    ':question': String(rows(site, 'select id from faqs')[0]?.id),
    ':testimonial': String(rows(site, 'select id from testimonials')[0]?.id),
    ':rules': 'hours',
    ':rule': 'new',
    ':type': 'portrait',
    ':place': 'branch-brook-park',
    ':day': String(rows(site, 'select id from mini_days')[0]?.id),
    ':gallery': chosen.gallery,
    ':download': await makeDownload(chosen.gallery),
    ':list': chosen.list,
    ':file': 'choices.csv',
    '*': 'no-such-page',
  }
})
afterAll(() => site?.stop())

/** An archive of everything that is ready to be fetched. */
async function makeArchive(): Promise<string> {
  const id = 'ab'.repeat(16)
  await mkdir(join(site.dataDir, 'exports'), { recursive: true })
  await writeFile(join(site.dataDir, 'exports', `${id}.zip`), 'PK')
  const row = { id, state: 'ready', asked_by: 'Owner', bytes: 2, photographs: 0, missing: '[]' } as const
  await inDatabaseOf(site, (db) =>
    db
      .insertInto('exports')
      .values({ ...row, created_at: Date.now(), finished_at: Date.now() })
      .execute(),
  )
  return id
}

/** A photo in quarantine. @returns its SHA-256 */
async function makeQuarantined(): Promise<string> {
  const picture = await sharp({ create: { width: 480, height: 320, channels: 3, background: '#a56' } })
    .jpeg()
    .toBuffer()
  const photo = sha256(picture)
  const key = quarantineKey(`originals/${photo.slice(0, 2)}/${photo}.jpg`, Date.now())
  const file = join(site.dataDir, 'photos', key)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
  return photo
}

/** A booking and a block of the running site. */
async function makeCalendar(): Promise<{ booking: string; block: string }> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  try {
    const author = { uid: 'owner', name: 'Owner' }
    const values = { title: '', firstDate: '2027-06-01', lastDate: '', from: '', until: '', wholeDays: 'yes' }
    const blocked = await blockTime({ db, clock: systemClock, author }, values)
    const { id } = await makeBooking(db)
    return { booking: id, block: blocked.ok ? blocked.id : '' }
  } finally {
    await db.destroy()
  }
}

/** Something that was downloaded from a gallery. */
const makeDownload = (gallery: string) =>
  inDatabaseOf(site, async (db) => {
    const id = newId()
    const sent = { bytes: 2, sent: '[[0,1]]', started_at: 1, updated_at: 1, completed_at: 1 }
    const what = { share_id: null, who: 'Ann', what: 'everything', of_id: null, size: 'web' } as const
    const row = { id, gallery_id: gallery, etag: '"x"', files: 1, ...what, ...sent }
    await db.insertInto('downloads').values(row).execute()
    return id
  })

const addressOf = (route: string) =>
  route
    .replace('/quarantine/:photo', `/quarantine/${records.quarantined}`)
    .replace(/:\w+|\*/g, (name) => records[name] ?? 'x')

const ask = (path: string, who: 'visitor' | keyof typeof cookies, method = 'GET') =>
  fetch(site.url + path, {
    method,
    redirect: 'manual',
    headers: who === 'visitor' ? {} : { Cookie: cookies[who] },
    ...(method === 'POST' ? { body: new URLSearchParams({ x: 'y' }) } : {}),
  })

describe('D5: who may enter the Studio', () => {
  it('is asked at every address of the route table', () => {
    expect(studioRoutes).toContain('/studio')
    expect(studioRoutes).toContain('/studio/*')
    expect(studioRoutes.length).toBeGreaterThan(8)
  })

  it.each(studioRoutes)('%s sends visitors to the login, in every method', async (route) => {
    const path = addressOf(route)
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await ask(path, 'visitor', method)
      expect([method, answer.status]).toEqual([method, 302])
      expect(answer.headers.get('location')).toMatch(/^\/login\?returnTo=%2Fstudio/)
    }
    for (const method of ['GET', 'POST']) {
      const answer = await ask(`${path}.data`, 'visitor', method)
      expect(answer.status).toBe(202)
      expect(await answer.text()).toContain('/login?returnTo=')
    }
  })

  it.each(studioRoutes)('%s is not there for clients, in every method', async (route) => {
    const path = addressOf(route)
    for (const method of ['GET', 'HEAD', 'POST'])
      for (const asked of [path, `${path}.data`])
        expect([method, asked, (await ask(asked, 'client', method)).status]).toEqual([method, asked, 404])
    expect(await (await ask(path, 'client')).text()).not.toContain('Ann Lee')
  })

  it.each(studioRoutes)(
    '%s opens for the owner, and for an assistant unless it is the owner’s',
    async (route) => {
      const path = addressOf(route)
      // R20: every unknown path redirects to /404, in the Studio too.
      const found = route.endsWith('*') ? 302 : 200
      const owner = await ask(path, 'owner')
      expect(owner.status).toBe(found)
      if (found === 200) expect(owner.headers.get('cache-control')).toBe('private, no-store')
      const isClosed = STUDIO_DECISIONS[route] === 'owner'
      expect((await ask(path, 'assistant')).status).toBe(isClosed ? 404 : found)
      if (isClosed)
        for (const method of ['GET', 'POST'])
          expect((await ask(`${path}.data`, 'assistant', method)).status).toBe(404)
      if (isClosed) expect((await ask(path, 'assistant', 'POST')).status).toBe(404)
      for (const who of ['owner', 'assistant'] as const)
        expect((await ask(path, who, 'POST')).status).toBeLessThan(500)
    },
  )

  it.each(['/studio/', '/STUDIO', '//studio', '/%73tudio', '/studio/messages/', '/studio/assets/app.js'])(
    '%s opens no side door',
    async (path) => {
      for (const who of ['visitor', 'client'] as const) {
        const answer = await ask(path, who)
        expect(await answer.text()).not.toContain('Needs you')
        expect([301, 302, 308, 400, 404]).toContain(answer.status)
      }
    },
  )
})

describe('the Studio without script', () => {
  const send = (path: string, fields: Record<string, string>) =>
    post(site, path, fields, { Cookie: cookies.owner })

  it('answers a message and takes that back', async () => {
    const path = addressOf('/studio/messages/messages/:letter')
    const answered = await send(path, { intent: 'answered' })
    expect([answered.status, answered.headers.get('location')]).toEqual([303, path])
    expect(await (await ask(path, 'owner')).text()).toContain('Marked as answered by')
    await send(path, { intent: 'waiting' })
    expect(await (await ask(path, 'owner')).text()).not.toContain('Marked as answered by')
    expect((await send(path, { intent: 'nonsense' })).status).toBe(422)
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
    expect(await refused.text()).toContain('“Heading” has to be filled in.')
    const saved = await send('/studio/settings/newsletter', { ...fields, version: String(row?.updated_at) })
    expect(saved.status).toBe(303)
    await expect
      .poll(async () => (await fetch(`${site.url}/about`)).text(), { interval: 25 })
      .toContain('A letter from the dark.')
    const late = await send('/studio/settings/newsletter', { ...fields, version: String(row?.updated_at) })
    expect(late.status).toBe(409)
    expect(await (await ask('/studio/audit', 'owner')).text()).toContain('A letter from the dark.')
  })

  it('finds things on a page of its own, for the owner and for an assistant what is theirs', async () => {
    const page = async (words: string, who: 'owner' | 'assistant') =>
      (await ask(`/studio/find?${new URLSearchParams({ words })}`, who)).text()
    expect(await (await ask('/studio', 'owner')).text()).toMatch(
      /<form[^>]* action="\/studio\/find"[^>]*>.*?name="words"/s,
    )
    const found = addressOf('/studio/messages/messages/:letter')
    for (const who of ['owner', 'assistant'] as const) expect(await page('ann lee', who)).toContain(found)
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
    expect(await page('waiting list', 'assistant')).toContain('href="/studio/bookings/waiting"')
    expect(await page('<script>', 'owner')).toContain('Nothing is called that.')
    expect(await page('x'.repeat(3_000), 'owner')).toContain('Nothing is called that.')
    expect((await ask('/studio/find?words=%FF%00', 'owner')).status).toBe(400)
    expect((await ask('/studio/find?words=%FF%07&words=b', 'owner')).status).toBe(200)
  })

  it('blocks time, changes it, gives it back, and refuses what is taken', async () => {
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
    expect(answer).toContain('It is blocked already: Vacation')
    expect(answer).toContain('value="Kept"')
    const wrong = await send(path, { ...day, firstDate: '2027-05-40', version: '1' })
    expect([wrong.status, (await wrong.text()).includes('Enter the first day')]).toEqual([422, true])
    expect((await send(path, { ...day, lastDate: '2027-05-08', version: '1' })).status).toBe(303)
    expect((await send(path, { ...day, version: '1' })).status).toBe(409)
    // An assistant deletes nothing, and isn't offered to.
    expect(await (await ask(path, 'assistant')).text()).not.toContain('Remove this block')
    const asAssistant = { Cookie: cookies.assistant }
    expect((await post(site, path, { intent: 'remove' }, asAssistant)).status).toBe(404)
    expect(await (await ask(path, 'owner')).text()).toContain('Remove this block')
    expect((await send(path, { intent: 'remove' })).status).toBe(303)
    expect((await ask(path, 'owner')).status).toBe(404)
    expect((await send(path, { intent: 'remove' })).status).toBe(404)
  })

  it('shows the calendar of any address, and telephones a day first', async () => {
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

  it('shows a message in a frame in which nothing runs', async () => {
    const answer = await ask(addressOf('/studio/mail/:mail/preview'), 'owner')
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const part of [`default-src 'none'`, 'sandbox', `form-action 'none'`]) expect(policy).toContain(part)
    expect(policy).not.toContain('script-src')
  })

  it('lets its own pages show frames, and no other page', async () => {
    const frames = async (path: string) => {
      const policy = (await ask(path, 'owner')).headers.get('content-security-policy') ?? ''
      return policy.split('; ').filter((part) => part.startsWith('frame-src'))
    }
    for (const path of ['/studio', '/Studio/mail']) expect(await frames(path)).toEqual([`frame-src 'self'`])
    for (const path of ['/', '/about', '/profile', '/studios']) expect(await frames(path)).toEqual([])
    // Whoever comes from a page of the site has to get the Studio’s own policy, so the browser loads it anew.
    const again = await ask('/login.data', 'owner')
    expect(await again.text()).toMatch(/"reload",true/)
  })

  it('sends a test mail to the one who asks, and shows what became of it', async () => {
    const answer = await send('/studio/settings/mail', { to: 'everybody@example.com' })
    expect((await answer.text()).replaceAll('<!-- -->', '')).toContain('Not sent: no mail server yet.')
    await expect(mailTo(site, 'everybody@example.com', 0)).resolves.toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { OPEN_DAY, openForBooking, slotsOn } from '../support/booking'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { post, rows } from '../support/forms'
import { noRoomIn, tablesWrittenBy } from '../support/no-room'
import { type Site, startSite } from '../support/site'

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'owner')
})
afterAll(() => site?.stop())

const message = {
  name: 'Renée Whitfield',
  email: 'renee@example.com',
  subject: 'A wedding',
  message: 'We marry in May.',
}
const FULL = 'We couldn’t save that'

describe('on a full disk', () => {
  it('a form answers 507, stores nothing partially, and works once there is room', async () => {
    const makeRoom = await noRoomIn(site, 'outbox')
    const answer = await post(site, '/contact', message)
    const page = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([507, 'no-store'])
    expect(page).toContain(FULL)
    expect(page).toContain('your text is still there')
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    const data = await post(site, '/contact.data', message)
    expect([data.status, await data.text()]).toEqual([507, expect.stringContaining(FULL)])
    expect(rows(site, 'select id from contact_messages')).toEqual([])
    for (const path of ['/', '/contact', '/gallery'])
      expect((await fetch(site.url + path)).status, path).toBe(200)

    await makeRoom()
    expect((await post(site, '/contact', message)).status).toBe(303)
    expect(rows(site, 'select id from contact_messages')).toHaveLength(1)
  })

  it('whichever write finds no room, a booking, a message and a subscription leave nothing in part', async () => {
    openForBooking(site)
    const page = await fetch(`${site.url}/book-session?service=portrait&location=studio&date=${OPEN_DAY}`)
    const slots = slotsOn(await page.text())
    const client = { name: message.name, phone: '', partySize: '2', notes: '', terms: 'yes' }
    const forms: [
      path: string,
      fields: (email: string) => Record<string, string>,
      known: string,
      status: number,
    ][] = [
      ['/contact', (email) => ({ ...message, email }), 'contact_messages', 507],
      // R38: its own sentence, with 500.
      ['/newsletter', (email) => ({ email }), 'newsletter', 500],
      [
        '/book-session',
        (email) => ({ service: 'portrait', location: 'studio', slot: slots.pop() ?? '', ...client, email }),
        'bookings',
        507,
      ],
    ]
    for (const [path, fields, known, full] of forms) {
      const written = await tablesWrittenBy(site, async () => {
        expect((await post(site, path, fields('first@example.com'))).status).toBeLessThan(400)
      })
      expect(written).toContain(known)
      // Job workers change two of these at any time, and a try counts whatever becomes of it.
      const others = written.filter((table) => !['jobs', 'search_terms', 'rate_limits'].includes(table))
      const count = () => others.map((table) => [table, rows(site, `select count(*) as n from ${table}`)])
      const refused: string[] = []
      let given = fields('second@example.com')
      for (const table of written) {
        const makeRoom = await noRoomIn(site, table)
        const before = count()
        const { status } = await post(site, path, given)
        if (status === full) {
          expect([table, count()]).toEqual([table, before])
          refused.push(table)
        } else {
          // A job's write, or one that the form can do without.
          expect(status, table).toBeLessThan(400)
          given = fields(`${table}@example.com`)
        }
        await makeRoom()
      }
      expect(refused).toEqual(expect.arrayContaining([known, 'outbox', 'jobs']))
      expect((await post(site, path, given)).status).toBeLessThan(400)
    }
  })

  it('the Studio can be read, and says why nothing was saved', async () => {
    const { gallery } = await makeClientGallery(site)
    await noRoomIn(site, 'audit')
    const page = `/studio/galleries/${gallery.id}`
    const answer = await post(site, page, { intent: 'set-add', setTitle: 'Portraits' }, { Cookie: cookie })
    expect([answer.status, await answer.text()]).toEqual([507, expect.stringContaining(FULL)])
    expect(rows(site, `select id from gallery_sets where title = 'Portraits'`)).toEqual([])
    for (const path of ['/studio', page])
      expect((await fetch(site.url + path, { headers: { Cookie: cookie } })).status, path).toBe(200)
  })

  it('clients see their galleries, though nothing can be recorded or rendered', async () => {
    const { gallery } = await makeClientGallery(site)
    const shared = await shareWith(site, gallery.id)
    await noRoomIn(site, 'gallery_shares', 'update')
    await noRoomIn(site, 'jobs')
    const entered = await fetch(site.url + shared.link, { redirect: 'manual' })
    expect(entered.status).toBe(303)
    const seen = await fetch(`${site.url}/download/${gallery.id}`, { headers: { cookie: shared.cookie } })
    expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining('Whitfield')])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { post, rows } from '../support/forms'
import { noRoomIn } from '../support/no-room'
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

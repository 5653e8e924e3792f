import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { makeClientGallery, sealedPin, shareWith } from '../support/client-gallery'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let assistant: string
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
  assistant = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

const sharing = (gallery: string) => `/studio/galleries/${gallery}/sharing`
const sharesOf = (gallery: string) =>
  rows(site, 'select * from gallery_shares where gallery_id = ? order by email_key', gallery)

it('shares a gallery, sends an email with its cover, and the link in it opens the gallery', async () => {
  const { gallery } = await makeClientGallery(site, { note: 'With love' })
  const form = {
    intent: 'share',
    people: 'Ann Lee <Ann.Gift@example.com>\nbo.gift@example.com',
    favorites: 'yes',
  }
  const shared = await post(
    site,
    sharing(gallery.id),
    { ...form, sizes: 'web', send: 'yes' },
    { cookie: assistant },
  )
  expect([shared.status, shared.headers.get('location')]).toEqual([
    303,
    `${sharing(gallery.id)}?done=shared-sent`,
  ])
  expect(sharesOf(gallery.id)).toMatchObject([
    { name: 'Ann Lee', email_key: 'ann.gift@example.com', can_favorite: 1, sizes: '["web"]' },
    { email_key: 'bo.gift@example.com' },
  ])
  expect(
    rows(site, "select email_key from person_addresses where email_key = 'bo.gift@example.com'"),
  ).toHaveLength(1)
  const [mail] = await mailTo(site, 'Ann.Gift@example.com')
  expect(mail?.subject).toBe('Your photos are ready: Whitfield & Cole')
  expect(mail?.text).toContain('3 photos')
  expect(mail?.html).toContain('src="cid:cover@email"')
  expect(mail?.html).not.toContain('/download/')
  expect(mail?.attachments).toMatchObject([{ mimeType: 'image/jpeg', disposition: 'inline' }])
  const link = /\/g\/[\w-]{48}/.exec(mail?.text ?? '')?.[0]
  const entered = await fetch(site.url + link, { redirect: 'manual' })
  expect([entered.status, entered.headers.get('location')]).toEqual([303, `/download/${gallery.id}`])
})

it('shows nothing in the email that a PIN protects', async () => {
  const { gallery } = await makeClientGallery(site, { pin: sealedPin(site, '314159') })
  const send = { intent: 'share', people: 'pin.gift@example.com', send: 'yes' }
  expect((await post(site, sharing(gallery.id), send, { cookie: assistant })).status).toBe(303)
  const [mail] = await mailTo(site, 'pin.gift@example.com')
  expect(mail?.text).toContain('need a 6-digit PIN')
  expect(mail?.html).not.toContain('cid:')
  expect(mail?.attachments).toEqual([])
})

it('sends no link to a draft, and refuses an invalid address with a sentence', async () => {
  const { gallery } = await makeClientGallery(site, { published_at: null })
  const send = { intent: 'share', people: 'draft.gift@example.com', send: 'yes' }
  const shared = await post(site, sharing(gallery.id), send, { cookie: assistant })
  expect(shared.headers.get('location')).toBe(`${sharing(gallery.id)}?done=shared`)
  expect(sharesOf(gallery.id)).toMatchObject([{ sent_at: null }])
  const refused = await post(site, sharing(gallery.id), { ...send, people: 'x y' }, { cookie: assistant })
  const page = await refused.text()
  expect([refused.status, page.includes('“x y” isn’t an email address.')]).toEqual([422, true])
  // No permission was checked, so sending the form again grants none.
  const form = page.slice(page.indexOf('id="share-more"'))
  expect(form.match(/type="checkbox"[^>]*/g)?.filter((box) => box.includes('checked='))).toEqual([])

  const editor = `/studio/galleries/${gallery.id}`
  const { version } = rows(site, 'select version from galleries where id = ?', gallery.id)[0] ?? {}
  const asked = { intent: 'publish', version: String(version) }
  const published = await post(site, editor, asked, { cookie: assistant })
  const told = await fetch(site.url + published.headers.get('location'), { headers: { cookie: assistant } })
  expect(await told.text()).toContain('To email clients their links, go to Sharing.')
  expect(sharesOf(gallery.id)).toMatchObject([{ sent_at: null }])
})

it('revokes, renews, and refuses the second of two simultaneous changes', async () => {
  const { gallery } = await makeClientGallery(site)
  const { share, link } = await shareWith(site, gallery.id)
  const act = (intent: string, version: number) =>
    post(site, sharing(gallery.id), { intent, id: share.id, version: String(version) }, { cookie: assistant })
  const open = async () => (await fetch(site.url + link, { redirect: 'manual' })).status
  expect(await open()).toBe(303)
  expect((await act('rights', 1)).status).toBe(303)
  expect((await act('revoke', 1)).status).toBe(409)
  expect((await act('revoke', 2)).status).toBe(303)
  expect(await open()).toBe(404)
  expect((await act('renew', 3)).status).toBe(303)
  expect(await open()).toBe(404)
  const shown = await (await act('link', 4)).text()
  expect(/\/g\/[\w-]{48}/.exec(shown)?.[0]).not.toBe(link)
  expect(shown).toContain('/g/')
})

it('lists the galleries in the account with the verified address, and only the studio may share', async () => {
  const { gallery, items } = await makeClientGallery(site, { title: 'A gift for Cleo' })
  await shareWith(site, gallery.id, { email: 'cleo.gift@example.com' })
  const client = await signedIn(site, 'client', { email: 'cleo.gift@example.com' })
  const read = async () => (await fetch(`${site.url}/profile`, { headers: { cookie: client } })).text()
  expect(await read()).toContain('3 photos, no favorites yet.')
  const circle = { item: items[0]?.id ?? '', on: 'yes' }
  await post(site, `/download/${gallery.id}/favorite`, circle, { cookie: client })
  const profile = await read()
  expect(profile).toContain('A gift for Cleo')
  expect(profile).toContain('3 photos, 1 favorite.')
  expect(profile).toContain(`/download/${gallery.id}`)
  const tried = await post(
    site,
    sharing(gallery.id),
    { intent: 'share', people: 'eve@example.com' },
    { cookie: client },
  )
  expect(tried.status).toBe(404)
  expect(sharesOf(gallery.id)).toHaveLength(1)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '~/platform/ids.server'
import { signedIn } from '../support/accounts'
import { foreignPin, makeClientGallery, sealedPin, shareWith } from '../support/client-gallery'
import { post } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100', LOG_LEVEL: 'info' } })
})
afterAll(() => site?.stop())

const ask = (path: string, { cookie = '', method = 'GET', ...headers }: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
  })

describe('a share link', () => {
  it('is exchanged for a cookie and leads to the gallery, without caching', async () => {
    const { gallery } = await makeClientGallery(site)
    const { link, token, cookie } = await shareWith(site, gallery.id)
    const entered = await ask(link)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, `/download/${gallery.id}`])
    expect(entered.headers.get('set-cookie')).toContain(`${cookie}; Path=/; HttpOnly; SameSite=Lax`)
    expect(entered.headers.get('referrer-policy')).toBe('no-referrer')
    expect(entered.headers.get('cache-control')).toContain('no-store')
    const page = await ask(`/download/${gallery.id}`, { cookie })
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('no-store')
    for (const part of ['Whitfield &amp; Cole', 'The ceremony', 'noindex', '480.avif'])
      expect(html).toContain(part)
    expect(html).not.toContain(token)
    expect(site.output()).not.toContain(token)
  })

  it('says what to do when it is forged, cut off, revoked or renewed', async () => {
    const { gallery } = await makeClientGallery(site)
    const { token, share } = await shareWith(site, gallery.id)
    const revoked = await shareWith(site, gallery.id, { revoked_at: 1 })
    const wrong = [token.slice(1), `${token}A`, 'x', 'A'.repeat(48), 'A'.repeat(2000), revoked.token]
    for (const each of wrong) {
      const answer = await ask(`/g/${each}`)
      expect([each, answer.status, answer.headers.get('set-cookie')]).toEqual([each, 404, null])
      expect(await answer.text()).toContain('Ask for a new link')
    }
    await inDatabaseOf(site, (db) =>
      db.updateTable('gallery_shares').set({ token_version: 2 }).where('id', '=', share.id).execute(),
    )
    expect((await ask(`/g/${token}`)).status).toBe(404)
  })

  it('says what to do at a gallery that was closed, the same as at one that never existed', async () => {
    const { gallery } = await makeClientGallery(site)
    const revoked = await shareWith(site, gallery.id, { revoked_at: 1 })
    const shown = async (id: string) => {
      const { headers } = await ask(`/download/${id}`, { cookie: revoked.cookie })
      const page = await (await ask(headers.get('location') ?? '')).text()
      return /<main.*<\/main>/s.exec(page)?.[0].replaceAll(id, '')
    }
    const page = await shown(gallery.id)
    expect(page).toContain('It isn’t open on this device.')
    expect(page).toContain('href="/contact?subject=My+gallery"')
    expect(page).toBe(await shown(newId()))
  })
})

describe('gallery permissions', () => {
  it('is the same for the page, its data, its photos, images, files and archives', async () => {
    const { gallery, items } = await makeClientGallery(site)
    const locked = await makeClientGallery(site, { pin: sealedPin(site, '123456'), pin_version: 2 })
    const item = items[0]?.id ?? ''
    const lockedItem = locked.items[0]?.id ?? ''
    const right = await shareWith(site, gallery.id, { email: 'member@example.com' })
    const other = await makeClientGallery(site)
    const others = await shareWith(site, other.gallery.id)
    const revoked = await shareWith(site, gallery.id, { revoked_at: 1 })
    const expired = await shareWith(site, gallery.id, { expires_at: 1 })
    const noPin = await shareWith(site, locked.gallery.id)
    const planted = others.cookie.replace(
      other.gallery.id.replaceAll('-', ''),
      gallery.id.replaceAll('-', ''),
    )
    const wrongPin = `${noPin.cookie}; ${foreignPin(site, locked.gallery.id, noPin.share.id, 2)}`

    const addresses = (id: string, of: string) => ({
      page: { path: `/download/${id}` },
      'second page': { path: `/download/${id}?page=2` },
      data: { path: `/download/${id}.data` },
      photo: { path: `/download/${id}/photo/${of}` },
      'photo’s data': { path: `/download/${id}/photo/${of}.data` },
      'photo’s data alone': {
        path: `/download/${id}/photo/${of}.data?_routes=routes%2Fgallery%2Fclient-gallery-photo`,
      },
      picture: { path: `/download/${id}/media/${of}/480.jpg` },
      'head of a picture': { path: `/download/${id}/media/${of}/480.avif`, method: 'HEAD' },
      'part of a picture': { path: `/download/${id}/media/${of}/480.jpg`, Range: 'bytes=0-9' },
      'head of the page': { path: `/download/${id}`, method: 'HEAD' },
      file: { path: `/download/${id}/file/${of}/web` },
      'part of a file': { path: `/download/${id}/file/${of}/original`, Range: 'bytes=0-0' },
      tile: { path: `/download/${id}/tiles/${of}/0-0.jpg` },
      archive: { path: `/download/${id}/archive/everything/web.zip` },
      'head of an archive': { path: `/download/${id}/archive/everything/web.zip`, method: 'HEAD' },
    })
    const turnedAway = {
      nobody: '',
      'the link of another gallery': others.cookie,
      'another gallery’s token planted here': planted,
      'a revoked link': revoked.cookie,
      'an expired link': expired.cookie,
      'a stranger’s account': await signedIn(site, 'client', { email: 'stranger@example.com' }),
    }
    for (const [who, cookie] of Object.entries(turnedAway))
      for (const [what, { path, ...how }] of Object.entries(addresses(gallery.id, item)))
        await refused(who, what, path, { ...how, cookie }, items)
    for (const [who, cookie] of Object.entries({ 'no PIN': noPin.cookie, 'a foreign PIN': wrongPin }))
      for (const [what, { path, ...how }] of Object.entries(addresses(locked.gallery.id, lockedItem)))
        await refused(who, what, path, { ...how, cookie }, locked.items)

    const admitted = {
      'their link': right.cookie,
      'their account': await signedIn(site, 'client', { email: 'Member@example.com' }),
      'an assistant': await signedIn(site, 'assistant'),
    }
    const shown = {
      picture: 200,
      'head of a picture': 200,
      'part of a picture': 206,
      page: 200,
      data: 200,
      photo: 200,
    }
    for (const [who, cookie] of Object.entries(admitted))
      for (const [what, status] of Object.entries(shown)) {
        const { path, ...how } = addresses(gallery.id, item)[what as keyof typeof shown]
        const answer = await ask(path, { ...how, cookie })
        expect([who, what, answer.status]).toEqual([who, what, status])
        expect(answer.headers.get('cache-control')).toMatch(/private/)
        expect(answer.headers.get('vary')).toMatch(/cookie/i)
      }
    const foreign = other.items[0]?.id
    for (const path of [
      `photo/${foreign}`,
      `media/${foreign}/480.jpg`,
      `photo/${newId()}`,
      'media/x/480.jpg',
    ])
      expect([path, (await ask(`/download/${gallery.id}/${path}`, { cookie: right.cookie })).status]).toEqual(
        [path, 404],
      )
  })

  async function refused(
    who: string,
    what: string,
    path: string,
    how: Record<string, string>,
    items: { id: string }[],
  ) {
    const answer = await ask(path, how)
    const said = await answer.text()
    expect([who, what, answer.status, [200, 206].includes(answer.status) && !isRedirectData(said)]).toEqual([
      who,
      what,
      answer.status,
      false,
    ])
    if (what.includes('picture')) expect([who, what, answer.status]).toEqual([who, what, 404])
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    for (const { id } of items.filter(({ id: each }) => !path.includes(each))) expect(said).not.toContain(id)
    expect(said).not.toContain('480.')
    expect(answer.headers.get('etag')).toBeNull()
  }

  /** React Router answers data requests with 202 and the redirect in the body. */
  const isRedirectData = (said: string) => said.includes('SingleFetchRedirect') || said.includes('"redirect"')
})

describe('the PIN', () => {
  it('opens this gallery, explains a wrong PIN, and slows down guessing', async () => {
    const { gallery } = await makeClientGallery(site, { pin: sealedPin(site, '012345') })
    const { cookie } = await shareWith(site, gallery.id)
    const path = `/download/${gallery.id}/pin`
    const sent = await ask(`/download/${gallery.id}`, { cookie })
    expect([sent.status, sent.headers.get('location')]).toEqual([302, path])
    const form = await ask(path, { cookie })
    expect([form.status, (await form.text()).includes('Six digits.')]).toEqual([200, true])
    for (const [pin, sentence] of [
      ['', 'Enter the 6-digit PIN.'],
      ['12345', 'Enter the 6-digit PIN.'],
      ['abcdef', 'Enter the 6-digit PIN.'],
      ['999999', 'That PIN is incorrect'],
    ] as const) {
      const answer = await post(site, path, { pin }, { cookie })
      expect([pin, answer.status]).toEqual([pin, 422])
      expect(await answer.text()).toContain(sentence)
    }
    const given = await post(site, path, { pin: '012 345' }, { cookie })
    expect([given.status, given.headers.get('location')]).toEqual([303, `/download/${gallery.id}#opened`])
    const opened = given.headers.get('set-cookie')?.split(';')[0]
    expect((await ask(`/download/${gallery.id}`, { cookie: `${cookie}; ${opened}` })).status).toBe(200)

    for (let tries = 0; tries < 8; tries++) await post(site, path, { pin: '111111' }, { cookie })
    const waiting = await post(site, path, { pin: '012345' }, { cookie })
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(await waiting.text()).toContain('Please wait')
  })

  it('leads on to the page of the gallery that asked for it, and nowhere else', async () => {
    const { gallery, items } = await makeClientGallery(site, { pin: sealedPin(site, '012345'), proofing: 1 })
    const { cookie } = await shareWith(site, gallery.id, { can_favorite: 1 })
    const comments = `/download/${gallery.id}/comments/${items[0]?.id}`
    const sent = await ask(comments, { cookie })
    const path = sent.headers.get('location') ?? ''
    expect([sent.status, path]).toEqual([
      302,
      `/download/${gallery.id}/pin?returnTo=${encodeURIComponent(comments)}`,
    ])
    const form = await (await ask(path, { cookie })).text()
    expect(form).toContain(`action="${path}"`)
    const given = await post(site, path, { pin: '012345' }, { cookie })
    expect([given.status, given.headers.get('location')]).toEqual([303, comments])
    const opened = `${cookie}; ${given.headers.get('set-cookie')?.split(';')[0]}`
    expect((await ask(path, { cookie: opened })).headers.get('location')).toBe(comments)
    for (const place of ['//evil.example', '/profile', `/download/${gallery.id}/../../profile`]) {
      const elsewhere = `/download/${gallery.id}/pin?returnTo=${encodeURIComponent(place)}`
      const kept = await post(site, elsewhere, { pin: '012345' }, { cookie })
      expect([place, kept.headers.get('location')]).toEqual([place, `/download/${gallery.id}#opened`])
    }
  })
})

describe('an expired gallery', () => {
  it('says when it closed and how to get it reopened', async () => {
    const expired_at = Date.UTC(2026, 6, 1, 4, 5)
    // By its last day, and closed before it.
    for (const [expires_on, day] of [
      ['2026-06-30', 'June 30, 2026'],
      ['2040-06-30', 'July 1, 2026'],
    ] as const) {
      const { gallery } = await makeClientGallery(site, { expires_on, expired_at })
      const { cookie } = await shareWith(site, gallery.id)
      const answer = await ask(`/download/${gallery.id}`, { cookie })
      const html = await answer.text()
      expect(answer.status).toBe(410)
      expect(html).toContain(`This gallery expired on ${day}.`)
      expect(html).toContain('Ask to reopen it')
    }
  })
})

describe('an image', () => {
  it('is cached by its browser only, and revalidated by its ETag', async () => {
    const { gallery, items } = await makeClientGallery(site)
    const { cookie } = await shareWith(site, gallery.id)
    const path = `/download/${gallery.id}/media/${items[0]?.id}/480.jpg`
    const whole = await ask(path, { cookie })
    const etag = whole.headers.get('etag') ?? ''
    expect(whole.headers.get('cache-control')).toMatch(/^private, max-age=\d+/)
    expect((await ask(path, { cookie, 'If-None-Match': etag })).status).toBe(304)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const part = await ask(path, { cookie, Range: 'bytes=10-', 'If-Range': etag })
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10))]).toEqual([
      206,
      true,
    ])
    expect((await ask(path, { cookie, Range: 'bytes=999999999-' })).status).toBe(416)
  })
})

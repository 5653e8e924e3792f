import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EDITABLE_PAGES } from '~/domains/content/pages/fields'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
/** Another instance on the same database. */
let other: Site
let cookies: Record<'client' | 'assistant' | 'owner', string>
beforeAll(async () => {
  site = await startSite()
  other = await startSite({ dataDir: site.dataDir })
  cookies = {
    client: await signedIn(site, 'client'),
    assistant: await signedIn(site, 'assistant'),
    owner: await signedIn(site, 'owner'),
  }
})
afterAll(async () => {
  await other?.stop()
  await site?.stop()
})

it('every public page opens for signed-in people of each role', async () => {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(listed).toContain('/about')
  for (const path of listed)
    for (const cookie of Object.values(cookies)) {
      const page = await fetch(site.url + path, { headers: { cookie } })
      expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache'])
    }
})

const read = async (path: string, cookie = '', from = site) =>
  (await fetch(from.url + path, { headers: { cookie } })).text()

const send = (path: string, fields: Record<string, string>) =>
  post(site, path, fields, { Cookie: cookies.assistant })

/** The fields of the page's form, as a browser without script would send them. */
async function formOf(html: string): Promise<Record<string, string>> {
  const form = html.slice(html.indexOf('id="page-form"'), html.lastIndexOf('</form>'))
  const fields: Record<string, string> = {}
  const plain = (text = '') =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g))
    fields[/ name="([^"]*)"/.exec(tag)?.[1] ?? ''] = plain(/ value="([^"]*)"/.exec(tag)?.[1])
  for (const [, tag = '', text] of form.matchAll(/<textarea\b([^>]*)>([^<]*)</g))
    fields[/name="([^"]*)"/.exec(tag)?.[1] ?? ''] = plain(text).replace(/^\n/, '')
  for (const [, name = '', options = ''] of form.matchAll(
    /<select\b[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields[name] = plain(
      /value="([^"]*)"[^>]*selected/.exec(options)?.[1] ?? /selected[^>]*value="([^"]*)"/.exec(options)?.[1],
    )
  return fields
}

const formAt = async (path: string) => formOf(await read(path, cookies.assistant))
const versionOfContent = () => rows(site, 'select version from content_version')[0]?.version

describe('editing page text, without script', () => {
  it('previews changes to the editor only', async () => {
    const fields = await formAt('/studio/website/pages/about')
    const before = versionOfContent()
    const preview = await send('/studio/website/pages/about/preview', {
      ...fields,
      'body.title': 'A <b>room</b> of *light.*',
    })
    const html = await preview.text()
    expect(preview.status).toBe(200)
    expect(html).toContain('A &lt;b&gt;room&lt;/b&gt; of')
    expect(html).toContain('Sign in')
    expect(html).not.toMatch(/<script|Edit<span/)
    const policy = preview.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox allow-same-origin$/)
    expect(preview.headers.get('cache-control')).toBe('private, no-store')
    expect(versionOfContent()).toBe(before)
    for (const each of [site, other]) expect(await read('/about', '', each)).not.toContain('A &lt;b&gt;room')
    expect(rows(site, `select id from audit where kind = 'change'`)).toEqual([])
  })

  it.each(EDITABLE_PAGES)('of %s previews the published page when nothing was changed', async (page) => {
    const preview = await send(
      `/studio/website/pages/${page}/preview`,
      await formAt(`/studio/website/pages/${page}`),
    )
    expect(preview.status).toBe(200)
    expect(await preview.text()).toContain('<main id="main"')
  })

  it('previews the thank-you page after a message, after a booking, and opened directly', async () => {
    const fields = await formAt('/studio/website/pages/thank-you')
    const shown = async (version: string) => {
      const address = `/studio/website/pages/thank-you/preview?for=${version}`
      return (await send(address, { ...fields, 'body.title': 'Noted.', 'body.next.0.text': 'Tea.' })).text()
    }
    const [message, booking, nothing] = await Promise.all(['message', 'booking', 'nothing'].map(shown))
    expect(message).toMatch(/>Noted\.<.*>Tea\.</s)
    expect(booking).toContain('-EXAMPLE')
    expect(booking).toMatch(/\d{1,2}:\d\d [AP]M<\/span> Eastern Time/)
    expect(nothing).toContain('Thanks for stopping by.')
    for (const html of [booking, nothing]) expect(html).not.toContain('Noted.')
    // D2: the address alone doesn't prove that anything happened.
    for (const version of ['message', 'booking', 'nothing'])
      for (const cookie of ['', cookies.assistant]) {
        const html = await read(`/thank-you?for=${version}`, cookie)
        expect(html).toContain('Thanks for stopping by.')
        expect(html).not.toContain('-EXAMPLE')
      }
  })

  it('previews the call to action of the blog below its newest post', async () => {
    const fields = await formAt('/studio/website/pages/blog')
    const shown = async (version: string) => {
      const address = `/studio/website/pages/blog/preview?for=${version}`
      return (await send(address, { ...fields, 'body.callTitle': 'Come over.' })).text()
    }
    expect(await shown('post')).toContain('Come over.')
    expect(await shown('posts')).not.toContain('Come over.')
  })

  it('shows no preview while a field is invalid', async () => {
    const fields = await formAt('/studio/website/pages/about')
    const refused = await send('/studio/website/pages/about/preview', { ...fields, 'body.title': '' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('<li>“Heading” is required.</li>')
    // A draft saved while the preview was on its way doesn't keep it away.
    const late = await send('/studio/website/pages/about/preview', { ...fields, version: '0' })
    expect(late.status).toBe(200)
  })

  it('adds, removes and reorders rows without saving', async () => {
    const fields = await formAt('/studio/website/pages/about')
    const typed = { ...fields, 'body.facts.0.figure': 'Ten "or so"', 'body.lede': 'Typed.' }
    const added = await send('/studio/website/pages/about', { ...typed, intent: 'add body.facts 4' })
    expect(added.status).toBe(200)
    const then = await formOf(await added.text())
    expect(then).toEqual({ ...typed, 'body.facts.4.label': '', 'body.facts.4.figure': '' })
    const moved = await formOf(
      await (await send('/studio/website/pages/about', { ...then, intent: 'up body.facts 1' })).text(),
    )
    expect(moved['body.facts.1.figure']).toBe('Ten "or so"')
    const nonsense = await send('/studio/website/pages/about', { ...then, intent: 'fly away' })
    expect([nonsense.status, await formOf(await nonsense.text())]).toEqual([200, then])
    expect(await formAt('/studio/website/pages/about')).toEqual(fields)
  })

  it('publishes on every instance, and refuses the second of two simultaneous saves', async () => {
    const fields = await formAt('/studio/website/pages/about')
    for (const each of [site, other]) await read('/about', '', each)
    const saved = await send('/studio/website/pages/about', {
      ...fields,
      'body.lede': 'By the window.',
      role: 'owner',
    })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/studio/website/pages/about?saved'])
    for (const each of [site, other])
      await expect.poll(() => read('/about', '', each), { interval: 25 }).toContain('By the window.')
    const late = await send('/studio/website/pages/about', { ...fields, 'body.lede': 'Too late.' })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toMatch(/ saved a newer version .*\. Your text is still here\./)
    const kept = await formOf(html)
    expect(kept['body.lede']).toBe('Too late.')
    expect(await read('/studio/activity', cookies.assistant)).toContain('By the window.')
    // Saved again, both stay.
    expect((await send('/studio/website/pages/about', { ...kept, intent: 'save' })).status).toBe(303)
    expect(await read('/about')).toContain('By the window.')
    const versions = '/studio/website/pages/about/versions'
    expect(await read(`${versions}?from=2&to=3`, cookies.assistant)).toMatch(
      /<dt class="label">Intro text<\/dt><dd>.*<del>.*<\/del>.*<ins>/s,
    )
    expect(await read(`${versions}?show=1`, cookies.assistant)).toContain('before the first edit here')
    const restored = await send(versions, { number: '2' })
    expect([restored.status, restored.headers.get('location')]).toEqual([
      303,
      '/studio/website/pages/about?saved=restored',
    ])
    expect(await formAt('/studio/website/pages/about')).toMatchObject({
      ...{ 'body.lede': 'By the window.', version: '4.1' },
    })
    const unshown = 'Your latest changes aren’t on the site yet.'
    expect(await read('/studio/website/pages/about', cookies.assistant)).not.toContain(unshown)
    await send(versions, { number: '3' })
    expect(await read('/studio/website/pages/about?saved=restored', cookies.assistant)).toContain(unshown)
    for (const query of ['?show=9', '?from=1&to=9'])
      expect(
        (await fetch(site.url + versions + query, { headers: { Cookie: cookies.assistant } })).status,
      ).toBe(404)
  })

  it('saves drafts while someone types, which visitors don’t see', async () => {
    const fields = await formAt('/studio/website/pages/contact')
    const save = async (typed: Record<string, string>) =>
      (await send('/studio/website/pages/contact/autosave', { ...fields, ...typed })).json()
    const first = await save({ 'body.title': '' })
    expect(first).toMatchObject({ ok: true, version: '2.1', saved: expect.stringMatching(/[AP]M/) })
    expect(await save({ 'body.title': 'Say *so*' })).toMatchObject({
      ...{ ok: false, reason: 'changed-since', version: '2.1', by: 'Ann Lee' },
    })
    expect(await formAt('/studio/website/pages/contact')).toMatchObject({ 'body.title': '', version: '2.1' })
    expect(rows(site, `select version from pages where slug = 'contact'`)).toEqual([{ version: 1 }])
    const read404 = await send('/studio/website/pages/nothing/autosave', fields)
    expect(read404.status).toBe(404)
  })

  it.each<[string, string, string]>([
    ['body.title', 'A\u202eB', 'This text contains hidden characters'],
    ['body.title', ' ', '“Heading” is required.'],
    ['body.body', 'x'.repeat(20_001), 'Shorten this text to 20,000 characters.'],
    ['title', 'x'.repeat(301), 'Shorten “Search title” to 300 characters.'],
    ['body.photo', '../../secret', 'Choose a photo from your library.'],
    ['body.photo', 'no-such-photo', 'Choose a photo from your library.'],
  ])('refuses %s of %j', async (name, typed, sentence) => {
    const fields = await formAt('/studio/website/pages/about')
    const refused = await send('/studio/website/pages/about', { ...fields, [name]: typed })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain(sentence)
    if (name !== 'body.photo') expect((await formOf(html))[name]).toBe(typed)
    expect(await formAt('/studio/website/pages/about')).toEqual(fields)
  })

  it('exists for editable pages only', async () => {
    for (const page of ['nothing', 'constructor', '__proto__', '%00'])
      for (const path of [`/studio/website/pages/${page}`, `/studio/website/pages/${page}/preview`])
        expect((await fetch(site.url + path, { headers: { Cookie: cookies.assistant } })).status).toBe(404)
  })
})

describe('R24: the names in the navigation', () => {
  it('are changed in header, menu and footer, and restored', async () => {
    const fields = await formAt('/studio/website/pages/navigation')
    expect(fields['body.products']).toBe('Mikhenzo Products')
    const preview = await send('/studio/website/pages/navigation/preview', {
      ...fields,
      'body.products': 'Prints & Albums',
    })
    expect((await preview.text()).split('Prints &amp; Albums').length).toBe(4)
    await send('/studio/website/pages/navigation', { ...fields, 'body.products': 'Prints & Albums' })
    await expect.poll(() => read('/contact'), { interval: 25 }).toContain('Prints &amp; Albums')
    const changed = await formAt('/studio/website/pages/navigation')
    const first = await send('/studio/website/pages/navigation', { ...changed, intent: 'defaults' })
    expect(await formOf(await first.text())).toEqual({ ...fields, version: changed.version })
  })
})

describe('“Edit this page”', () => {
  it('is shown to the studio’s team only', async () => {
    const edit = /href="\/studio\/website\/pages\/about"/
    expect(await read('/about', cookies.assistant)).toMatch(edit)
    for (const cookie of ['', cookies.client])
      expect(await read('/about', cookie)).not.toContain('/studio/website/pages')
    expect(await read('/terms', cookies.assistant)).not.toContain('/studio/website/terms')
  })
})

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { signedIn } from '../support/accounts'
import { mailTo, post, rows } from '../support/forms'
import { cameraJpeg, SECRETS, scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'owner', { email: 'owner@example.com' })
})
afterAll(() => site?.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' })
const pageAt = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const mine = () => ({ Cookie: cookie })
const versionOf = (key: string) =>
  String(rows(site, 'select updated_at from settings where key = ?', key)[0]?.updated_at)
const shows = (path: string, text: string) =>
  expect.poll(() => pageAt(path), { interval: 50 }).toContain(text)

function upload(
  slot: string,
  file: Uint8Array | undefined,
  fields: Record<string, string> = {},
  headers = mine(),
) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ slot, version: versionOf('brand'), ...fields }))
    body.append(name, value)
  body.append('picture', new Blob(file ? [new Uint8Array(file)] : []), file ? 'picture.png' : '')
  return fetch(`${site.url}/studio/settings/logo`, { method: 'POST', body, headers, redirect: 'manual' })
}

describe('analytics', () => {
  const pages = [
    '/',
    '/about',
    '/terms',
    '/gallery',
    '/contact',
    '/login',
    '/profile',
    '/studio/settings/analytics',
  ]
  const fields = {
    script: 'https://stats.example.net/js/script.js',
    attribute: 'data-domain',
    siteId: 'photos.example.com',
    collectsAt: '',
  }
  const save = (change: Record<string, string>) =>
    post(
      site,
      '/studio/settings/analytics',
      { ...fields, version: versionOf('analytics'), ...change },
      mine(),
    )

  it('are off: no page loads or may load anything from another host', async () => {
    for (const path of pages) {
      const answer = await get(path, mine())
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).not.toMatch(/https?:/)
      const html = await answer.text()
      expect(html).not.toMatch(/<(script|iframe|img|source)[^>]*\ssrc="(https?:)?\/\//)
      expect(html).not.toMatch(
        /<link[^>]*rel="(stylesheet|preload|modulepreload|preconnect)"[^>]*href="(https?:)?\/\//,
      )
    }
    expect(await pageAt('/terms')).toContain('no third-party analytics')
  })

  it('are saved while off, and change nothing', async () => {
    expect((await save({})).status).toBe(303)
    for (const path of ['/', '/about']) {
      const answer = await get(path)
      expect(answer.headers.get('content-security-policy')).not.toContain('stats.example.net')
      expect(await answer.text()).not.toContain('stats.example.net')
    }
  })

  it('are refused without an https address, with a sentence, and keep what was typed', async () => {
    const answer = await save({
      enabled: 'yes',
      script: 'https://a;script-src *.example/x.js',
      siteId: 'my-site',
    })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('Enter the script’s full URL')
    expect(html).toContain('value="my-site"')
  })

  it('once on, are allowed on public pages for one origin, never on account pages, and are in the terms', async () => {
    expect((await save({ enabled: 'yes' })).status).toBe(303)
    await shows('/terms', 'stats.example.net')
    expect(await pageAt('/terms')).not.toContain('no third-party analytics')
    for (const path of ['/', '/about', '/gallery']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+ https:\/\/stats\.example\.net;/)
      expect(policy).toContain(`connect-src 'self' https://stats.example.net;`)
      expect(policy.match(/https:/g)).toHaveLength(2)
    }
    for (const path of ['/login', '/register', '/profile', '/studio', '/studio/settings/team', '/owner/x']) {
      const answer = await get(path, path === '/login' || path === '/register' ? {} : mine())
      expect(answer.headers.get('content-security-policy')).not.toContain('stats.example.net')
      if (!path.includes('analytics')) expect(await answer.text()).not.toContain('stats.example.net')
    }
    expect((await save({})).status).toBe(303)
    await shows('/terms', 'no third-party analytics')
  })
})

describe('the email settings', () => {
  const save = (fields: Record<string, string>) =>
    post(
      site,
      '/studio/settings/email',
      { name: '', email: '', replyTo: '', version: versionOf('sender'), ...fields },
      mine(),
    )

  it('set the sender of emails', async () => {
    expect(
      (await save({ name: 'Lantern', email: 'post@example.com', replyTo: 'desk@example.com' })).status,
    ).toBe(303)
    const page = await pageAt('/studio/settings/email', mine())
    expect(page).toContain('Lantern &lt;post@example.com&gt;')
    await post(site, '/contact', { name: 'Zoë Park', email: 'zoe@example.com', message: 'Hello.' })
    const [mail] = await mailTo(site, 'zoe@example.com')
    expect([mail?.from, mail?.replyTo?.[0]?.address]).toMatchObject([
      { name: 'Lantern', address: 'post@example.com' },
      'desk@example.com',
    ])
  })

  it('refuse a value that would inject a header', async () => {
    for (const name of ['A\r\nBcc: eve@example.com', 'A\u202eB'])
      expect((await save({ name })).status).toBe(422)
    expect((await save({ email: 'a@b.c\r\nBcc: eve@example.com' })).status).toBe(422)
    expect((await save({ name: 'Late', version: '1' })).status).toBe(409)
  })

  it('are read-only where the operator set MAIL_FROM, and say why', async () => {
    const other = await startSite({ env: { MAIL_FROM: 'The Desk <desk@example.org>' } })
    onTestFinished(async () => void (await other.stop()))
    const headers = { Cookie: await signedIn(other, 'owner') }
    const html = await (await fetch(`${other.url}/studio/settings/email`, { headers })).text()
    expect(html).toContain('ask the person who runs your server to remove MAIL_FROM.')
    expect(html).toContain('The Desk &lt;desk@example.org&gt;')
    expect(html).toMatch(/<input[^>]*readonly=""[^>]*name="email"|<input[^>]*name="email"[^>]*readonly=""/i)
  })
})

describe('the logo and the icon', () => {
  it('are generated until one is uploaded', async () => {
    const html = await pageAt('/')
    expect(html).toContain('href="/favicon.svg"')
    expect(html).not.toContain('/media/brand/')
    expect((await get('/favicon.ico')).headers.get('content-type')).toMatch(/icon/)
  })

  it('R24: a logo replaces the monogram everywhere, named after the business, without metadata', async () => {
    expect((await upload('logo', await cameraJpeg())).status).toBe(303)
    await shows('/about', '/media/brand/')
    const address = /src="(\/media\/brand\/[0-9a-f]{20}\/logo\.png)"/.exec(await pageAt('/about'))?.[1] ?? ''
    const html = await pageAt('/about')
    expect(html.split(`src="${address}" alt="DE Photography`).length).toBeGreaterThan(2)
    expect(await pageAt('/studio', mine())).toContain(address)
    const answer = await get(address)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=31536000, immutable',
    ])
    const bytes = Buffer.from(await answer.arrayBuffer())
    for (const secret of Object.values(SECRETS)) expect(bytes.includes(secret)).toBe(false)
    await post(site, '/contact', { name: 'Ann Lee', email: 'ann-logo@example.com', message: 'Hello.' })
    const [mail] = await mailTo(site, 'ann-logo@example.com')
    expect(mail?.html).toContain('src="cid:')
    expect(mail?.html).not.toContain('/media/brand/')
    expect(mail?.attachments).toHaveLength(1)
  })

  it('an icon is served in each size, in the manifest and as /favicon.ico', async () => {
    expect((await upload('favicon', await scene(400, 400).webp().toBuffer())).status).toBe(303)
    await shows('/', 'rel="apple-touch-icon" href="/media/brand/')
    const html = await pageAt('/')
    expect(html).not.toContain('/favicon.svg')
    const manifest = JSON.parse(await pageAt('/manifest.webmanifest'))
    expect(manifest.icons).toHaveLength(2)
    for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200)
    const ico = Buffer.from(await (await get('/favicon.ico')).arrayBuffer())
    expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
    expect((await get('/media/brand/00000000000000000000/32.png')).status).toBe(404)
    expect((await get('/media/brand/00000000000000000000/..%2f32.png')).status).toBe(404)
  })

  it('refuses each unusable file with its sentence', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const [answer, status, sentence] of [
      [await upload('logo', svg), 422, 'SVG drawing'],
      [await upload('logo', undefined), 422, 'Choose an image first.'],
      [await upload('favicon', await scene(300, 200).png().toBuffer()), 422, 'has to be square'],
      [await upload('logo', new Uint8Array(2 * 1024 * 1024 + 1)), 413, 'over the 2 MB limit'],
      [await upload('logo', await scene().png().toBuffer(), { version: '1' }), 409, 'this was just updated'],
      [await upload('constructor', svg), 422, 'Something went wrong with that form'],
    ] as const) {
      expect(answer.status).toBe(status)
      expect(await answer.text()).toContain(sentence)
    }
  })

  it('shows its form again, with the reason, after a file above every limit', async () => {
    const large = await upload('favicon', new Uint8Array(4_000_000))
    const page = await large.text()
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close'])
    for (const part of ['over the 2 MB limit', 'id="picture-logo"', 'id="picture-favicon"'])
      expect(page).toContain(part)
    expect((await get('/healthz')).status).toBe(200)
  })

  it('accepts no large body from strangers, or at any other address', async () => {
    const file = new Uint8Array(500_000)
    expect((await upload('logo', file, {}, { Cookie: '' })).status).toBe(413)
    const body = new FormData()
    body.append('picture', new Blob([file]), 'x.png')
    const other = await fetch(`${site.url}/studio/settings/email`, {
      method: 'POST',
      body,
      headers: mine(),
    })
    expect(other.status).toBe(413)
  })

  it('switches to the monogram, and can be undone', async () => {
    const send = (intent: string) =>
      post(site, '/studio/settings/logo', { slot: 'logo', intent, version: versionOf('brand') }, mine())
    expect((await send('remove')).status).toBe(303)
    await expect.poll(() => pageAt('/about')).not.toContain('/logo.png')
    expect((await send('restore')).status).toBe(303)
    await shows('/about', '/logo.png')
    expect((await send('nonsense')).status).toBe(422)
  })
})

describe('the team', () => {
  const send = (fields: Record<string, string>, headers = mine()) =>
    post(site, '/studio/settings/team', fields, headers)

  it('D5: is invited by email, and no one in the Studio sees the link', async () => {
    const invited = await send({ intent: 'invite', email: 'new@example.com', role: 'assistant', userId: 'x' })
    expect(invited.status).toBe(303)
    const [mail] = await mailTo(site, 'new@example.com')
    const path = /\/owner\/[\w-]{32}/.exec(mail?.text ?? '')?.[0] ?? ''
    const [row] = rows(site, `select id from outbox where kind = 'account-invitation'`)
    const assistant = { Cookie: await signedIn(site, 'assistant') }
    for (const page of [`/studio/emails/${row?.id}`, `/studio/emails/${row?.id}/preview`]) {
      const html = await pageAt(page, assistant)
      expect(html).toContain('Open the Studio')
      expect(html).not.toContain(path)
    }
    expect(await pageAt('/studio/settings/team', mine())).toContain('new@example.com')
    const joined = await post(site, path, { name: 'New Person', email: '', password: 'three quiet herons' })
    expect(joined.status).toBe(303)
    expect(rows(site, `select role from users where email = 'new@example.com'`)).toEqual([
      { role: 'assistant' },
    ])
    const theirs = {
      Cookie: joined.headers
        .getSetCookie()
        .map((each) => each.split(';', 1)[0])
        .join('; '),
    }
    expect((await get('/studio', theirs)).status).toBe(200)
    const [{ id } = {}] = rows(site, `select id from users where email = 'new@example.com'`)
    const ended = await send({ intent: 'change-role', user: String(id), was: 'assistant', to: 'client' })
    expect(ended.status).toBe(303)
    expect((await get('/studio', theirs)).status).toBe(302)
  })

  it('refuses with a sentence, and keeps the last owner', async () => {
    for (const [fields, status, sentence] of [
      [{ intent: 'invite', email: 'nobody', role: 'owner' }, 422, 'Enter a full email address'],
      [{ intent: 'invite', email: 'a@example.com', role: 'client' }, 422, 'Choose an option from the list.'],
      [{ intent: 'invite', email: 'owner@example.com', role: 'owner' }, 422, 'is already on your team'],
      [{ intent: 'withdraw', id: 'x' }, 409, 'The team list has changed'],
      [{ intent: 'nonsense' }, 422, 'Something went wrong with that form'],
      [
        {
          intent: 'change-role',
          user: String(rows(site, `select id from users where email = 'owner@example.com'`)[0]?.id),
          was: 'owner',
          to: 'client',
        },
        422,
        'at least one owner',
      ],
    ] as const) {
      const answer = await send(fields as Record<string, string>)
      expect(answer.status).toBe(status)
      expect(await answer.text()).toContain(sentence)
    }
  })
})

describe('the promotion', () => {
  it('is reported as shown only while visitors see it', async () => {
    const [{ value } = {}] = rows(site, `select value from settings where key = 'promo'`)
    const { title, text, flyer, linkLabel, link } = JSON.parse(String(value))
    const fields = { title, text, flyer: flyer ?? '', linkLabel, link, enabled: 'yes', from: '', until: '' }
    for (const [change, sentence] of [
      [{ until: '2020-01-31' }, 'Saved. The pop-up has ended, so visitors don’t see it.'],
      [{ from: '2090-01-01' }, 'Saved. Visitors will see the pop-up from its start date.'],
      [{ enabled: '' }, 'Saved. The pop-up is off, so visitors don’t see it.'],
      [{}, 'Saved and published.'],
    ] as const) {
      const sent = { ...fields, ...change, version: versionOf('promo') }
      const saved = await post(site, '/studio/settings/promo', sent, mine())
      expect(saved.status).toBe(303)
      expect(await pageAt(String(saved.headers.get('location')), mine())).toContain(sentence)
    }
  })
})

describe('links', () => {
  it('disappear from the footer and the structured data when cleared, and return', async () => {
    const form = await pageAt('/studio/settings/links', mine())
    const names = [...form.matchAll(/name="((?:instagram|youtube|video\.|otherSite\.)[\w]*)"/g)].flatMap(
      ([, name]) => name ?? [],
    )
    expect(names).toHaveLength(8)
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    const save = (change: Record<string, string>) =>
      post(site, '/studio/settings/links', { ...empty, ...change, version: versionOf('links') }, mine())
    for (const path of ['/', '/contact'])
      for (const text of ['>Instagram', '>YouTube', 'ftr__vid']) expect(await pageAt(path)).toContain(text)
    expect(await pageAt('/contact')).toContain('sameAs')

    expect((await save({})).status).toBe(303)
    for (const path of ['/', '/about', '/contact', '/terms', '/no-such-page']) {
      await expect.poll(() => pageAt(path), { interval: 50 }).not.toContain('>Instagram')
      expect(await pageAt(path)).not.toMatch(/>YouTube|ftr__vid|sameAs|instagram\.com|mikhenzo\.example/)
    }

    const half = await save({ 'otherSite.url': 'https://other.example.com/' })
    expect(half.status).toBe(422)
    expect(await half.text()).toContain('Fill this in, or clear both fields for the other site.')

    expect((await save({ instagram: 'https://www.instagram.com/lantern' })).status).toBe(303)
    await shows('/contact', 'href="https://www.instagram.com/lantern"')
    expect(await pageAt('/contact')).toMatch(/"sameAs":\["https:\/\/www\.instagram\.com\/lantern"\]/)
  })
})

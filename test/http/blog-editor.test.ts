import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'assistant' | 'owner', string>
beforeAll(async () => {
  site = await startSite()
  cookies = { assistant: await signedIn(site, 'assistant'), owner: await signedIn(site, 'owner') }
})
afterAll(() => site?.stop())

const POSTS = '/studio/website/posts'
const send = (
  path: string,
  fields: Record<string, string>,
  who: keyof typeof cookies = 'assistant',
): Promise<Response> => post(site, path, fields, { Cookie: cookies[who] })
const page = async (path: string) => (await fetch(site.url + path)).text()
const studio = async (path: string, who: keyof typeof cookies = 'owner') =>
  (await fetch(site.url + path, { headers: { Cookie: cookies[who] } })).text()
const soon = (path: string) => expect.poll(() => page(path), { interval: 25 })
const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? ''

/** Adds a draft as the button does. @returns its path in the Studio */
async function newPost(): Promise<string> {
  const added = await send(POSTS, { intent: 'add' })
  expect(added.status).toBe(303)
  return added.headers.get('location') ?? ''
}

const FIELDS = {
  ...{
    title: 'Rain & umbrellas',
    excerpt: 'A short one.',
    tags: 'Weddings, Light, weddings',
    author: 'Dana',
  },
  ...{ cover: 'roses-by-the-window', slug: '', date: '', time: '' },
  markdown: 'First *part*.\n\n<script>alert(1)</script>\n\n![A jar](photo:cosmetics-jar-on-stone)',
}

const idOf = (path: string) => path.split('/').at(-1) ?? ''
const doc = (...content: object[]) => JSON.stringify({ version: 1, doc: { type: 'doc', content } })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

describe('a post without script', () => {
  it('is a draft until it is published, and then on the site, in feeds and in lists', async () => {
    const path = await newPost()
    await page('/blog')
    const version = versionIn(await studio(path))
    const saved = await send(path, { ...FIELDS, version, intent: 'save' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?done=saved`])
    const form = await studio(path)
    expect(form).toContain('value="Rain &amp; umbrellas"')
    expect(form).toContain('![A jar](photo:cosmetics-jar-on-stone)')
    expect(await studio(POSTS)).toContain('Rain &amp; umbrellas')
    expect(await page('/blog')).not.toContain('umbrellas')
    expect(await (await send(`${path}/preview`, { ...FIELDS, title: 'Not yet' })).text()).toContain('Not yet')

    const incomplete = await send(path, {
      ...{ ...FIELDS, excerpt: '', tags: '', intent: 'publish' },
      version: versionIn(form),
    })
    expect(incomplete.status).toBe(422)
    const refused = await incomplete.text()
    expect(refused).toContain('“Excerpt” is required.')
    expect(refused).toContain('Add at least one tag.')

    const published = await send(path, { ...FIELDS, version: versionIn(form), intent: 'publish' })
    expect([published.status, published.headers.get('location')]).toEqual([303, `${path}?done=published`])
    await soon('/blog').toContain('Rain &amp; umbrellas')
    const shown = await page('/blog/rain-umbrellas')
    expect(shown).toContain('<em>part</em>')
    expect(shown).not.toContain('<script>alert(1)')
    expect(await page('/blog.atom')).toContain('Rain &amp; umbrellas')
    expect(shown).toContain('"keywords":["Weddings","Light"]')
    expect(shown).toContain('href="/blog/tag/light"')
    const tagged = await page('/blog/tag/light')
    expect(tagged).toContain('Rain &amp; umbrellas')
    expect(tagged).not.toContain('Grandmothers first')
    expect(await page('/blog/tag/weddings')).toContain('A small list for the morning of your wedding')
    for (const path of ['/blog/tag/nothing', '/blog?page=2', '/blog/tag/light?page=2', '/blog?page=x'])
      expect((await fetch(site.url + path)).status, path).toBe(404)
    expect(await page('/sitemap.xml')).toContain('/blog/rain-umbrellas')
    expect(await studio(`/studio/search?words=umbrellas`)).toContain(path)
    expect(await studio('/studio/activity')).toContain('Post “Rain &amp; umbrellas”')
    expect(rows(site, 'select name from post_tags where post_id = ? order by position', idOf(path))).toEqual([
      { name: 'Weddings' },
      { name: 'Light' },
    ])
  })

  it('keeps what Markdown can’t say, if its text isn’t changed', async () => {
    const path = await newPost()
    const photo = { photo: 'cosmetics-jar-on-stone', caption: '', alt: 'One jar', wide: false }
    const document = doc(paragraph('A jar.'), { type: 'photo', attrs: photo })
    await send(path, { ...FIELDS, markdown: '', document, version: '1.1', intent: 'publish' })
    const form = await studio(path)
    expect(form).toContain('left out for 1 photo')
    const markdown = 'A jar.\n\n![](photo:cosmetics-jar-on-stone)'
    await send(path, { ...FIELDS, title: 'Same text', markdown, version: versionIn(form), intent: 'publish' })
    await soon('/blog').toContain('Same text')
    const slug = String(rows(site, 'select slug from posts where id = ?', idOf(path))[0]?.slug)
    expect(await page(`/blog/${slug}`)).toContain('alt="One jar"')
  })

  it('redirects from each former slug, which no other post can take', async () => {
    const path = await newPost()
    const publish = async (slug: string, expected = 303) => {
      const form = { ...FIELDS, slug, version: versionIn(await studio(path)), intent: 'publish' }
      expect((await send(path, form)).status).toBe(expected)
    }
    await publish('first-name')
    await publish('second-name')
    await publish('third-name')
    for (const slug of ['first-name', 'second-name']) {
      const answer = await fetch(`${site.url}/blog/${slug}`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/third-name'])
    }
    const other = await newPost()
    const taken = await send(other, { ...FIELDS, slug: 'first-name', version: '1.1', intent: 'publish' })
    expect(taken.status).toBe(422)
    expect(await taken.text()).toContain('Another post has this URL slug, or had it before.')
    await publish('Not A Slug', 422)
    await publish('first-name')
    expect((await fetch(`${site.url}/blog/first-name`)).status).toBe(200)
    expect((await fetch(`${site.url}/blog/third-name`, { redirect: 'manual' })).status).toBe(301)
  })

  it('is scheduled in the studio’s zone, and unpublished', async () => {
    const path = await newPost()
    const scheduled = { ...FIELDS, title: 'Later', date: '2099-07-01', time: '09:30' }
    const done = await send(path, { ...scheduled, version: '1.1', intent: 'publish' })
    expect(done.headers.get('location')).toBe(`${path}?done=scheduled`)
    expect(rows(site, 'select published_at as at from posts where id = ?', idOf(path))).toEqual([
      { at: Date.parse('2099-07-01T09:30:00-04:00') },
    ])
    expect((await fetch(`${site.url}/blog/later`)).status).toBe(404)
    expect(await studio(`${POSTS}?state=scheduled`)).toContain('Later')
    const version = versionIn(await studio(path))
    expect((await send(path, { intent: 'unpublish', version: '1.1' })).status).toBe(409)
    expect((await send(path, { intent: 'unpublish', version })).status).toBe(303)
    expect(await studio(`${POSTS}?state=scheduled`)).not.toContain('Later')
    expect(await studio(`${POSTS}?state=draft&search=later`)).toContain('Later')
  })

  it('is there for visitors once it is published, and gone once it is unpublished', async () => {
    const path = await newPost()
    for (let round = 0; round < 5; round++) {
      const version = versionIn(await studio(path))
      await send(path, { ...FIELDS, slug: 'at-once', intent: 'publish', version })
      expect(await page('/blog/at-once')).toContain('umbrellas')
      await send(path, { intent: 'unpublish', version: versionIn(await studio(path)) })
      expect(await page('/blog/at-once')).not.toContain('umbrellas')
    }
  })

  it('refuses a stale save with the text still in the form, and adds it as another version when it is sent again', async () => {
    const path = await newPost()
    await send(path, { ...FIELDS, markdown: 'Theirs.', version: '1.1', intent: 'save' }, 'owner')
    const stale = await send(path, { ...FIELDS, markdown: 'Mine.', version: '1.1', intent: 'save' })
    expect(stale.status).toBe(409)
    const form = await stale.text()
    expect(form).toContain('saved a newer version')
    expect(form).toContain('Mine.</textarea>')
    expect(form).toContain('name="separate"')
    const again = { ...FIELDS, markdown: 'Mine.', version: versionIn(form), separate: 'yes', intent: 'save' }
    expect((await send(path, again)).status).toBe(303)
    const list = await studio(`${path}/versions`)
    expect(list).toContain('show=1')
    expect(list).toContain('show=2')
    expect(await studio(`${path}/versions?show=1`)).toContain('<p>Theirs.</p>')
    expect((await send(`${path}/versions`, { number: '1' })).status).toBe(303)
    expect(await studio(path)).toContain('Theirs.</textarea>')
    expect(rows(site, 'select count(*) as n from post_versions where post_id = ?', idOf(path))).toEqual([
      { n: 3 },
    ])
  })

  it('is deleted by an owner only, after being asked', async () => {
    const path = await newPost()
    await send(path, { ...FIELDS, title: 'Going', version: '1.1', intent: 'publish' })
    const asked = await studio(`${path}?remove=ask`)
    expect(asked).toContain('permanently?')
    const version = versionIn(asked)
    expect(await studio(`${path}?remove=ask`, 'assistant')).not.toContain('permanently?')
    expect((await send(path, { intent: 'remove', version })).status).toBe(404)
    const stale = await send(path, { intent: 'remove', version: '1.1' }, 'owner')
    expect(stale.status).toBe(409)
    expect(await stale.text()).toContain('Review it and try again.')
    expect((await send(path, { intent: 'remove', version }, 'owner')).status).toBe(303)
    expect((await fetch(`${site.url}/blog/going`)).status).toBe(404)
    expect((await fetch(site.url + path, { headers: { Cookie: cookies.owner } })).status).toBe(404)
  })
})

describe('saving while typing', () => {
  const autosave = async (path: string, fields: Record<string, string>) => {
    const answer = await send(`${path}/autosave`, { ...FIELDS, markdown: '', ...fields })
    return { status: answer.status, ...(await answer.json()) }
  }

  it('continues one version, publishes nothing, and refuses a stale one', async () => {
    const path = await newPost()
    const first = await autosave(path, { document: doc(paragraph('a')), version: '1.1' })
    const second = await autosave(path, { document: doc(paragraph('ab')), version: first.version })
    expect([first, second]).toMatchObject([
      { ok: true, version: '1.2' },
      { ok: true, version: '1.3' },
    ])
    expect(await autosave(path, { document: doc(paragraph('ac')), version: first.version })).toMatchObject({
      ok: false,
      reason: 'changed-since',
      version: '1.3',
    })
    expect(rows(site, 'select number, document from post_versions where post_id = ?', idOf(path))).toEqual([
      { number: 1, document: doc(paragraph('ab')) },
    ])
    expect(rows(site, 'select title, published_at from posts where id = ?', idOf(path))).toEqual([
      { title: FIELDS.title, published_at: null },
    ])
  })

  it('takes a long post, and refuses a longer one and what the schema doesn’t have', async () => {
    const path = await newPost()
    const long = doc(...Array.from({ length: 400 }, () => paragraph('word “quoted” '.repeat(50).trim())))
    expect(long.length).toBeGreaterThan(250_000)
    const saved = await autosave(path, { document: long, version: '1.1' })
    expect(saved).toMatchObject({ ok: true })
    const refused = (document: string) => autosave(path, { document, version: saved.version })
    for (const document of [
      doc(paragraph('a'.repeat(400_000))),
      doc({ type: 'iframe' }),
      '{"version":1,"doc":{"type":"doc","content":'.padEnd(100_000, '['),
    ])
      expect(await refused(document)).toMatchObject({
        ok: false,
        reason: 'refused',
        sentence: expect.stringMatching(/^[A-Z].*\.$/s),
      })
    expect((await send(`${path}/autosave`, { document: 'a'.repeat(1_100_000) })).status).toBe(413)
    expect((await send(`${POSTS}/nothing/autosave`, { ...FIELDS, version: '1.1' })).status).toBe(404)
  })
})

describe('a private link', () => {
  const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])

  it('opens a draft with its password, without script, until it is revoked', async () => {
    const path = await newPost()
    await send(path, { ...FIELDS, title: 'For one reader', version: '1.1', intent: 'save' })
    expect(await studio(path)).toContain(`${path}/links`)
    const refused = await send(`${path}/links`, { intent: 'add', name: '', password: 'short' })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('at least 8')])
    const added = await send(`${path}/links`, { intent: 'add', name: 'Dana', password: 'quiet-lamp-7' })
    expect(added.status).toBe(303)
    const listed = await studio(`${path}/links`)
    expect(listed).toContain('quiet-lamp-7')
    const link = new URL(/http[^<]*\/p\/[\w-]{48}/.exec(listed)?.[0] ?? '').pathname
    expect(String(rows(site, 'select password from post_links')[0]?.password)).not.toContain('lamp')

    const followed = await fetch(site.url + link, { redirect: 'manual' })
    expect([followed.status, followed.headers.get('cache-control')]).toEqual([303, 'no-store'])
    const address = followed.headers.get('location') ?? ''
    expect(address).not.toContain(link.slice(3))
    const [token = ''] = cookiesOf(followed)
    expect((await fetch(site.url + address)).status).toBe(404)
    const ask = (cookie: string) => fetch(site.url + address, { headers: { Cookie: cookie } })
    const locked = await (await ask(token)).text()
    expect(locked).toContain('noindex')
    expect(locked).not.toContain('For one reader')
    const give = (password: string) => post(site, address, { password }, { Cookie: token })
    expect((await give('quiet-lamp-8')).status).toBe(422)
    const given = await give('quiet-lamp-7')
    expect(given.status).toBe(303)
    const both = [token, ...cookiesOf(given)].join('; ')
    const read = await ask(both)
    expect(read.headers.get('cache-control')).toContain('no-store')
    expect(await read.text()).toContain('For one reader')

    const id = /name="id" value="([^"]*)"/.exec(listed)?.[1] ?? ''
    const revoke = { intent: 'revoke', id, version: '1' }
    expect((await send(`${path}/links`, revoke)).status).toBe(303)
    expect((await send(`${path}/links`, revoke)).status).toBe(409)
    expect((await ask(both)).status).toBe(404)
    expect((await fetch(site.url + link, { redirect: 'manual' })).status).toBe(404)
  })

  it('makes readers wait after several wrong passwords, and leads to a post that is public', async () => {
    const path = await newPost()
    await send(path, {
      ...FIELDS,
      title: 'Whispered words',
      visibility: 'unlisted',
      version: '1.1',
      intent: 'publish',
    })
    expect(await studio(path)).toContain('Unlisted')
    const slug = String(rows(site, 'select slug from posts where id = ?', idOf(path))[0]?.slug)
    const shown = await page(`/blog/${slug}`)
    expect(shown).toContain('<meta name="robots" content="noindex"')
    expect(shown).not.toContain('BlogPosting')
    for (const list of ['/blog', '/sitemap.xml', '/blog.atom', '/blog.rss', '/blog.json', '/'])
      expect(await page(list), list).not.toContain(slug)
    await send(`${path}/links`, { intent: 'add', name: 'Sam', password: 'quiet-lamp-9' })
    const link = /\/p\/[\w-]{48}/.exec(await studio(`${path}/links`))?.[0] ?? ''
    const followed = await fetch(site.url + link, { redirect: 'manual' })
    const address = followed.headers.get('location') ?? ''
    const headers = { Cookie: cookiesOf(followed).join('; ') }
    for (let n = 1; n < 8; n++)
      expect((await post(site, address, { password: `wrong ${n}` }, headers)).status).toBe(422)
    expect((await post(site, address, { password: 'wrong' }, headers)).status).toBe(429)
    const late = await post(site, address, { password: 'quiet-lamp-9' }, headers)
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])

    const version = versionIn(await studio(path))
    await send(path, {
      ...FIELDS,
      title: 'Whispered words',
      visibility: 'public',
      version,
      intent: 'publish',
    })
    const open = await fetch(site.url + address, { headers, redirect: 'manual' })
    expect(open.headers.get('location')).toBe(`/blog/${slug}`)
  })
})

describe('a post with blocks', () => {
  const block = (type: string, attrs: object) => ({ type, attrs })

  it('shows them without script, and allows a player only where there is a video', async () => {
    const path = await newPost()
    const story = String(
      rows(site, "select slug from galleries where kind = 'portfolio' and published_at is not null")[0]?.slug,
    )
    const [type] = rows(site, 'select slug, title from session_types where published_at is not null')
    const [said] = rows(
      site,
      'select t.id, t.name from testimonials t join testimonial_permissions p on p.testimonial_id = t.id where p.withdrawn_on is null',
    )
    const document = doc(
      paragraph('Before.'),
      block('galleryTeaser', { gallery: story }),
      block('galleryTeaser', { gallery: 'never-published' }),
      block('sessionOffer', { session: type?.slug }),
      block('testimonial', { testimonial: said?.id }),
      block('video', { service: 'youtube', video: 'aqz-KE-bpKQ', title: 'A film', photo: '' }),
    )
    const fields = {
      ...FIELDS,
      title: 'Blocks of all kinds',
      searchTitle: 'Found',
      searchDescription: 'By words',
    }
    await send(path, { ...fields, markdown: '', document, version: '1.1', intent: 'publish' })
    await soon('/blog').toContain('Blocks of all kinds')
    const answer = await fetch(`${site.url}/blog/blocks-of-all-kinds`)
    const html = await answer.text()
    expect(html).toContain(`href="/portfolio/${story}"`)
    expect(html).not.toContain('never-published')
    expect(html).toContain(`/book-session?service=${type?.slug}`)
    expect(html).toContain(String(said?.name).replaceAll('&', '&amp;'))
    expect(html).toContain('href="https://www.youtube.com/watch?v=aqz-KE-bpKQ"')
    expect(html).not.toContain('<iframe')
    expect(html).toContain('<title>Found · ')
    expect(html).toContain('<meta name="description" content="By words"')
    expect(answer.headers.get('content-security-policy')).toContain(
      'frame-src https://www.youtube-nocookie.com',
    )
    expect((await fetch(`${site.url}/blog`)).headers.get('content-security-policy')).not.toContain(
      'frame-src',
    )
    expect(await page('/blog.rss')).toContain('watch?v=aqz-KE-bpKQ')

    const picture = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
    const drawn = await fetch(site.url + new URL(picture).pathname)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(drawn.headers.get('cache-control')).toContain('immutable')
    expect(await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).toMatchObject({
      ...{ format: 'jpeg', width: 1200, height: 630 },
    })
    const forged = new URL(picture).pathname.replace(/[0-9a-f]{20}/, '0'.repeat(20))
    expect((await fetch(site.url + forged)).status).toBe(404)

    const version = versionIn(await studio(path))
    const changed = doc(paragraph('After.'), block('sessionOffer', { session: type?.slug }))
    await send(path, { ...fields, markdown: '', document: changed, version, intent: 'save' })
    const compared = await studio(`${path}/versions?from=1&to=2`)
    expect(compared).toContain('<del>Before')
    expect(compared).toContain('<ins>After')
    expect(
      (await fetch(`${site.url}${path}/versions?from=1&to=99`, { headers: { Cookie: cookies.owner } }))
        .status,
    ).toBe(404)
  })
})

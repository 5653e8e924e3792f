import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { write } from '../support/booking'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const pageAt = async (path: string) => (await fetch(site.url + path)).text()

function changeStudio(change: Record<string, unknown>): void {
  write(site, (database) => {
    const row = database.prepare("select value from settings where key = 'studio'").get()
    const value = JSON.stringify({ ...JSON.parse(String(row?.value)), ...change })
    database.prepare("update settings set value = ? where key = 'studio'").run(value)
  })
}

const TABLES = [
  'settings',
  'pages',
  'services',
  'packages',
  'faqs',
  'testimonials',
  'posts',
  'photos',
  'galleries',
  'gallery_items',
  'products',
  'session_types',
  'places',
]

/** Replaces a word in all content, like an edit by the owner. */
function replaceEverywhere(word: string, by: string): void {
  write(site, (database) => {
    for (const table of TABLES)
      for (const { name, type } of database.prepare(`pragma table_info(${table})`).all())
        if (String(type).toLowerCase() === 'text')
          database
            .prepare(`update ${table} set ${name} = replace(${name}, ?, ?) where instr(${name}, ?) > 0`)
            .run(word, by, word)
  })
}

describe('D3: the business facts', () => {
  it('are the studio’s settings, wherever a page shows them', async () => {
    expect(await pageAt('/')).toContain('(973) 555-0142')
    changeStudio({ name: 'Lantern & Loom', phone: '(862) 555-0199', email: 'studio@example.org' })
    await expect.poll(() => pageAt('/')).toContain('(862) 555-0199')
    for (const path of ['/', '/contact', '/terms', '/services', '/404']) {
      const html = await pageAt(path)
      expect(html).toContain('(862) 555-0199')
      expect(html).toContain('studio@example.org')
      expect(html).toContain('Lantern &amp; Loom')
      expect(html).not.toContain('(973) 555-0142')
    }
    expect(await pageAt('/manifest.webmanifest')).toContain('Lantern & Loom')
  })

  it('tell where the studio is, and that clients get its street later only while there is none', async () => {
    const later = 'The address comes with your confirmation.'
    for (const path of ['/contact', '/about'])
      expect(await pageAt(path), path).toContain(`East Orange, New Jersey. ${later}`)
    const address = {
      ...{ street: '41 Example Street', locality: 'East Orange' },
      ...{ region: 'NJ', postalCode: '07017', country: 'US' },
    }
    changeStudio({ address })
    await expect.poll(() => pageAt('/contact')).toContain('>41 Example Street, East Orange, NJ 07017<')
    for (const path of ['/contact', '/about', '/book-session'])
      expect(await pageAt(path), path).not.toContain(later)
    expect(await pageAt('/about')).toContain('41 Example Street, East Orange, NJ 07017')
    changeStudio({ address: { ...address, street: '' } })
  })

  it('leave no trace of the demo’s name, monogram or town outside of the owner’s content', async () => {
    const first = ['DE Photography', 'East Orange', 'Mikhenzo', 'Dorian']
    for (const word of first) replaceEverywhere(word, 'Somewhere')
    changeStudio({
      name: 'Lantern & Loom',
      logo: ['L', 'M'],
      tagline: 'Portraits in Montclair',
      description: 'Portraits.',
    })
    await expect.poll(() => pageAt('/')).toContain('Portraits in Montclair')
    const sitemap = await pageAt('/sitemap.xml')
    const pages = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => new URL(url ?? '').pathname)
    expect(pages.length).toBeGreaterThan(15)
    const others = [
      '/login',
      '/register',
      '/forgot-password',
      '/no-such-page',
      '/book-session?step=time',
      '/manifest.webmanifest',
      '/robots.txt',
      '/sitemap.xml',
      '/blog.atom',
    ]
    for (const path of [...pages, ...others]) {
      const text = await pageAt(path)
      for (const word of [...first, />\s*DE\b/, /"DE"/, /\bDE 120\b/, '/favicon.svg', 'icon-192.png'])
        expect(text.match(word)?.[0], `${path} has ${word}`).toBeUndefined()
    }
    expect(await pageAt('/book-session')).toContain('LM 120')
  })

  it('leave plain headings on pages that were saved before these could be edited', async () => {
    const headings: [path: string, demo: string, plain: string][] = [
      ['/', 'From hello to the wall', 'How it works'],
      ['/about', 'Around the room', 'Behind the scenes'],
      ['/portrait', 'Four ways to do it', 'Session options'],
      ['/blog/what-rain-does-to-a-city-portrait', 'We’ll bring the light', 'Ready to book a session?'],
    ]
    for (const [path, demo] of headings) expect(await pageAt(path), path).toContain(demo)
    write(site, (database) =>
      database.exec(
        `update pages set body = json_remove(body, '$.stepsTitle', '$.photosTitle', '$.sectionsTitle', '$.callTitle')`,
      ),
    )
    for (const [path, demo, plain] of headings) {
      await expect.poll(() => pageAt(path)).toContain(plain)
      expect(await pageAt(path), path).not.toContain(demo)
    }
  })

  it('are on the icons, also at the default addresses that browsers request', async () => {
    const { icons } = JSON.parse(await pageAt('/manifest.webmanifest'))
    expect(icons).toHaveLength(2)
    for (const { src } of icons)
      expect((await fetch(site.url + src)).headers.get('content-type')).toBe('image/png')
    for (const path of ['/favicon.svg', '/apple-touch-icon.png', '/icon-maskable-512.png']) {
      const answer = await fetch(site.url + path)
      expect(answer.url).toContain('/media/brand/')
      expect(answer.status).toBe(200)
    }
    const ico = await fetch(`${site.url}/favicon.ico`)
    expect(Buffer.from(await ico.arrayBuffer())).not.toEqual(readFileSync('public/favicon.ico'))
  })
})

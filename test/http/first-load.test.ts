import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import postcss from 'postcss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ content: 'photos' })
})
afterAll(() => site?.stop())

/**
 * Limit for the script of a public page, in transferred bytes (brotli). React and React Router take about 95
 * KB.
 */
const SCRIPT_BYTES = 115 * 1_024
/** The same for the booking form. */
const BOOKING_BYTES = 120 * 1_024
const STUDIO_BYTES = 150 * 1_024
/** Most scripts of a room that aren’t of every room: a phone asks for six at a time. */
const STUDIO_FILES = 11
/** Limit in bytes for inline scripts that run before a public page's modules, without the page's data. */
const INLINE_BYTES = 3 * 1_024

/** Limits in uncompressed bytes: of a page's HTML, of the styles in its head, and of each font and all fonts. */
const HTML_BYTES = 128 * 1_024
const STYLE_BYTES = 30 * 1_024
const FONT_BYTES = 16 * 1_024
const FONTS_BYTES = 54 * 1_024

const PAGE_HEADER_BYTES = 700
const FILE_HEADER_BYTES = 350

const BESIDE_THE_SITEMAP = ['/book-session', '/thank-you', '/login', '/register', '/404', '/newsletter']

interface Script {
  bytes: number
  imports: string[]
}

const known = new Map<string, Promise<Script>>()

async function read(address: string): Promise<Script> {
  const answer = await fetch(site.url + address, { headers: { 'Accept-Encoding': 'br' } })
  expect(answer.status, address).toBe(200)
  const imports = (await answer.text()).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)
  return {
    bytes: Number(answer.headers.get('content-length')),
    imports: [...imports].map(([, name]) => `/assets/${name}`),
  }
}

/** The scripts that a page refers to, and everything that they import statically. */
async function scriptsOf(path: string): Promise<Map<string, number>> {
  const page = await fetch(site.url + path)
  const found = new Map<string, number>()
  const named = (await page.text()).matchAll(/(?:href=|\bfrom |\bimport[ (])"(\/assets\/[\w.-]+\.js)"/g)
  let next = [...new Set([...named].map(([, address = '']) => address))]
  while (next.length > 0) {
    const scripts = next.map((address) => known.get(address) ?? read(address))
    for (const [at, address] of next.entries()) known.set(address, scripts[at] as Promise<Script>)
    const imported = (await Promise.all(scripts)).flatMap(({ bytes, imports }, at) => {
      found.set(next[at] ?? '', bytes)
      return imports
    })
    next = [...new Set(imported)].filter((address) => !found.has(address))
  }
  return found
}

async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(listed).toContain('/gallery')
  return listed
}

const publicPaths = async () => new Set([...(await listedPaths()), ...BESIDE_THE_SITEMAP])

it('no public page loads more script than its budget', async () => {
  const sizes = new Map<string, number>()
  for (const path of await publicPaths()) {
    const scripts = await scriptsOf(path)
    // Otherwise, a page without scripts would pass.
    expect(scripts.size, path).toBeGreaterThan(5)
    sizes.set(
      path,
      [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    )
  }
  const limitOf = (path: string) => (path === '/book-session' ? BOOKING_BYTES : SCRIPT_BYTES)
  expect([...sizes].filter(([path, bytes]) => bytes > limitOf(path))).toEqual([])
})

/** Bytes of a response's headers in HTTP/1.1. */
const headerBytes = ({ status, statusText, headers }: Response) =>
  [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    `HTTP/1.1 ${status} ${statusText}\r\n\r\n`.length,
  )

it('headers of cached pages, scripts and photos stay within their budget', async () => {
  for (const path of await listedPaths()) {
    await fetch(site.url + path)
    const page = await fetch(site.url + path)
    expect(headerBytes(page), path).toBeLessThan(PAGE_HEADER_BYTES)
    const html = await page.text()
    const files = html.match(/\/(assets\/[\w.-]+\.js|media\/[\w./-]+\.avif)/g) ?? []
    for (const file of files.slice(0, 3)) {
      await fetch(site.url + file)
      expect(headerBytes(await fetch(site.url + file)), file).toBeLessThan(FILE_HEADER_BYTES)
    }
  }
})

const countOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length

it('a public page has its own styles in the head, and requests only its first picture early', async () => {
  for (const path of await publicPaths()) {
    const html = await (await fetch(site.url + path)).text()
    expect(Buffer.byteLength(html), path).toBeLessThan(HTML_BYTES)
    const head = html.slice(0, html.indexOf('</head>'))
    const styles = /<style>(.*?)<\/style>/.exec(head)?.[1] ?? ''
    expect(styles, path).toContain('.hdr{')
    expect(styles.length, path).toBeLessThan(STYLE_BYTES)
    expect(head.search(/<style>/), path).toBeLessThan(head.search(/<(link rel="(?!preload)|script|title)\b/))

    const firstPictures = countOf(html, /<img\b[^>]*fetchpriority="high"/gi)
    expect(firstPictures, path).toBeLessThanOrEqual(1)
    const preloads = html.match(/<link\b[^>]*rel="preload"[^>]*>/g) ?? []
    expect(preloads, path).toHaveLength(firstPictures)
    for (const preload of preloads) {
      expect(preload, path).toContain('as="image"')
      expect(head.indexOf(preload), path).toBeLessThan(head.search(/<style>/))
    }

    // The modules for hydration are named in the page, but not loaded yet.
    expect(countOf(html, /<link rel="later" href="\/assets\/[\w.-]+\.js"/g), path).toBeGreaterThan(3)
    expect(html, path).toContain('window.startModules=')
    const plain = /<noscript>(.*?)<\/noscript>/.exec(head)?.[1] ?? ''
    const sheets = head.replace(plain, '').match(/<link rel="stylesheet"[^>]*>/g) ?? []
    expect(sheets.length, path).toBeGreaterThan(0)
    expect(
      sheets.filter((link) => !link.includes(' disabled=""')),
      path,
    ).toEqual([])
    expect(countOf(plain, /<link rel="stylesheet"/g), path).toBe(sheets.length)
  }
})

it('a cached page has its data once, as HTML, and loads it with its modules for hydration', async () => {
  const within: string[] = []
  for (const path of await publicPaths()) {
    const html = await (await fetch(site.url + path)).text()
    if (html.includes('streamController.enqueue')) within.push(path)
    else {
      const [, from = ''] = /<link rel="later" as="fetch" crossorigin="" href="([^"]+)"/.exec(html) ?? []
      expect(html, path).toContain(`pageData=fetch("${from}")`)
      const answer = await fetch(site.url + from)
      expect(answer.headers.get('cache-control'), path).toContain('public')
      expect(await answer.text(), path).toContain('"routes/site/layout"')
    }
  }
  expect(within).toEqual(['/book-session', '/thank-you', '/login', '/register', '/404'])
})

it('the fonts of an English page stay within their budget', async () => {
  const html = await (await fetch(site.url)).text()
  const faces = [
    ...html.matchAll(/@font-face\{[^}]*url\(([^)]+\.woff2)\)[^}]*unicode-range:U\+20-7E,[^}]*\}/gi),
  ]
  const sizes = await Promise.all(
    faces.map(async ([, address = '']) => (await (await fetch(site.url + address)).arrayBuffer()).byteLength),
  )
  expect(sizes).toHaveLength(4)
  for (const size of sizes) expect(size).toBeLessThan(FONT_BYTES)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FONTS_BYTES)
})

it('no page names modules for the browser to load at once', async () => {
  const early = new Map<string, unknown>()
  for (const path of await publicPaths()) {
    const html = await (await fetch(site.url + path)).text()
    const run = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
      .map(([, script = '']) => script)
      .filter((script) => !script.includes('__reactRouterContext'))
    const bytes = Buffer.byteLength(run.join(''))
    if (/rel="modulepreload"|<script[^>]* src=|type="module"/.test(html) || bytes > INLINE_BYTES)
      early.set(path, bytes)
  }
  expect([...early]).toEqual([])
})

it('no page of the Studio loads more script, or in more files, than its budget', async () => {
  const login = await (await fetch(`${site.url}/login`)).text()
  const [, address = ''] = /"url":"([^"]+)"/.exec(login) ?? []
  const manifest = await (await fetch(site.url + address)).text()
  const { entry, routes }: Manifest = JSON.parse(
    manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1),
  )
  const { module = '', imports = [] } = routes['routes/studio/layout'] ?? {}
  const common = new Set([entry.module, ...entry.imports, module, ...imports])
  const sizes = new Map<string, number>()
  const files = new Map<string, number>()
  for (const id of Object.keys(routes).filter((each) => each.startsWith('routes/studio/'))) {
    const scripts = new Set([entry.module, ...entry.imports])
    for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
      for (const script of [route.module, ...route.imports]) scripts.add(script)
    files.set(id, scripts.difference(common).size)
    const loaded = await Promise.all([...scripts].map(bytesOf))
    sizes.set(
      id,
      loaded.reduce((sum, bytes) => sum + bytes, 0),
    )
  }
  expect(sizes.size).toBeGreaterThan(50)
  expect([...sizes].filter(([, bytes]) => bytes > STUDIO_BYTES)).toEqual([])
  expect([...files].filter(([, count]) => count > STUDIO_FILES)).toEqual([])
})

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { parentId?: string; module: string; imports: string[] } | undefined>
}

/** Modules of routes without a page are empty, so they aren't compressed. */
async function bytesOf(address: string): Promise<number> {
  const answer = await fetch(site.url + address, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
  expect(answer.status, address).toBe(200)
  return Number(answer.headers.get('content-length'))
}

/** Maximum KB of pages full of photos, without inline styles: uncompressed, and with brotli. */
const PAGES: [string, number, number][] = [
  ['/', 45, 10],
  ['/gallery', 66, 12],
  ['/portfolio', 56, 8],
  ['/pricing', 34, 8],
]

it.each(PAGES)('%s is at most %i KB of HTML, and %i KB compressed', async (path, plain, compressed) => {
  const html = (await (await fetch(site.url + path)).text()).replace(/<style\b.*?<\/style>/gs, '')
  expect(Buffer.byteLength(html)).toBeLessThan(plain * 1_024)
  expect(brotliCompressSync(html).length).toBeLessThan(compressed * 1_024)
})

it('no page loads the library of schemas, which only the server needs', () => {
  const assets = new URL('../../build/client/assets/', import.meta.url)
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const withSchemas = scripts.filter((name) => /Zod/.test(readFileSync(new URL(name, assets), 'utf8')))
  expect(withSchemas).toEqual([])
})

it('hover styles apply only to devices that can hover', () => {
  const assets = new URL('../../build/client/assets/', import.meta.url)
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const found = { guarded: 0, sticking: [] as string[] }
  for (const name of sheets)
    postcss.parse(readFileSync(new URL(name, assets), 'utf8')).walkRules(/:hover/, (rule) => {
      let at: postcss.Container | postcss.Document | undefined = rule.parent
      while (at && !(at.type === 'atrule' && /\(hover: ?hover\)/.test((at as postcss.AtRule).params)))
        at = at.parent
      if (at) found.guarded += 1
      else if (/(?<!:not\():hover/.test(rule.selector)) found.sticking.push(`${name}: ${rule.selector}`)
    })
  expect(found.sticking).toEqual([])
  expect(found.guarded).toBeGreaterThan(50)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

/** The most script a public page may load before any interaction, in bytes on the wire (brotli). */
const SCRIPT_BYTES = 115 * 1_024
/** Including its form. */
const BOOKING_BYTES = 165 * 1_024

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

/** The scripts that a page names, and everything they import statically. */
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

it('no public page loads more script than its budget', async () => {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(listed).toContain('/gallery')
  const sizes = new Map<string, number>()
  for (const path of new Set([...listed, ...BESIDE_THE_SITEMAP])) {
    const scripts = await scriptsOf(path)
    // A page without scripts would pass as well.
    expect(scripts.size, path).toBeGreaterThan(5)
    sizes.set(
      path,
      [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    )
  }
  const limitOf = (path: string) => (path === '/book-session' ? BOOKING_BYTES : SCRIPT_BYTES)
  expect([...sizes].filter(([path, bytes]) => bytes > limitOf(path))).toEqual([])
})

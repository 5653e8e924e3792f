import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { cookiesOf, OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let owner: { Cookie: string }
beforeAll(async () => {
  site = await startSite()
  owner = { Cookie: await signedIn(site, 'owner', { email: 'owner@lantern.example' }) }
  // An edited session type stays, so that there is one to book.
  write(site, (database) =>
    database.exec("update session_types set title = 'A sitting' where slug = 'headshot'"),
  )
  openForBooking(site)
  for (const path of ['/', '/about', '/terms', '/manifest.webmanifest'])
    expect(wordsIn((await textAt(path)).text), path).not.toEqual([])
  await post(site, '/studio/settings/data', { intent: 'remove-demo', word: 'remove' }, owner)
  await saveStudio()
})
afterAll(() => site?.stop())

/** Fills in Settings as another studio's owner would. */
async function saveStudio(): Promise<void> {
  const answer = await post(
    site,
    '/studio/settings/studio',
    {
      version: String(rows(site, "select updated_at from settings where key = 'studio'")[0]?.updated_at),
      ...{ name: 'Lantern & Loom', 'logo.0': 'L', 'logo.1': 'M', tagline: 'Portraits in {city}' },
      ...{ description: 'Portraits.', phone: '(937) 555-0111', email: 'studio@lantern.example' },
      ...{ 'address.street': '1 Canal Street', 'address.locality': 'Dayton', 'address.region': 'OH' },
      ...{ 'address.postalCode': '45402', 'address.country': 'US', areaServed: '', photographer: '' },
      ...{ currency: 'EUR', 'currency.confirmed': 'EUR' },
      ...{ timeZone: 'America/Chicago', foundingYear: '', copyrightNotice: '© {name}' },
      dataMining: 'DMI-UNSPECIFIED',
    },
    owner,
  )
  expect(answer.status).toBe(303)
}

/** What only the demo studio is, has or tells. */
const OF_THE_DEMO = [
  /DE Photography|\bDE 120\b|"DE"|>\s*DE\b|\bDE-[A-Z0-9]{4}/,
  /East Orange|Orange, NJ|Newark|Essex|New Jersey|\bNJ\b|\b0701\d\b|America\/New_York/,
  /Dorian|Whitfield|Noor|Jaylen|Okafor|Zuri|Amara|Mikhenzo|mikhenzo\./,
  /\(973\)|555-0142|973555|6\.625|hello@example\.com/,
  /\$\d|¢|\bUSD\b|\bdollars?\b/i,
  /Prom &(amp;)? Graduation|A letter, now and then|once a month|monthly newsletter|north light|\/favicon\.svg|icon-192\.png/,
]
/** Those that no token or hash contains by chance. */
const LONG_WORDS =
  /DE Photography|East Orange|New Jersey|America\/New_York|Dorian|Whitfield|Okafor|Mikhenzo(?!-products)|555-0142|973555|hello@example\.com|Prom &(amp;)? Graduation|north light/
const wordsIn = (text: string) => OF_THE_DEMO.flatMap((word) => word.exec(text)?.[0] ?? [])

const textAt = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(site.url + path, { headers })
  return { text: await answer.text(), status: answer.status }
}

it('leaves none of the demo’s words on a public page or in a document', async () => {
  await expect.poll(async () => (await textAt('/')).text).toContain('Portraits in Dayton')
  const seen = new Set<string>()
  const next = [
    ...['/', '/login', '/register', '/forgot-password', '/newsletter', '/thank-you', '/404', '/portrait'],
    ...['/pricing', '/blog', '/blog.atom', '/mikhenzo-products', '/portfolio', '/book-session', '/terms'],
    ...['/terms/versions/1', '/gallery', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'],
    ...['/.well-known/security.txt', '/.well-known/gpc.json', '/studio/settings/links', '/profile'],
  ]
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { text, status } = await textAt(path, /^\/(studio|profile)/.test(path) ? owner : {})
    expect(status, path).toBeLessThan(path === '/404' ? 405 : 400)
    expect(wordsIn(text), path).toEqual([])
    for (const [, found] of text.matchAll(/(?:href|src)="(\/[^"#?]*)/g))
      if (found && !/^\/(assets|fonts|studio|media)\b/.test(found)) next.push(found)
  }
  expect(seen.size).toBeGreaterThan(25)
  const home = (await textAt('/')).text
  for (const word of ['Lantern &amp; Loom', '(937) 555-0111', '"addressLocality":"Dayton"'])
    expect(home).toContain(word)
})

it('leaves none of them in emails and calendar files', async () => {
  const client = { name: 'Ann Lee', email: 'ann@client.example' }
  const [slot = ''] = slotsOn(
    (await textAt(`/book-session?service=headshot&location=studio&date=${OPEN_DAY}`)).text,
  )
  const booked = await post(site, '/book-session', {
    ...{ ...client, service: 'headshot', location: 'studio', slot, phone: '(937) 555-0123' },
    ...{ partySize: '1', notes: '', terms: 'yes' },
  })
  expect(booked.status).toBe(303)
  const cookie = { Cookie: cookiesOf(booked) }
  const pages = ['/thank-you', '/booking', '/booking/calendar.ics', '/booking/reschedule', '/booking/cancel']
  for (const path of pages) expect(wordsIn((await textAt(path, cookie)).text), path).toEqual([])

  const message = { ...client, phone: '', subject: 'A sitting', message: 'Is Sunday possible?' }
  await post(site, '/contact', message)
  await post(site, '/register', { ...client, password: 'three quiet herons' })
  await post(site, '/terms', { intent: 'do-not-sell', email: client.email })
  await post(site, '/', { intent: 'newsletter', email: client.email })
  await mailTo(site, client.email, 4)
  await mailTo(site, 'studio@lantern.example', 2)
  const folder = join(site.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  for (const name of names) {
    const written = await readFile(join(folder, name))
    const { subject, html, text, from, attachments } = await PostalMime.parse(written)
    const files = attachments.map(({ content }) =>
      typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1'),
    )
    const whole = [subject, html, text, from?.name, from?.address, ...files].join('\n')
    expect(wordsIn(whole), subject).toEqual([])
  }
})

it('leaves none of them in any table, but in the log of what the owner changed', () => {
  const tables = rows(site, "select name from sqlite_master where type = 'table' and name not in ('audit')")
  expect(tables.length).toBeGreaterThan(80)
  for (const { name } of tables) {
    const texts = JSON.stringify(rows(site, `select * from "${name}"`))
    expect(LONG_WORDS.exec(texts)?.[0], String(name)).toBeUndefined()
  }
})

it('leaves out sentences about what is no longer known, and says so in the Studio', async () => {
  // An edited page keeps the demo’s text.
  const lede = 'A small studio in {city}, {state}. Here since {year}, closed on Sundays.'
  write(site, (database) =>
    database
      .prepare(
        "update pages set version = version + 1, body = json_set(body, '$.lede', ?) where slug = 'about'",
      )
      .run(lede),
  )
  await expect.poll(async () => (await textAt('/about')).text).toContain('A small studio in Dayton, Ohio.')
  expect((await textAt('/about')).text).not.toContain('Here since')
  const { text } = await textAt('/studio/website/pages/about', owner)
  expect(text).toContain('Here since {year}')
  expect(text.replaceAll('<!-- -->', '')).toContain('{year} has no value')
})

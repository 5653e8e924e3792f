import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { slotsOn } from '../support/booking'
import { post, rows } from '../support/forms'
import { scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'
import { uploader } from '../support/uploads'

let site: Site
let owner: { Cookie: string }
beforeAll(async () => {
  site = await startSite({ content: 'nothing', env: { DEMO: '0' } })
  owner = { Cookie: await signedIn(site, 'owner', { email: 'owner@example.com' }) }
})
afterAll(() => site?.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' })
const pageAt = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const resumed = async () => (await get('/studio/setup', owner)).headers.get('location')

/** Sends the form of a step with the versions that it shows. */
async function send(step: string, fields: Record<string, string>) {
  const page = await pageAt(`/studio/setup/${step}`, owner)
  const versions = [...page.matchAll(/name="(version\.\w+)" value="([\d.]+)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return await post(site, `/studio/setup/${step}`, { ...Object.fromEntries(versions), ...fields }, owner)
}

const name = {
  ...{
    name: 'Lantern & Loom',
    'logo.0': 'L',
    'logo.1': 'M',
    photographer: '',
    tagline: 'Portraits in {city}',
  },
  ...{ description: 'Portraits.', phone: '(937) 555-0111', email: 'studio@lantern.example' },
  copyrightNotice: '© {name}',
}
const place = {
  ...{
    'address.street': '',
    'address.locality': 'Dayton',
    'address.region': 'OH',
    'address.postalCode': '45402',
  },
  ...{
    'address.country': 'US',
    areaServed: '',
    timeZone: 'America/Chicago',
    taxRate: '5.75',
    taxNote: 'Tax: {tax}.',
  },
}
const week = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
    [`opens.${day}`, day < 6 ? '10:00' : ''],
    [`closes.${day}`, day < 6 ? '16:00' : ''],
  ]),
)

it('leads from nothing to a site that can be booked, and resumes at the first open step', async () => {
  expect((await get('/studio/setup/name')).status).toBe(302)
  expect((await get('/studio/setup/nothing', owner)).status).toBe(404)
  expect(await resumed()).toBe('/studio/setup/name')
  // What stands in for the owner's is blank in the form, so that no one confirms it.
  const blank = await pageAt('/studio/setup/place', owner)
  expect(blank).toContain('name="address.locality"')
  expect(blank).not.toMatch(/Your (city|state)|00000/)

  // Without a session type for it, a mini-session day says so before it's filled in.
  expect(await pageAt('/studio/mini-days/new', owner)).toMatch(/First <a [^>]+>create a session type<\/a>/)

  // Saved unchanged, a step is done: the owner has confirmed it.
  const unchanged = {
    ...{ 'address.locality': 'Your city', 'address.region': 'Your state', 'address.postalCode': '00000' },
    ...{ timeZone: 'America/New_York', taxRate: '0', taxNote: 'Sales tax is added where it applies.' },
  }
  expect((await send('place', { ...place, ...unchanged })).status).toBe(303)
  const afterPlace = await pageAt('/studio/setup/name', owner)
  expect(afterPlace).toMatch(/Location<span[^>]*>\s✓/)
  expect(afterPlace).not.toMatch(/Name<span[^>]*>\s✓/)
  expect(await resumed()).toBe('/studio/setup/name')

  const addEmail = 'Add your email</a> first'
  const open = await pageAt('/studio/setup/email', owner)
  expect(open).toContain(addEmail)
  expect(open.replaceAll('<!-- -->', '')).toContain('sends emails as owner@example.com')
  const refused = await send('name', { ...name, email: 'studio@' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('value="Lantern &amp; Loom"')
  expect(await resumed()).toBe('/studio/setup/name')
  const initials = () =>
    JSON.parse(String(rows(site, "select value from settings where key = 'studio'")[0]?.value)).logo
  const withoutInitials = { 'logo.0': '', 'logo.1': '' }
  for (const [words, letters] of [
    ['Lantern & Loom', ['L', 'L']],
    ['élan', ['É', 'L']],
  ] as const) {
    expect((await send('name', { ...name, ...withoutInitials, name: words })).status).toBe(303)
    expect(initials()).toEqual(letters)
  }
  expect((await send('name', name)).headers.get('location')).toBe('/studio/setup/place')
  expect(initials()).toEqual(['L', 'M'])
  expect(await resumed()).toBe('/studio/setup/services')
  expect(await pageAt('/studio/setup/email', owner)).not.toContain(addEmail)

  // Both groups, or neither.
  expect((await send('place', { ...place, taxRate: 'much' })).status).toBe(422)
  expect(rows(site, "select value from settings where key = 'studio'")[0]?.value).not.toContain('Dayton')
  // A rate alone taxes nothing.
  const taxed = { ...place, 'taxes.sessions': 'yes' }
  expect((await send('place', taxed)).headers.get('location')).toBe('/studio/setup/services')
  const { taxes } = JSON.parse(
    String(rows(site, "select value from settings where key = 'policies'")[0]?.value),
  )
  expect(taxes).toMatchObject({ sessions: true, travel: false, extras: false })

  expect((await send('services', {})).status).toBe(422)
  const services = await pageAt('/studio/setup/services', owner)
  expect(services).toMatch(/>Deposit \([^<]+<span class="opt"> \(optional\)/)
  expect(services).not.toMatch(/>Price \([^<]+<span class="opt">/)
  const priceless = await send('services', { 'portrait.offered': 'yes' })
  expect(await priceless.text()).toContain('Enter a price for Portraits in dollars')
  const offered = { 'portrait.offered': 'yes', 'portrait.price': '250', 'portrait.deposit': '60' }
  const tooMuch = await send('services', { ...offered, 'portrait.deposit': '600' })
  expect(await tooMuch.text()).toContain('Enter a deposit for Portraits that isn’t more than its price.')
  const unchecked = await send('services', { ...offered, 'headshot.price': '175' })
  expect(await unchecked.text()).toContain('Check “I offer this” for Headshots, or clear')
  const both = { ...offered, 'headshot.offered': 'yes', 'headshot.price': '175' }
  expect((await send('services', both)).headers.get('location')).toBe('/studio/setup/hours')

  expect((await send('hours', { ...week, 'closes.1': '' })).status).toBe(422)
  expect((await send('hours', week)).headers.get('location')).toBe('/studio/setup/terms')
  const policy = {
    freeReschedules: '2',
    rescheduleHours: '24',
    rescheduleFeeCents: '40',
    depositRefundDays: '7',
  }
  expect((await send('terms', policy)).headers.get('location')).toBe('/studio/setup/email')
  expect(await resumed()).toBe('/studio/setup/email')

  await expect.poll(() => pageAt('/')).toContain('Portraits in Dayton')
  expect(await pageAt('/contact')).toContain('Monday to Friday, 10 AM to 4 PM')
  for (const path of ['/pricing', '/services', '/portrait'])
    expect(await pageAt(path), path).toContain('$250')
  expect(await pageAt('/pricing')).toContain('Tax: 5.75%.')
  const terms = await pageAt('/terms')
  for (const words of [
    'The law of Ohio',
    '5.75%',
    '$60',
    'up to 2 times for free, up to 24 hours',
    'at least 7 days',
  ])
    expect(terms).toContain(words)
  const monday = new Date(Date.now() + 14 * 86_400_000)
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7))
  // A new studio is closed on holidays.
  const closed = rows(site, 'select from_date from special_dates').map(({ from_date }) => from_date)
  const dateOfMonday = () => monday.toISOString().slice(0, 10)
  while (closed.includes(dateOfMonday())) monday.setUTCDate(monday.getUTCDate() + 7)
  const date = dateOfMonday()
  const slots = slotsOn(await pageAt(`/book-session?service=portrait-session&location=studio&date=${date}`))
  expect(slots.length).toBeGreaterThan(3)
  expect(slots[0]).toMatch(/T1[56]:00/)

  const ready = await pageAt('/studio/setup/ready', owner)
  expect(ready).toContain('A few steps are left')
  expect(ready).toContain('href="/studio/setup/email"')
  expect(ready).not.toContain('href="/studio/setup/terms">Publish')
  // Nothing was chosen, so the step stays open.
  const chosen = await pageAt('/studio/setup/photos', owner)
  expect(chosen).toContain('name="about"')
  expect(
    (await send('photos', { home: 'no-such-photo', about: 'not-chosen', portrait: 'not-chosen' })).status,
  ).toBe(422)
  expect(
    (await send('photos', { home: 'not-chosen', about: 'not-chosen', portrait: 'not-chosen' })).status,
  ).toBe(303)
  expect(await resumed()).toBe('/studio/setup/email')

  // Where photos are uploaded and the mail server is saved, there is a way back.
  expect(chosen).toContain('href="/studio/website/photos/upload?for=setup"')
  expect(await pageAt('/studio/website/photos/upload?for=setup', owner)).toMatch(
    /href="\/studio\/setup\/photos"[^>]*>Choose where they go/,
  )
  expect(await pageAt('/studio/website/photos/upload', owner)).not.toContain('Choose where they go')
  expect(await pageAt('/studio/settings/email?done=server', owner)).toMatch(
    /href="\/studio\/setup"[^>]*>Continue setup/,
  )
  const marked = await post(site, '/studio/setup', { step: 'email', on: 'ready' }, owner)
  expect(marked.headers.get('location')).toBe('/studio/setup/ready')
  expect(
    (await post(site, '/studio/setup', { step: 'email', on: 'today' }, owner)).headers.get('location'),
  ).toBe('/studio')
  expect(await pageAt('/studio/setup/ready', owner)).toContain('Upload your first photos')
})

it('asks which uploaded photos the Gallery page shows, and says so until there are some', async () => {
  const up = uploader(site, 'website', owner.Cookie)
  for (const [name, hue] of [
    ['lake.jpg', 30],
    ['hill.jpg', 90],
    ['me.jpg', 150],
  ] as const)
    await up.send(await scene(300, 200, hue).jpeg().toBuffer(), { name, people: 'none' })
  const listed = async () => {
    const page = await pageAt('/studio/setup/photos', owner)
    return [...page.matchAll(/name="alt\.([^"]+)"/g)].map(([, item = '']) => item)
  }
  await expect.poll(listed).toHaveLength(3)
  const [lake = '', hill = '', me = ''] = await listed()
  // A file’s name isn’t a description.
  expect(await pageAt('/studio/setup/photos', owner)).not.toMatch(/name="alt\.[^>]*value="[^"]/)
  for (const path of ['/studio/setup/ready', '/studio'])
    expect(await pageAt(path, owner)).toContain('Choose photos for your Gallery page')
  expect(await pageAt('/gallery')).toContain('Our first photos are coming soon.')

  const none = { home: 'not-chosen', about: 'not-chosen', portrait: 'not-chosen' }
  const fields = { ...none, title: 'Lakes', [`alt.${me}`]: 'A photographer with a camera' }
  const both = { [`shown.${lake}`]: 'yes', [`shown.${hill}`]: 'yes', [`alt.${lake}`]: 'A lake at dawn' }
  const refused = await send('photos', { ...fields, ...both })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Describe what’s in the photo')
  expect(page).toContain('value="A lake at dawn"')
  expect((await send('photos', { ...fields, ...both, [`alt.${hill}`]: 'A hill', title: ' ' })).status).toBe(
    422,
  )
  // Described, but not chosen.
  expect((await send('photos', fields)).status).toBe(303)
  expect(await listed()).toHaveLength(3)
  expect(await pageAt('/gallery')).toContain('Our first photos are coming soon.')

  expect((await send('photos', { ...fields, ...both, [`alt.${hill}`]: 'A hill' })).status).toBe(303)
  await expect.poll(() => pageAt('/gallery')).toContain('alt="A hill"')
  const gallery = await pageAt('/gallery')
  expect(gallery).toContain('alt="A lake at dawn"')
  expect(gallery).toContain('Lakes')
  expect(gallery).not.toContain('A photographer with a camera')
  expect(gallery).not.toContain('Website photos')
  expect(await pageAt('/gallery?category=lakes')).toContain('alt="A lake at dawn"')
  expect(await listed()).toEqual([me])

  // What is uploaded later for another page isn’t shown here by itself.
  await up.send(await scene(300, 200, 210).jpeg().toBuffer(), { name: 'later.jpg', people: 'none' })
  await expect.poll(listed).toHaveLength(2)
  expect(await pageAt('/gallery')).not.toContain('/gallery/photo/later')
  expect(await pageAt('/studio/setup/ready', owner)).toContain('Your site is ready')
  expect(await pageAt('/studio/settings/email?done=server', owner)).not.toContain('Continue setup')
})

it('comes first on Today until a client waits for an answer', async () => {
  const sections = async () =>
    [...(await pageAt('/studio', owner)).matchAll(/ id="(setup|needs-you)"/g)].map(([, id]) => id)
  expect(await sections()).toEqual(['setup', 'needs-you'])
  const question = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Wedding', message: 'Are you free?' }
  expect((await post(site, '/contact', question)).status).toBe(303)
  expect(await sections()).toEqual(['needs-you', 'setup'])
})

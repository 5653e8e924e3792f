import { afterAll, beforeAll, expect, it } from 'vitest'
import { newsletterSchema } from '~/domains/newsletter/document/schema'
import { storedDocument } from '~/domains/texts/read-document'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

let site: Site
let sink: SmtpSink
let cookie: string
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url } })
  cookie = await signedIn(site, 'owner', { name: 'Bea Lind' })
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

const SUBJECT = 'First light, {first name}'
const TARGET = 'https://friend.example/album?page=2&size=large'
const document = storedDocument(
  newsletterSchema.node('doc', null, [
    newsletterSchema.node('paragraph', null, [
      newsletterSchema.text('A friend’s album', [
        newsletterSchema.mark('link', { href: TARGET, title: null }),
      ]),
    ]),
  ]),
)

const page = async (path: string) => (await fetch(site.url + path, { headers: { cookie } })).text()
const follow = (path: string, init: RequestInit = {}) =>
  fetch(site.url + path, { redirect: 'manual', ...init })
const mailsTo = (address: string) =>
  sink.caught.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail)

it('clicks are counted from the setting to the figures, and a link leads only where the newsletter does', async () => {
  const form = await page('/studio/settings/newsletter')
  const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? ''
  expect(form).not.toMatch(/name="countsClicks"[^>]*checked/)
  const values = { heading: 'Emails', invitation: 'One a month.', countsClicks: 'yes', version }
  const saved = await post(site, '/studio/settings/newsletter', values, { cookie })
  expect(saved.status, await saved.text()).toBe(303)
  expect(await page('/studio/settings/newsletter')).toMatch(/<input[^>]*name="countsClicks"[^>]*checked/)

  const readers = ['ann@example.com', 'ben@example.com']
  for (const email of readers) await post(site, '/newsletter', { email })
  const added = await post(site, '/studio/newsletter', { intent: 'add' }, { cookie })
  const id = added.headers.get('location')?.split('/').at(-1) ?? ''
  await inDatabaseOf(site, async (db) => {
    await db
      .updateTable('newsletter_campaigns')
      .set({ subject: SUBJECT, document, rate: 60_000, in_archive: 1 })
      .where('id', '=', id)
      .execute()
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'studio')
      .executeTakeFirstOrThrow()
    const studio = JSON.parse(value)
    studio.address.street = '41 Example Street'
    await db
      .updateTable('settings')
      .set({ value: JSON.stringify(studio) })
      .where('key', '=', 'studio')
      .execute()
  })
  const test = { intent: 'test', subject: SUBJECT, preheader: '', rate: '60000', archive: 'yes' }
  const tested = await post(site, `/studio/newsletter/${id}`, { ...test, document, version: '1' }, { cookie })
  expect(tested.status).toBe(200)
  const tests = sink.caught.filter(({ mail }) => mail.subject?.startsWith('[Test]'))
  expect(tests).toHaveLength(1)
  // The owner reads it, so it greets the owner.
  expect(tests[0]?.mail.subject).toBe('[Test] First light, Bea')
  expect(tests[0]?.mail.text).toContain(TARGET)
  const words = tests[0]?.mail.text?.replaceAll(/\s+/g, ' ')
  expect(words).toContain('We don’t count clicks in this test email.')
  expect(words).not.toContain('We count clicks')
  expect(tests[0]?.raw).not.toContain('/r/')

  const sent = await post(
    site,
    `/studio/newsletter/${id}/review`,
    { intent: 'send', version: '1' },
    { cookie },
  )
  expect(sent.status, await sent.text()).toBe(303)
  const state = () => rows(site, 'select state from newsletter_campaigns where id = ?', id)[0]?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('sent')
  const [ann = '', ben = ''] = readers.map((reader) => {
    const mail = mailsTo(reader).find(({ subject }) => subject === 'First light, there')
    expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain('We count clicks on its links')
    expect(mail?.html).not.toContain(TARGET.replace('&', '&amp;'))
    return /\/r\/[\w-]+/.exec(mail?.html ?? '')?.[0] ?? ''
  })
  expect(ann).not.toBe(ben)

  // Link checkers that only ask, and browsers that load in advance.
  const head = await follow(ben, { method: 'HEAD' })
  expect([head.status, head.headers.get('location')]).toEqual([302, TARGET])
  expect(rows(site, 'select 1 from newsletter_clicks')).toEqual([])
  await follow(ben, { headers: { 'Sec-Purpose': 'prefetch;prerender' } })
  expect(rows(site, 'select 1 from newsletter_clicks')).toEqual([])

  for (let again = 0; again < 2; again++) {
    const followed = await follow(`${ann}?utm_source=x`)
    expect([followed.status, followed.headers.get('location')]).toEqual([302, TARGET])
    expect(followed.headers.get('referrer-policy')).toBe('no-referrer')
    expect(followed.headers.get('cache-control')).toContain('no-store')
    expect(followed.headers.get('set-cookie')).toBeNull()
  }
  expect(rows(site, 'select 1 from newsletter_clicks')).toHaveLength(1)

  for (const wrong of [ann.slice(0, -3), `${ann}A`, `/r/${encodeURIComponent('//evil.example')}`]) {
    const refused = await follow(wrong)
    expect([refused.status, refused.headers.get('location')]).toEqual([404, null])
    expect(await refused.text()).toMatch(/This link doesn’t .*Go to the home page/s)
  }
  const figures = await page(`/studio/newsletter/${id}/progress`)
  expect(figures).toContain(TARGET.replace('&', '&amp;'))
  expect(figures).toMatch(/People who clicked a link<\/dt><dd>1<\/dd>/)
  const segment = await page('/studio/newsletter/subscribers?clicked=yes')
  expect(segment).toContain('ann@example.com')
  expect(segment).not.toContain('ben@example.com')

  // As if it were paused with one recipient left. Stopping can't be undone, so it is asked about first.
  await inDatabaseOf(site, async (db) => {
    await db.updateTable('newsletter_campaigns').set({ state: 'paused' }).where('id', '=', id).execute()
    await db
      .updateTable('newsletter_recipients')
      .set({ state: 'queued' })
      .where('campaign_id', '=', id)
      .where('email', '=', 'ben@example.com')
      .execute()
  })
  const path = `/studio/newsletter/${id}/progress`
  const paused = await page(path)
  expect(paused).toContain(`href="${path}?stop=ask"`)
  expect(paused).not.toContain('value="stop"')
  const asked = await page(`${path}?stop=ask`)
  expect(asked).toContain('won’t get this newsletter. You can’t undo this.')
  expect(asked).toContain('Keep paused')
  expect(asked).toContain('value="stop"')
  expect((await post(site, path, { intent: 'stop' }, { cookie })).status).toBe(303)
  expect(await page(`${path}?stop=ask`)).not.toContain('value="stop"')

  const archived = await page(`/newsletter/archive/${id}`)
  expect(archived).toContain(TARGET.replace('&', '&amp;'))
  expect(archived).not.toContain('/r/')
  const [font = ''] = /\/assets\/caslon-[\w-]+\.woff2/.exec(archived) ?? []
  expect((await fetch(site.url + font)).headers.get('content-type')).toBe('font/woff2')
  await inDatabaseOf(site, (db) => db.updateTable('newsletter_campaigns').set({ begun_at: 1 }).execute())
  const expired = await follow(ann)
  expect(expired.status).toBe(410)
  expect(await expired.text()).toContain(`href="/newsletter/archive/${id}"`)
}, 120_000)

it('takes, previews and saves a newsletter of 20,000 words', async () => {
  const added = await post(site, '/studio/newsletter', { intent: 'add' }, { cookie })
  const path = new URL(added.headers.get('location') ?? '', site.url).pathname
  const paragraph = newsletterSchema.node(
    'paragraph',
    null,
    newsletterSchema.text('word “quoted” '.repeat(50)),
  )
  const long = storedDocument(newsletterSchema.node('doc', null, Array(200).fill(paragraph)))
  const typed = { subject: 'Long', preheader: '', rate: '60', document: long }
  const preview = await post(site, `${path}/preview`, typed, { cookie })
  expect([preview.status, (await preview.text()).split('“quoted”').length]).toEqual([200, 10_001])
  const autosaved = await post(site, `${path}/autosave`, { ...typed, version: '1' }, { cookie })
  const { version, ...saved } = await autosaved.json()
  expect(saved).toMatchObject({ ok: true })
  const pressed = await post(site, path, { intent: 'save', ...typed, version }, { cookie })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${path}?done=saved`])
})

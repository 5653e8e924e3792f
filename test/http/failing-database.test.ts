import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import { TABLES } from '~/platform/db/tables'
import { PASSWORD, signedIn } from '../support/accounts'
import { startSiteOn, withoutTables } from '../support/engine-site'
import { post } from '../support/forms'
import type { Site } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

const EMAIL = 'typed.here@example.com'
const NAME = 'Renée Whitfield'

const FORMS: Record<string, { path: string; fields: Record<string, string> }> = {
  newsletter: { path: '/newsletter', fields: { email: EMAIL } },
  contact: {
    path: '/contact',
    fields: { name: NAME, email: EMAIL, phone: '', subject: 'A wedding', message: 'In May.' },
  },
  'do not sell': { path: '/terms', fields: { intent: 'do-not-sell', email: EMAIL } },
  login: { path: '/login', fields: { email: EMAIL, password: PASSWORD } },
  register: { path: '/register', fields: { name: NAME, email: EMAIL, password: 'nine slow red trams' } },
  'forgotten password': { path: '/forgot-password', fields: { email: EMAIL } },
  booking: {
    path: '/book-session',
    fields: {
      ...{ service: 'portrait', location: 'studio', slot: '2027-01-05T15:00:00Z' },
      ...{ name: NAME, email: EMAIL, partySize: '2', terms: 'yes' },
    },
  },
}

/** Tables that every page needs. */
const OF_THE_PAGES: (keyof Database)[] = [
  ...(['pages', 'photos', 'renditions', 'settings', 'services', 'packages'] as const),
  ...(['places', 'session_types', 'session_type_places', 'terms_versions'] as const),
]

/** No form or page below uses these tables. */
const UNUSED: (keyof Database)[] = [
  ...(['audit_chain', 'booking_events', 'booking_fees', 'booking_flood_declines'] as const),
  ...(['booking_floods', 'booking_payments', 'booking_reminders', 'calendar_feeds'] as const),
  ...(['release_photos', 'download_faults', 'download_files', 'demo_rows'] as const),
  ...(['download_photos', 'downloads', 'exports', 'faqs'] as const),
  ...(['favorite_lists', 'favorites', 'folders_to_check', 'gallery_expiration_emails'] as const),
  ...(['gallery_sets', 'gallery_undos', 'hold_networks', 'holds'] as const),
  ...(['installation', 'inventory_runs', 'known_devices', 'owner_links'] as const),
  ...(['photo_checks', 'photo_comments', 'products', 'proofs'] as const),
  ...(['removed_photos', 'terms_agreements', 'two_factors', 'uploads'] as const),
  ...(['waitlist'] as const),
]

/** The table that each form writes to. */
const TAKES: Record<string, keyof Database> = {
  newsletter: 'newsletter',
  contact: 'contact_messages',
  'do not sell': 'do_not_sell_requests',
  login: 'users',
  register: 'credentials',
  'forgotten password': 'jobs',
  booking: 'bookings',
}

describe.each<Engine>(['sqlite', 'postgres'])('R38, R39, D1: on %s', { timeout: 300_000 }, (engine) => {
  let site: Site
  let stop: () => Promise<void>
  let cookie: string
  beforeAll(async () => {
    ;({ site, stop } = await startSiteOn(engine, { RATE_LIMIT_SCALE: '100000' }, 1_000))
    cookie = await signedIn(site, 'client')
    await fetch(site.url)
  })
  afterAll(() => stop?.())

  const without = (table: keyof Database, work: () => Promise<void>) => withoutTables(site, [table], work)

  async function send(form: string) {
    const { path, fields } = FORMS[form] as (typeof FORMS)[string]
    const answer = await post(site, path, fields)
    return { status: answer.status, html: await answer.text() }
  }

  const expectFrame = (html: string) => {
    expect(html).toMatch(/<header class="hdr">.*<footer class="ftr/s)
    expect(html).toContain('Terms &amp; Conditions')
  }

  function expectInPlace(form: string, html: string) {
    expectFrame(html)
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).toMatch(/role="alert"[^>]*>.*(in a minute|add you just now)/s)
    if (form === 'newsletter') expect(main).not.toContain(EMAIL)
    else expect(main).toContain(`value="${EMAIL}"`)
    if (FORMS[form]?.fields.name) expect(main).toContain(`value="${NAME}"`)
    expect(main).not.toContain(FORMS[form]?.fields.password ?? 'no such text')
  }

  // Pages don't depend on the engine, so one is enough.
  const tables =
    engine === 'sqlite' ? TABLES.filter((table) => !UNUSED.includes(table)) : Object.values(TAKES)

  const PAGES = ['/', '/contact', '/profile', '/login']
  const show = (path: string, headers: Record<string, string>) =>
    fetch(site.url + path, { headers: { 'Accept-Encoding': 'identity', ...headers }, redirect: 'manual' })

  it('every form and page works as usual while all tables that it doesn’t use are missing', async () => {
    const answers = async () => {
      const forms = []
      for (const form of Object.keys(FORMS)) forms.push([form, (await send(form)).status])
      const pages = []
      for (const headers of [{}, { cookie }])
        for (const path of PAGES) pages.push([path, (await show(path, headers)).status])
      return [...forms, ...pages]
    }
    // The first response may differ, as for a subscription.
    await answers()
    const before = await answers()
    await withoutTables(site, UNUSED, async () => expect(await answers()).toEqual(before))
  })

  it.each(tables)('every form says in place that it can’t be saved while %s is missing', async (table) => {
    await without(table, async () => {
      for (const form of Object.keys(FORMS)) {
        const { status, html } = await send(form)
        if (status === 303) continue
        expectFrame(html)
        if (status >= 500 && !OF_THE_PAGES.includes(table)) expectInPlace(form, html)
        if (TAKES[form] === table) expect([form, status]).toEqual([form, form === 'newsletter' ? 500 : 503])
      }
    })
  })

  it.each(tables)('every page has its header and footer while %s is missing', async (table) => {
    await without(table, async () => {
      for (const headers of [{}, { cookie }])
        for (const path of PAGES) {
          const page = await show(path, headers)
          if (page.status < 300 || page.status > 399) expectFrame(await page.text())
        }
    })
  })

  it('says that the account can’t be checked while sessions can’t be read, and signs no one out', async () => {
    const ask = () => fetch(`${site.url}/profile`, { headers: { cookie }, redirect: 'manual' })
    await without('sessions', async () => {
      const answer = await ask()
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
    })
    expect((await ask()).status).toBe(200)
  })

  // SQLite has a single lock. Simultaneous requests wait no longer for it than one, so one test sends all of
  // them.
  const locked =
    engine === 'sqlite'
      ? [{ what: 'every form', forms: Object.keys(FORMS) }]
      : Object.keys(FORMS).map((form) => ({ what: form, forms: [form] }))

  it.each(locked)(
    '$what says in place that it can’t be saved while the database is locked',
    { timeout: 60_000 },
    async ({ forms }) => {
      await inDatabaseOf(site, async (db) => {
        const tx = await db.startTransaction().execute()
        if (engine === 'postgres')
          for (const form of forms) await sql`lock table ${sql.table(TAKES[form] ?? '')}`.execute(tx)
        const [health, ...answers] = await Promise.all([fetch(`${site.url}/healthz`), ...forms.map(send)])
        await tx.rollback().execute()
        expect(health.status).toBe(200)
        for (const [at, form] of forms.entries()) {
          const { status, html = '' } = answers[at] ?? {}
          expect([form, status]).toEqual([form, form === 'newsletter' ? 500 : 503])
          expectInPlace(form, html)
        }
      })
      for (const form of forms) expect((await send(form)).status).toBeLessThan(500)
    },
  )
})

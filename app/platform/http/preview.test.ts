import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { sessionCookie } from '~/platform/auth/signed-cookies.server'
import { fixedClock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePlace } from '../../../test/support/factories'
import { readContentVersion } from './content-version.server'
import { createKeptPages } from './kept-pages.server'
import type { PageHandler } from './pages.server'
import { previewPage, previewRefused } from './preview.server'
import { type App, scope } from './scope.server'
import { createSite } from './site.server'

const ORIGIN = 'https://photos.example.com'
const SECRET = 's'.repeat(32)

describeOnBothEngines('a preview', (open) => {
  /** A site whose page lists the places, with a room of the Studio that previews another title. */
  async function openSite() {
    const { db } = await open()
    const place = await makePlace(db, { title: 'Old' })
    const app = {
      config: { siteUrl: ORIGIN, secret: SECRET },
      db,
      clock: fixedClock(0),
      log: pino({ level: 'silent' }),
    }
    const pages: PageHandler = async (request, context) => {
      const at = context.get(scope)
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/places') {
        const [first, second] = await Promise.all(
          ['title', 'summary'].map(() => at.db.selectFrom('places').select('title').execute()),
        )
        return new Response(
          `<html><head><link rel="modulepreload" href="/a.js"></head><body>${first?.[0]?.title} ${second?.length} ${at.actor.kind}<script>1</script></body></html>`,
          { headers: { 'Content-Type': 'text/html' } },
        )
      }
      const preview = await previewPage(context, '/places', (tx) =>
        transact(tx, async (inner) => {
          await inner.updateTable('places').set({ title: 'New' }).where('id', '=', place.id).execute()
          if (searchParams.has('throws')) throw new Error('a bug')
          return searchParams.has('refused') ? { ok: false as const, reason: 'no' } : { ok: true as const }
        }),
      )
      return preview.ok ? preview.response : previewRefused([`<b> ${preview.result.reason}`])
    }
    const keep = createKeptPages({
      clock: app.clock,
      log: app.log,
      readVersion: () => readContentVersion(db),
      pollMs: 3_600_000,
    })
    onTestFinished(() => keep.stop())
    const site = createSite({
      app: app as unknown as App & { config: Config },
      pages,
      actorOf: async () => ({ kind: 'person', uid: 'u', role: 'owner' }) as never,
      files: new Map(),
      media: async () => new Response(),
      health: { worker: { isHealthy: () => true } },
      keep,
    })
    const ask = async (path: string, method = 'GET', cookie = '') => {
      const answer = await site.request(ORIGIN + path, { method, headers: { cookie } })
      return { answer, text: await answer.text() }
    }
    return { db, ask, keep }
  }
  const [signedIn] = sessionCookie('token', { siteUrl: ORIGIN, secret: SECRET }).split(';')

  test('is the page as saving would make it, for a visitor, and changes nothing', async () => {
    const { db, ask, keep } = await openSite()
    await ask('/places')
    const before = await readContentVersion(db)
    const { answer, text } = await ask('/studio/places/preview', 'POST', signedIn)
    expect(text).toContain('New 1 visitor')
    expect(text).toContain('<base target="_top">')
    expect(text).not.toMatch(/script|modulepreload/)
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'.*sandbox/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(keep.size).toBe(1)
    expect(await readContentVersion(db)).toBe(before)
    expect((await ask('/places')).text).toContain('Old 1 visitor')
  })

  test('of many at once, with visitors between them, none waits for ever', async () => {
    const { ask } = await openSite()
    const asked = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? ask('/studio/places/preview', 'POST', signedIn) : ask('/places', 'GET', signedIn),
    )
    const texts = (await Promise.all(asked)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('New'))).toHaveLength(6)
    expect(texts.filter((text) => text.includes('Old'))).toHaveLength(6)
  })

  test('that is refused or fails leaves nothing either', async () => {
    const { ask } = await openSite()
    const refused = await ask('/studio/places/preview?refused', 'POST', signedIn)
    expect(refused.answer.status).toBe(422)
    expect(refused.text).toContain('<li>&#60;b&#62; no</li>')
    expect((await ask('/studio/places/preview?throws', 'POST', signedIn)).answer.status).toBe(500)
    expect((await ask('/places')).text).toContain('Old')
  })
})

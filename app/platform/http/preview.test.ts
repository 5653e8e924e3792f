import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { requestBooking } from '~/domains/booking/reservations/operations.server'
import { sessionCookie } from '~/platform/auth/signed-cookies.server'
import { fixedClock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { readContentVersion } from '~/platform/db/content-version.server'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePlace, makeSchedule, makeSessionType, makeTermsVersion } from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { createPageCache } from './page-cache.server'
import type { PageHandler } from './pages.server'
import { limitPreviews, type PreviewLimits, previewPage, previewRefused } from './preview.server'
import { type App, scope } from './scope.server'
import { createSite } from './site.server'

const ORIGIN = 'https://photos.example.com'
const SECRET = 's'.repeat(32)

describeOnBothEngines('a preview', (open) => {
  /** A site whose page lists the locations, and a Studio page that previews another title. */
  async function openSite({ limits }: { limits?: PreviewLimits } = {}) {
    const { db, where } = await open()
    const place = await makePlace(db, { title: 'Old' })
    const slow = { begun: 0, atOnce: 0, most: 0, go: Promise.withResolvers<void>() }
    const app = {
      config: { siteUrl: ORIGIN, secret: SECRET, ...where },
      db,
      clock: fixedClock(0),
      log: pino({ level: 'silent' }),
    }
    const pages: PageHandler = async (request, context) => {
      const at = context.get(scope)
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/slow') {
        slow.begun += 1
        slow.atOnce += 1
        slow.most = Math.max(slow.most, slow.atOnce)
        await slow.go.promise
        slow.atOnce -= 1
        const shown = at.db.selectFrom('places').select('title').where('id', '=', place.id)
        return new Response((await shown.executeTakeFirst())?.title, {
          headers: { 'Content-Type': 'text/html' },
        })
      }
      if (pathname === '/places') {
        const [first, second] = await Promise.all(
          ['title', 'summary'].map(() => at.db.selectFrom('places').select('title').execute()),
        )
        return new Response(
          `<html><head><link rel="modulepreload" href="/a.js"></head><body>${first?.[0]?.title} ${second?.length} ${at.actor.kind}<script>1</script></body></html>`,
          { headers: { 'Content-Type': 'text/html' } },
        )
      }
      const shown = searchParams.has('slow') ? '/slow' : '/places'
      const preview = await previewPage(context, shown, (tx) =>
        transact(tx, async (inner) => {
          await inner.updateTable('places').set({ title: 'New' }).where('id', '=', place.id).execute()
          if (searchParams.has('throws')) throw new Error('a bug')
          return searchParams.has('refused') ? { ok: false as const, reason: 'no' } : { ok: true as const }
        }),
      )
      return preview.ok ? preview.response : previewRefused([`<b> ${preview.result.reason}`])
    }
    const pageCache = createPageCache({
      clock: app.clock,
      log: app.log,
      readVersion: () => readContentVersion(db),
      pollMs: 3_600_000,
    })
    onTestFinished(() => pageCache.stop())
    const site = createSite({
      app: app as unknown as App & { config: Config },
      pages,
      actorOf: async () => ({ kind: 'person', uid: 'u', role: 'owner' }) as never,
      files: new Map(),
      media: async () => new Response(),
      health: { worker: { isHealthy: () => true } },
      pageCache,
      ...(limits && { previews: limitPreviews(limits) }),
    })
    const ask = async (path: string, method = 'GET', cookie = '') => {
      const answer = await site.fetch(new Request(ORIGIN + path, { method, headers: { cookie } }), {})
      return { answer, text: await answer.text() }
    }
    return { db, ask, pageCache, slow }
  }
  const [signedIn] = sessionCookie('token', { siteUrl: ORIGIN, secret: SECRET }).split(';')

  test('is the page as saving would make it, for a visitor, and changes nothing', async () => {
    const { db, ask, pageCache } = await openSite()
    await ask('/places')
    const before = await readContentVersion(db)
    const { answer, text } = await ask('/studio/example/preview', 'POST', signedIn)
    expect(text).toContain('New 1 visitor')
    expect(text).toContain('<base target="_top">')
    expect(text).not.toMatch(/script|modulepreload/)
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'.*sandbox/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(pageCache.size).toBe(1)
    expect(await readContentVersion(db)).toBe(before)
    expect((await ask('/places')).text).toContain('Old 1 visitor')
  })

  test('of many at once, with visitors in between, all end', async () => {
    const { ask } = await openSite({ limits: { atOnce: 2, line: 6, ms: 20_000 } })
    const asked = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? ask('/studio/example/preview', 'POST', signedIn) : ask('/places', 'GET', signedIn),
    )
    const texts = (await Promise.all(asked)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('New'))).toHaveLength(6)
    expect(texts.filter((text) => text.includes('Old'))).toHaveLength(6)
  })

  test('a booking succeeds while a preview hangs, and the preview ends at its time limit', async () => {
    const { db, ask, slow } = await openSite({ limits: { atOnce: 2, line: 2, ms: 4_000 } })
    onTestFinished(() => slow.go.resolve())
    const previewed = ask('/studio/example/preview?slow', 'POST', signedIn)
    await expect.poll(() => slow.begun).toBe(1)
    await putTestSettings(db)
    const place = await makePlace(db, { slug: 'studio', is_default: 1 })
    await makeSessionType(db, { slug: 'portrait', increment_minutes: 30, places: [place] })
    await makeSchedule(db)
    await makeTermsVersion(db)
    const fields: Record<string, string> = {
      ...{ service: 'portrait', location: 'studio', slot: '2026-12-05T15:30:00Z', terms: 'yes' },
      ...{ name: 'Ann Lee', email: 'ann@example.com', phone: '(973) 555-0199', partySize: '2' },
    }
    const config = { siteUrl: ORIGIN, secret: SECRET, rateLimitScale: 1 }
    const clock = fixedClock('2026-11-20T15:00:00Z')
    const booked = await requestBooking(
      { db, clock, config, log: pino({ level: 'silent' }) },
      { get: (name) => fields[name] ?? '', network: '192.0.2.1', visitor: '' },
    )
    expect(booked).toMatchObject({ ok: true })
    // Rendering still hangs.
    expect(slow).toMatchObject({ begun: 1, atOnce: 1 })
    const { answer, text } = await previewed
    expect(answer.status).toBe(503)
    expect(text).toContain('This preview took too long.')
    slow.go.resolve()
    expect((await ask('/studio/example/preview?slow', 'POST', signedIn)).text).toContain('New')
  })

  test('few are made at once, and the others wait for their turn', async () => {
    const { ask, slow } = await openSite({ limits: { atOnce: 2, line: 4, ms: 20_000 } })
    const asked = Array.from({ length: 6 }, () => ask('/studio/example/preview?slow', 'POST', signedIn))
    await expect.poll(() => slow.atOnce).toBe(2)
    slow.go.resolve()
    expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(Array.from({ length: 6 }, () => 'New'))
    expect(slow).toMatchObject({ begun: 6, most: 2 })
  })

  test('drops the oldest when too many wait', async () => {
    const { ask, slow } = await openSite({ limits: { atOnce: 1, line: 1, ms: 20_000 } })
    const first = ask('/studio/example/preview?slow', 'POST', signedIn)
    await expect.poll(() => slow.atOnce).toBe(1)
    const second = ask('/studio/example/preview', 'POST', signedIn)
    const third = ask('/studio/example/preview', 'POST', signedIn)
    const given = await Promise.race([second, third])
    expect(given.text).toContain('Too many previews at once.')
    slow.go.resolve()
    const texts = (await Promise.all([first, second, third])).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('New'))).toHaveLength(2)
  })

  test('an aborted request passes its turn on', async () => {
    const { ask, slow } = await openSite({ limits: { atOnce: 1, line: 5, ms: 300 } })
    onTestFinished(() => slow.go.resolve())
    const asked = Array.from({ length: 3 }, () => ask('/studio/example/preview?slow', 'POST', signedIn))
    expect((await Promise.all(asked)).map(({ answer }) => answer.status)).toEqual([503, 503, 503])
    expect((await ask('/studio/example/preview', 'POST', signedIn)).text).toContain('New')
  })

  test('that is refused or fails changes nothing either', async () => {
    const { ask } = await openSite()
    const refused = await ask('/studio/example/preview?refused', 'POST', signedIn)
    expect(refused.answer.status).toBe(422)
    expect(refused.text).toContain('<li>&#60;b&#62; no</li>')
    expect((await ask('/studio/example/preview?throws', 'POST', signedIn)).answer.status).toBe(500)
    expect((await ask('/places')).text).toContain('Old')
  })
})

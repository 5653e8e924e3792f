import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnalyticsSettings, analyticsErrors, analyticsFor, measuringSentence } from './analytics'

const on: AnalyticsSettings = {
  enabled: true,
  script: 'https://stats.example.com/js/script.js',
  attribute: 'data-domain',
  siteId: 'photos.example.com',
  collectsAt: '',
}

describe('analytics', () => {
  it('are off until the owner turns them on and names the service', () => {
    expect(analyticsFor({ ...on, enabled: false }, '/')).toBeNull()
    expect(analyticsFor({ ...on, script: '' }, '/')).toBeNull()
    expect(analyticsFor({ ...on, siteId: '' }, '/')).toBeNull()
    expect(analyticsFor(on, '/')).toMatchObject({
      scriptFrom: 'https://stats.example.com',
      connectTo: ['https://stats.example.com'],
    })
  })

  it.each([
    '/studio',
    '/studio/settings/analytics',
    '/login',
    '/Login',
    '/register',
    '/profile/two-factor',
    '/owner/abc',
    '/sign-in/abc',
    '/%6fwner/abc',
    '/newsletter/unsubscribe/abc',
    '/g/abc',
    '/download',
  ])('never measure %s', (path) => {
    expect(analyticsFor(on, path)).toBeNull()
  })

  it('list the collecting origin, for GoatCounter from the attribute itself', () => {
    expect(analyticsFor({ ...on, collectsAt: 'https://api.example.net/send' }, '/about')?.connectTo).toEqual([
      'https://stats.example.com',
      'https://api.example.net',
    ])
    const goat = {
      ...on,
      attribute: 'data-goatcounter' as const,
      siteId: 'https://me.goatcounter.example/count',
    }
    expect(analyticsFor(goat, '/')?.connectTo).toContain('https://me.goatcounter.example')
    expect(analyticsErrors({ ...goat, siteId: 'me' })).toHaveProperty('siteId')
  })

  it.each([
    'http://stats.example.com/s.js',
    'javascript:alert(1)',
    'https://*/s.js',
    'https://a;script-src.example/s.js',
    "https://a'b.example/s.js",
    'https://a,b.example/s.js',
    'https://user:pass@stats.example.com/s.js',
    '//stats.example.com/s.js',
    'https://localhost/s.js',
    'data:text/javascript,1',
  ])('refuse a script from %s', (script) => {
    expect(analyticsErrors({ ...on, script })).toHaveProperty('script')
    expect(analyticsFor({ ...on, script }, '/')).toBeNull()
  })

  it('put only a plain origin into the policy, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((host) => `https://${host}/x.js`),
        ),
        (script) => {
          for (const origin of analyticsFor({ ...on, script, collectsAt: script }, '/')?.connectTo ?? [])
            expect(origin).toMatch(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/)
        },
      ),
    )
  })

  it('are described in the terms, on or off', () => {
    expect(measuringSentence({ ...on, enabled: false })).toContain('no third-party analytics')
    expect(measuringSentence(on)).toContain('from stats.example.com,')
  })
})

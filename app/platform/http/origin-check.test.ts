import { describe, expect, it } from 'vitest'
import { isForeign } from './origin-check.server'

const SITE = 'https://photos.example.com'
const LOCAL = 'http://localhost:3000'

describe('the origin of a write', () => {
  it('is our own site, or a program other than a browser', () => {
    expect(isForeign({}, SITE)).toBe(false)
    expect(isForeign({ origin: SITE, site: 'same-origin', host: 'photos.example.com' }, SITE)).toBe(false)
    // A proxy may call the server by another name.
    expect(isForeign({ origin: SITE, host: 'app:3000' }, SITE)).toBe(false)
    // The person opened the page by the machine's IP address.
    expect(isForeign({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, SITE)).toBe(false)
    expect(isForeign({ origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, LOCAL)).toBe(false)
    expect(isForeign({ origin: 'http://[::1]:3000', host: '[::1]:3000' }, LOCAL)).toBe(false)
    // The page sends no referrer, so the browser hides its origin.
    expect(isForeign({ origin: 'null', site: 'same-origin' }, SITE)).toBe(false)
  })

  it.each([
    { site: 'cross-site' },
    { site: 'cross-site', origin: SITE },
    { site: 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', site: 'same-origin' },
    { origin: 'http://photos.example.com' },
    { origin: 'https://photos.example.com.evil.example' },
    { origin: 'https://photos.example.com:8443' },
    { origin: 'null' },
    { origin: 'null', site: 'none' },
    { origin: 'not an address' },
    // Anyone can point a name of theirs at this server, so the Host header proves nothing.
    { origin: 'https://evil.example', host: 'evil.example' },
    { origin: 'http://evil.example:3000', host: 'localhost:3000' },
  ])('is another site: %o', (sender) => expect(isForeign(sender, SITE)).toBe(true))
})

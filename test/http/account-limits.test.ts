import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => site?.stop())

const from = (network: string) => ({ 'x-forwarded-for': network })
const guess = (email: string, network: string) =>
  post(site, '/login', { email, password: 'not it at all' }, from(network))

describe('a rate limit', () => {
  it('R17: says when to try again, as a page and as data', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await guess('guessed@example.com', `198.51.100.${n}`)).status).toBe(422)
    for (const path of ['/login', '/login.data']) {
      const refused = await post(
        site,
        path,
        { email: 'Guessed@example.com ', password: 'another guess' },
        from('198.51.100.9'),
      )
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(900)
    }
  })

  it.each([
    ['/contact', { name: 'Zoë', email: 'zoe@example.com', message: 'Hello from here.' }],
    ['/newsletter', { email: 'zoe@example.com' }],
    ['/terms', { intent: 'do-not-sell', email: 'zoe@example.com' }],
    ['/forgot-password', { email: 'zoe@example.com' }],
    ['/register', { name: 'Zoë', email: 'zoe@example.com', password: 'a walk in the park' }],
  ])('R17: says it on every form: %s', async (path, fields) => {
    for (let n = 0; n < 60; n += 1) {
      const email = path === '/forgot-password' ? fields.email : `zoe${n}@example.com`
      const answer = await post(site, path, { ...fields, email }, from('192.0.2.9'))
      if (answer.status !== 429) continue
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      return
    }
    expect.fail('No limit was reached.')
  })

  it('counts an IPv6 network as one, and an IPv4-mapped address as the IPv4 address', async () => {
    const judged = async (addresses: string[]) => {
      const answers = await Promise.all(
        addresses.map((address, n) => guess(`${address.replaceAll(/\W/g, '')}${n}@example.com`, address)),
      )
      return answers.filter(({ status }) => status === 422).length
    }
    const network = Array.from({ length: 32 }, (_, n) => `2001:db8:1:2:${n}::7`)
    expect(await judged(network)).toBe(30)
    expect(await judged(['2001:db8:1:3::7'])).toBe(1)
    const spellings = ['192.0.2.77', '::ffff:192.0.2.77', '::ffff:c000:24d', '10.1.2.3, 192.0.2.77']
    expect(await judged(Array.from({ length: 8 }, () => spellings).flat())).toBe(30)
  })
})

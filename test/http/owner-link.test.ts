import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { runProgram } from '../support/program'
import { type Site, startSite } from '../support/site'

const PASSWORD = 'three quiet herons'
const someone = (n: number) => ({ name: `Owner ${n}`, email: `owner-${n}@example.com`, password: PASSWORD })

/** The path of the printed link. */
const printedLink = (text: string) => /\/owner\/[\w-]{32}/.exec(text)?.[0] ?? 'no link was printed'

/** Runs an owner command while the site is running. */
const command = (site: Site, args: string[]) =>
  runProgram(args, { DATA_DIR: site.dataDir, SITE_URL: 'https://photos.example.com' })

describe('the owner’s link', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site?.stop())

  it('D5: is printed by the first start and makes one owner, even when used simultaneously', async () => {
    const link = printedLink(site.output())
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => post(site, link, someone(n))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410, 410])
    expect(rows(site, "select count(*) as n from users where role = 'owner'")).toEqual([{ n: 1 }])
    // The demo's sample client doesn't count.
    expect(rows(site, "select count(*) as n from users where role <> 'client'")).toEqual([{ n: 1 }])
    expect(rows(site, 'select count(*) as n from users')).toEqual([{ n: 2 }])
    const [cookie = ''] = answers.find(({ status }) => status === 303)?.headers.getSetCookie() ?? []
    expect(cookie).toMatch(/^studio_session=/)
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
    expect(site.output()).not.toContain(PASSWORD)
  })

  it('D5: is printed by the command, for one address, and restores that owner', async () => {
    expect((await command(site, ['owner', 'invite', 'no address'])).code).toBe(1)
    const { code, out } = await command(site, ['owner', 'invite', 'Second@Example.com'])
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/photos\.example\.com\/owner\/[\w-]{32}\n$/),
    ])
    const answer = await post(site, printedLink(out), {
      ...someone(9),
      email: 'other@example.com',
      role: 'client',
    })
    expect(answer.status).toBe(303)
    expect(rows(site, "select role from users where email = 'second@example.com'")).toEqual([
      { role: 'owner' },
    ])
    expect(rows(site, "select role from users where email = 'other@example.com'")).toEqual([])
  })

  it('isn’t printed once there is an owner', async () => {
    const again = await startSite({ dataDir: site.dataDir })
    onTestFinished(async () => void (await again.stop()))
    expect(again.output()).not.toContain('/owner/')
  })
})

it('over HTTPS, the session’s cookie is bound to the host and to encrypted connections', async () => {
  const site = await startSite({ env: { SITE_URL: 'https://photos.example.com' } })
  onTestFinished(async () => void (await site.stop()))
  const answer = await post(site, printedLink(site.output()), someone(1))
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-studio_session=/)
  for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
  expect(cookie).not.toContain('Domain')
})

it('signed-in pages aren’t cached, and visitors’ pages stay cached', async () => {
  const site = await startSite()
  onTestFinished(async () => void (await site.stop()))
  const cookie = await signedIn(site, 'client')
  const mine = await fetch(`${site.url}/about`, { headers: { cookie } })
  expect([mine.status, mine.headers.get('cache-control'), mine.headers.get('vary')]).toEqual([
    200,
    'private, no-cache',
    expect.stringContaining('Cookie'),
  ])
  const profile = await fetch(`${site.url}/profile`, { headers: { cookie }, redirect: 'manual' })
  expect(profile.status).toBe(200)
  const visitors = await fetch(`${site.url}/about`)
  expect(visitors.headers.get('cache-control')).toContain('public')
  expect(visitors.headers.get('set-cookie')).toBeNull()
})

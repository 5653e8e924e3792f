import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let owner: string
beforeAll(async () => {
  site = await startSite()
  owner = await signedIn(site, 'owner')
})
afterAll(() => site?.stop())

const EDITOR = '/studio/website/terms'
const text = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(site.url + path, { headers })).text()
const send = (fields: Record<string, string>, path = EDITOR) => post(site, path, fields, { Cookie: owner })

/** The form's fields, as a browser would send them. */
function formFields(): Record<string, string> {
  const [page] = rows(site, `select body, version from pages where slug = 'terms'`)
  const body = JSON.parse(String(page?.body))
  return {
    version: String(page?.version),
    heading: body.title,
    lede: body.lede,
    effectiveOn: '2099-01-01',
    ...Object.fromEntries(
      body.sections.flatMap((section: Record<string, string>, at: number) =>
        ['id', 'title', 'body'].map((field) => [`sections.${at}.${field}`, section[field]]),
      ),
    ),
    'doNotSell.title': body.doNotSell.title,
    'doNotSell.body': body.doNotSell.body,
  }
}

it('shows the version of the terms, at a permanent address', async () => {
  expect(await text('/terms')).toMatch(/Version (<!-- -->)?1</)
  const page = await text('/terms/versions/1')
  expect(page).toContain('This is the current version.')
  expect(page).toContain('content="noindex"')
  expect(page).toContain('<link rel="canonical" href="http')
  for (const none of ['2', '0', '01', 'x', '1.5', '%F0%9F%A6%86']) {
    const answer = await fetch(`${site.url}/terms/versions/${none}`, { redirect: 'manual' })
    expect([none, answer.status]).toEqual([none, 404])
  }
  expect(await text('/sitemap.xml')).not.toContain('/terms/versions')
})

it('moves, adds and removes sections without script, and without saving', async () => {
  const fields = formFields()
  const before = await text('/terms')
  const titles = (html: string) =>
    [...html.matchAll(/name="sections\.\d+\.title" value="([^"]*)"/g)].map((match) => match[1])
  const all = titles(await text(EDITOR, { Cookie: owner }))
  const [first, second, ...others] = all
  const after = async (intent: string) => {
    const answer = await send({ ...fields, intent })
    expect(answer.status).toBe(200)
    return titles(await answer.text())
  }
  expect(await after('down 0')).toEqual([second, first, ...others])
  expect(await after('remove 0')).toEqual([second, ...others])
  expect(await after('add 0')).toEqual([...all, ''])
  expect(await after('nonsense')).toEqual(all)
  expect(await text('/terms')).toBe(before)
})

it('is refused with the form, the values and the reasons', async () => {
  const fields = formFields()
  const refused = await send({ ...fields, 'sections.0.title': '', lede: 'Kept as typed.', intent: 'publish' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('“Title of section 1” is required.')
  expect(page).toContain('Kept as typed.')
  expect((await send({ ...fields, intent: 'publish' })).status).toBe(422)
  expect((await send({ ...fields, heading: 'A\u202eB', intent: 'publish' })).status).toBe(422)
  expect((await send({ ...fields, heading: 'New', version: '99', intent: 'publish' })).status).toBe(409)
  expect((await send({ intent: 'publish' })).status).toBe(422)
})

it('previews without publishing, publishes a version, and keeps the previous one', async () => {
  const fields = { ...formFields(), heading: 'Our *promises*', number: '7', role: 'owner' }
  const preview = await send(fields, `${EDITOR}/preview`)
  expect(preview.status).toBe(200)
  expect(preview.headers.get('content-security-policy')).toContain('sandbox')
  expect(await preview.text()).toContain('promises')
  expect(await text('/terms')).not.toContain('promises')
  expect((await send({ ...fields, heading: '' }, `${EDITOR}/preview`)).status).toBe(422)

  const saved = await send({ ...fields, intent: 'publish' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${EDITOR}?saved=published`])
  await expect.poll(() => text('/terms'), { interval: 25 }).toContain('promises')
  const now = await text('/terms')
  expect(now).toContain('href="/terms/versions/1"')
  expect(now).toContain('January 1, 2099')
  const old = await text('/terms/versions/1')
  expect(old).not.toContain('promises')
  expect(old).toContain('Read the current terms')
  expect(await text('/studio/activity', { Cookie: owner })).toContain('Published the terms')
})

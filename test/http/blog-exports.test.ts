import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'assistant' | 'owner', string>
beforeAll(async () => {
  site = await startSite({ content: 'photos' })
  cookies = { assistant: await signedIn(site, 'assistant'), owner: await signedIn(site, 'owner') }
})
afterAll(() => site?.stop())

const EXPORT = '/studio/website/export'
const get = (path: string, who: keyof typeof cookies = 'owner') =>
  fetch(site.url + path, { headers: { Cookie: cookies[who] }, redirect: 'manual' })

it('shows what a file will contain, and sends it to owners only', async () => {
  const [first] = rows(site, 'select title, slug from posts order by id limit 1')
  for (const [form, type, begins] of [
    ['ghost', 'application/json', '{"db":[{"meta":'],
    ['wordpress', 'application/xml', '<?xml version="1.0"'],
    ['markdown', 'application/zip', 'PK\u0003\u0004'],
  ] as const) {
    const page = await (await get(`${EXPORT}?form=${form}`)).text()
    expect(page).toContain(String(first?.title))
    expect(page).toContain(`href="${EXPORT}/${form}"`)
    const file = await get(`${EXPORT}/${form}`)
    expect([file.status, file.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="blog-/)
    expect(file.headers.get('cache-control')).toContain('no-store')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(String(bytes.subarray(0, begins.length))).toBe(begins)
    expect(bytes.includes(String(first?.slug))).toBe(true)
    expect((await get(`${EXPORT}/${form}`, 'assistant')).status).not.toBe(200)
  }
  expect((await get(`${EXPORT}/word`)).status).toBe(404)
})

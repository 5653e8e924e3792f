import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { runProgram } from '../support/program'
import { type Site, secretOf, startSite } from '../support/site'

const PAGE = '/studio/settings/data'
let site: Site
let owner: { Cookie: string }
let assistant: { Cookie: string }
let folder: string
beforeAll(async () => {
  site = await startSite()
  folder = await mkdtemp(join(tmpdir(), 'export-http-'))
  owner = { Cookie: await signedIn(site, 'owner', { email: 'owner@example.com' }) }
  assistant = { Cookie: await signedIn(site, 'assistant', { email: 'assistant@example.com' }) }
})
afterAll(async () => {
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' })

const cli = (dataDir: string, ...args: string[]) =>
  runProgram(args, { DATA_DIR: dataDir, SITE_URL: site.url }, folder)

it('gives the owner everything in one archive, which another installation imports', async () => {
  expect((await get(PAGE, assistant)).status).toBe(404)
  expect((await post(site, PAGE, { intent: 'export' }, assistant)).status).toBe(404)
  expect((await post(site, PAGE, { intent: 'nothing' }, owner)).status).toBe(400)
  const locked = await post(site, PAGE, { intent: 'export', passphrase: 'abcd-efgh' }, owner)
  expect([locked.status, await locked.text()]).toEqual([
    422,
    expect.stringContaining('Nothing was exported.'),
  ])
  expect((await post(site, PAGE, { intent: 'export' }, owner)).status).toBe(303)
  const ready = () => rows(site, "select id, bytes from exports where state = 'ready'")
  await expect.poll(() => ready().length, { interval: 200 }).toBe(1)
  const [made] = ready()
  expect(await (await get(PAGE, owner)).text()).toContain('29 photos')
  const address = `${PAGE}/${made?.id}`
  expect((await get(address, assistant)).status).toBe(404)
  expect((await get(address)).status).toBe(302)
  expect((await get(`${PAGE}/${'0'.repeat(32)}`, owner)).status).toBe(404)
  const whole = Buffer.from(await (await get(address, owner)).arrayBuffer())
  expect(whole.length).toBe(made?.bytes)
  const secrets = [
    secretOf(site),
    ...rows(site, 'select token from sessions').map(({ token }) => String(token)),
  ]
  expect(secrets.length).toBeGreaterThan(2)
  for (const secret of secrets) expect(whole.includes(Buffer.from(secret))).toBe(false)
  const openFiles = () => readdirSync(`/proc/${site.pid}/fd`).length
  const before = process.platform === 'linux' ? openFiles() : 0
  for (let time = 0; time < 20; time++)
    expect((await fetch(site.url + address, { method: 'HEAD', headers: owner })).status).toBe(200)
  if (process.platform === 'linux') expect(openFiles()).toBeLessThan(before + 10)
  const rest = await get(address, { ...owner, Range: `bytes=${whole.length - 100}-` })
  expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, whole.subarray(-100)])

  const file = join(folder, 'everything.zip')
  await writeFile(file, whole)
  const other = join(folder, 'other')
  expect(await cli(other, 'import', file)).toMatchObject({ code: 1, err: expect.stringContaining('secret') })
  const taken = await cli(other, 'import', file, '--without-secret')
  expect(taken).toMatchObject({ code: 0, out: expect.stringContaining('29 photos') })
  expect(await cli(site.dataDir, 'import', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use'),
  })
})

it('signs a new owner in as the sample client, until the demo content is removed', async () => {
  const { out } = await cli(site.dataDir, 'demo', 'client')
  const link = out.trim()
  expect(link).toMatch(/\/sign-in\/[\w-]{32}$/)
  expect((await fetch(link)).status).toBe(200)

  const page = await (await get(PAGE, owner)).text()
  expect(page).toContain('The sample client Noor Whitfield')
  expect((await post(site, PAGE, { intent: 'remove-demo' }, assistant)).status).toBe(404)
  expect((await post(site, PAGE, { intent: 'remove-demo' }, owner)).status).toBe(422)
  expect((await post(site, PAGE, { intent: 'remove-demo', word: 'remove' }, owner)).status).toBe(303)
  expect((await post(site, PAGE, { intent: 'remove-demo', word: 'remove' }, owner)).status).toBe(303)
  expect(await (await get(PAGE, owner)).text()).not.toContain('Demo content')
  expect(await cli(site.dataDir, 'demo', 'client')).toMatchObject({ code: 1 })
  for (const path of ['/', '/gallery', '/portfolio', '/blog', '/mikhenzo-products', '/services', '/pricing'])
    await expect.poll(async () => (await get(path)).status).toBe(200)
  await expect.poll(async () => (await get('/blog')).text()).not.toContain('/blog/grandmothers-first')
  for (const path of ['/studio', '/studio/photos', '/studio/clients', '/studio/bookings', '/studio/activity'])
    expect((await get(path, owner)).status, path).toBe(200)
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readStoredSecret } from '~/platform/stored-secret.server'
import { cookieHeader, signedIn } from '../support/accounts'
import { makeClientGallery, shareWith } from '../support/client-gallery'
import { runProgram } from '../support/program'
import { startSite } from '../support/site'

it('the stored secret is rotated, and the old one keeps working during the overlap', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-rotation-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const during = async <T>(work: (site: Awaited<ReturnType<typeof startSite>>) => Promise<T>): Promise<T> => {
    const site = await startSite({ dataDir, env: { DEMO: '0' } })
    try {
      return await work(site)
    } finally {
      await site.stop()
    }
  }
  const run = async (...args: string[]) => {
    const { code, out, err } = await runProgram(args, { DATA_DIR: dataDir })
    return { code, said: out + err }
  }
  const get = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } })

  const before = await during(async (site) => {
    const { gallery } = await makeClientGallery(site)
    const share = await shareWith(site, gallery.id)
    return { owner: await signedIn(site, 'owner'), idle: await signedIn(site, 'owner'), link: share.link }
  })
  const [first] = readStoredSecret(dataDir)
  expect(await run('secret', 'retire', '--yes')).toMatchObject({ code: 1 })
  expect(await run('secret', 'rotate')).toMatchObject({ code: 0 })
  const [second, ...accepted] = readStoredSecret(dataDir)
  expect([second === first, accepted]).toEqual([false, [first]])
  expect(await run('secret', 'retire', '--yes')).toMatchObject({
    code: 1,
    said: expect.stringContaining('has not run with the new secret'),
  })

  const owner = await during(async (site) => {
    const page = await get(`${site.url}/studio`, before.owner)
    expect(page.status).toBe(200)
    expect((await get(site.url + before.link)).status).toBe(303)
    return cookieHeader(page.headers.getSetCookie())
  })
  expect(owner).toContain('studio_session=')
  const asked = await run('secret', 'retire')
  expect([asked.code, asked.said]).toEqual([
    1,
    expect.stringMatching(/These stop working.*Nothing was changed/s),
  ])
  expect(await run('secret', 'retire', '--yes')).toMatchObject({ code: 0 })
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(`${second}\n`)

  await during(async (site) => {
    expect((await get(`${site.url}/studio`, owner)).status).toBe(200)
    expect((await get(`${site.url}/studio`, before.idle)).status).toBe(302)
    expect((await get(site.url + before.link)).status).toBe(404)
    expect(site.output()).not.toContain('SECRET_PREVIOUS')
  })
})

it('a start with another secret is refused with a sentence, until the secret is replaced', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-rotation-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const [former, other] = ['f'.repeat(32), 'o'.repeat(32)]
  const site = await startSite({ dataDir, env: { DEMO: '0', SECRET: former } })
  await site.stop()
  const run = (args: string[], env: Record<string, string>) =>
    runProgram(args, { DATA_DIR: dataDir, PORT: '0', ...env })
  const refused = await run(['serve'], { SECRET: other })
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/^The secret isn’t the one .*something is wrong somewhere/s),
  ])
  expect(refused.err).not.toMatch(/^\s+at /m)
  expect((await run(['secret', 'replace'], { SECRET: other })).code).toBe(1)
  expect((await run(['verify'], { SECRET: other })).code).toBe(1)
  const both = await startSite({ dataDir, env: { SECRET: other, SECRET_PREVIOUS: former } })
  await both.stop()
  expect((await run(['verify'], { SECRET: former })).code).toBe(1)
  expect((await run(['secret', 'replace', '--yes'], { SECRET: former })).code).toBe(0)
  const again = await startSite({ dataDir, env: { SECRET: former } })
  expect(await again.stop()).toBe(0)
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

const SLUG = 'roses-by-the-window'
const PAGE = `/studio/photos/${SLUG}`
const read = async (path: string) =>
  await (await fetch(site.url + path, { headers: { Cookie: cookie } })).text()
const send = (fields: Record<string, string>) => post(site, PAGE, fields, { Cookie: cookie })
const stored = () => rows(site, 'select * from photos where slug = ?', SLUG)[0] ?? {}
const fields = () => ({
  intent: 'save',
  title: 'Roses, at ten',
  alt: 'A bouquet of roses in a green vase beside a window',
  focalX: '12.5',
  focalY: '87',
  version: String(stored().version),
})

describe('the Photos room without script', () => {
  it('finds photographs and narrows the list', async () => {
    const all = await read('/studio/photos')
    expect(all).toContain(`href="${PAGE}"`)
    const found = await read('/studio/photos?search=rose+wind')
    expect(found).toContain(`href="${PAGE}"`)
    expect(found).not.toContain('/studio/photos/amber-bottle')
    expect(await read('/studio/photos?search=zebra')).toContain('No photograph is found by these words.')
    expect(await read('/studio/photos?show=failed')).toContain('Nothing has failed.')
    expect(await read('/studio/photos?show=had-gps')).toContain('class="plib"')
    for (const odd of ['?show=everything', '?before=%00', '?search=%25%25', `?search=${'x'.repeat(5_000)}`])
      expect(
        (await fetch(`${site.url}/studio/photos${odd}`, { headers: { Cookie: cookie } })).status,
      ).toBeLessThan(500)
  })

  it('says where a photograph is used and what its file tells', async () => {
    const page = await read(PAGE)
    for (const part of [
      'Where it is used',
      '/portfolio/',
      'Cover',
      'by the camera’s clock',
      String(stored().sha256),
    ])
      expect(page).toContain(part)
  })

  it('saves what is written, which the public pages show at once', async () => {
    const saved = await send({ ...fields(), slug: 'other', state: 'failed', sha256: 'x', media_hash: 'x' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PAGE}?saved`])
    expect(stored()).toMatchObject({
      title: 'Roses, at ten',
      focal_x: 0.125,
      focal_y: 0.87,
      state: 'processing',
    })
    const publicPage = async () => await (await fetch(`${site.url}/gallery/photo/${SLUG}`)).text()
    await expect.poll(publicPage, { interval: 25 }).toContain('beside a window')
    expect(await read('/studio/photos?search=roses+ten')).toContain(`href="${PAGE}"`)
  })

  it('tells the later of two, and keeps what they wrote', async () => {
    const late = await send({ ...fields(), title: 'Mine', version: '1' })
    expect(late.status).toBe(409)
    const page = await late.text()
    expect(page).toContain('Somebody else saved this photograph')
    expect(page).toContain('value="Mine"')
  })

  it.each([
    [{ alt: '' }, 'Visitors see this photograph.'],
    [{ title: '' }, 'Give the photograph a title.'],
    [{ title: 'a\u202eb' }, 'control characters'],
    [{ focalX: '-5' }, 'Enter a number from 0 to 100'],
    [{ focalY: '1e9' }, 'Enter a number from 0 to 100'],
    [{ title: 'x'.repeat(5_000) }, 'Shorten the title'],
    [{ intent: 'remove' }, 'did not say what to do'],
  ])('refuses %j with a sentence', async (wrong, sentence) => {
    const before = stored()
    const answer = await send({ ...fields(), ...wrong })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
    expect(stored()).toEqual(before)
  })

  it('checks the files, and says plainly that one is damaged', async () => {
    const sha256 = String(stored().sha256)
    const folder = join(site.dataDir, 'photos/originals', sha256.slice(0, 2))
    const file = join(folder, readdirSync(folder).find((name) => name.startsWith(sha256)) ?? '')
    expect((await send({ intent: 'check' })).status).toBe(303)
    await expect.poll(() => read(PAGE)).toContain('byte for byte')
    const bytes = readFileSync(file)
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 0xff
    writeFileSync(file, bytes)
    await send({ intent: 'check' })
    await expect.poll(() => read(PAGE)).toContain('The original is damaged')
  })

  it('queues a photograph that failed again', async () => {
    const slug = 'amber-bottle-with-water-drops'
    const answer = await post(site, `/studio/photos/${slug}`, { intent: 'retry' }, { Cookie: cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/studio/photos/${slug}`])
    const gone = await post(site, '/studio/photos/none', { intent: 'retry' }, { Cookie: cookie })
    expect(gone.status).toBe(404)
  })
})

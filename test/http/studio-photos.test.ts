import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLLECT_FILES } from '~/domains/files/model'
import { originalKey } from '~/domains/photos/stored-files'
import { systemClock } from '~/platform/clock'
import { sha256 } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { signedIn } from '../support/accounts'
import { makeQuarantined } from '../support/decided-site'
import { post, rows } from '../support/forms'
import { scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

it('are uploaded for the website without script, with the answer who can be recognized', async () => {
  expect(await read('/studio/website/photos/upload')).toContain('name="people"')
  const sendForm = async (people: string) => {
    const body = new FormData()
    body.append('people', people)
    body.append('photos', new File([new Uint8Array(await scene(600, 400, 5).jpeg().toBuffer())], 'quay.jpg'))
    const address = `${site.url}/studio/galleries/website/uploads`
    return await fetch(address, { method: 'POST', body, headers: { Cookie: cookie }, redirect: 'manual' })
  }
  const refused = await sendForm('')
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('who can be recognized'),
  ])
  expect(rows(site, 'select id from galleries where for_website = 1')).toEqual([])
  const sent = await sendForm('none')
  const [gallery] = rows(site, 'select id from galleries where for_website = 1')
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/studio/galleries/${gallery?.id}`])
  await expect
    .poll(() => rows(site, `select published_at is not null as shown from photos where slug = 'quay'`))
    .toEqual([{ shown: 1 }])
})

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

describe('the Photos page without script', () => {
  it('searches and filters photos', async () => {
    const all = await read('/studio/photos')
    expect(all).toContain(`href="${PAGE}"`)
    const found = await read('/studio/photos?search=rose+wind')
    expect(found).toContain(`href="${PAGE}"`)
    expect(found).not.toContain('/studio/photos/amber-bottle')
    expect(await read('/studio/photos?search=zebra')).toContain('No photos found.')
    expect(await read('/studio/photos?show=failed')).toContain('No failed photos.')
    expect(await read('/studio/photos?show=had-gps')).toContain('class="plib"')
    for (const odd of ['?show=everything', '?before=%00', '?search=%25%25', `?search=${'x'.repeat(5_000)}`])
      expect(
        (await fetch(`${site.url}/studio/photos${odd}`, { headers: { Cookie: cookie } })).status,
      ).toBeLessThan(500)
  })

  it('shows where a photo is used and its metadata', async () => {
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

  it('saves descriptions, which the public pages show at once', async () => {
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

  it('refuses the later of two saves, and keeps what was typed', async () => {
    const late = await send({ ...fields(), title: 'Mine', version: '1' })
    expect(late.status).toBe(409)
    const page = await late.text()
    expect(page).toContain('Someone on your team saved a newer version')
    expect(page).toContain('value="Mine"')
  })

  it.each([
    [{ alt: '' }, 'This photo is public.'],
    [{ title: '' }, 'Enter a title.'],
    [{ title: 'a\u202eb' }, 'hidden characters'],
    [{ focalX: '-5' }, 'Enter a number from 0 to 100'],
    [{ focalY: '1e9' }, 'Enter a number from 0 to 100'],
    [{ title: 'x'.repeat(5_000) }, 'Shorten the title'],
    [{ intent: 'remove' }, 'Something went wrong with that form'],
  ])('refuses %j with a sentence', async (wrong, sentence) => {
    const before = stored()
    const answer = await send({ ...fields(), ...wrong })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
    expect(stored()).toEqual(before)
  })

  it('checks the files, and reports a damaged one', async () => {
    const sha256 = String(stored().sha256)
    const folder = join(site.dataDir, 'photos/originals', sha256.slice(0, 2))
    const file = join(folder, readdirSync(folder).find((name) => name.startsWith(sha256)) ?? '')
    expect((await send({ intent: 'check' })).status).toBe(303)
    await expect.poll(() => read(PAGE)).toContain('exactly the file you imported')
    const bytes = readFileSync(file)
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 0xff
    writeFileSync(file, bytes)
    await send({ intent: 'check' })
    await expect.poll(() => read(PAGE)).toContain('The original is damaged')
  })

  it('requeues a failed photo', async () => {
    const slug = 'amber-bottle-with-water-drops'
    const answer = await post(site, `/studio/photos/${slug}`, { intent: 'retry' }, { Cookie: cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/studio/photos/${slug}`])
    const gone = await post(site, '/studio/photos/none', { intent: 'retry' }, { Cookie: cookie })
    expect(gone.status).toBe(404)
  })
})

describe('the quarantine without script', () => {
  const QUARANTINE = '/studio/quarantine'
  /** The cleanup job waits for a photo in progress. */
  const PATIENCE = { timeout: 60_000, interval: 250 }
  let owner: string
  beforeAll(async () => {
    owner = await signedIn(site, 'owner')
  })
  const open = async (who = owner) =>
    (await (await fetch(site.url + QUARANTINE, { headers: { Cookie: who } })).text()).replaceAll(
      '<!-- -->',
      '',
    )
  const answer = (sent: Record<string, string>, who = owner) => post(site, QUARANTINE, sent, { Cookie: who })

  it('restores a photo, once, for an assistant too', async () => {
    const photo = await makeQuarantined(site.dataDir, '#3a7')
    expect(await open(cookie)).toContain(`value="${photo}"`)
    const preview = await fetch(`${site.url}${QUARANTINE}/${photo}/preview.jpg`, {
      headers: { Cookie: owner },
    })
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const restored = await answer({ intent: 'restore', photo }, cookie)
    expect([restored.status, restored.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/studio\/quarantine\?restored=/),
    ])
    expect(rows(site, 'select sha256 from photos where sha256 = ?', photo)).toHaveLength(1)
    expect(await open()).not.toContain(`value="${photo}"`)
    const again = await answer({ intent: 'restore', photo })
    expect([again.status, await again.text()]).toEqual([
      404,
      expect.stringContaining('no longer in quarantine'),
    ])
    for (const odd of ['', 'x', '../secret'])
      expect((await answer({ intent: 'restore', photo: odd })).status).toBe(404)
    expect((await answer({ intent: 'nonsense' })).status).toBe(400)
  })

  it('asks the owner before quarantining many files, and does so if allowed', async () => {
    const before = Date.now() / 1_000 - 2 * 86_400
    for (let n = 0; n < 60; n += 1) {
      const key = originalKey({ sha256: sha256(`stray ${n}`), format: 'jpeg' })
      const file = join(site.dataDir, 'photos', key)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `stray ${n}`)
      utimesSync(file, before, before)
    }
    await inDatabaseOf(site, (db) =>
      enqueue({ db, clock: systemClock }, { kind: COLLECT_FILES, payload: {} }),
    )
    await expect.poll(() => open(), PATIENCE).toContain('Cleanup found 60 of')
    expect(await open(cookie)).not.toContain('value="allow"')

    const sent = { intent: 'allow', files: 'originals/', found: '60' }
    expect((await answer(sent, cookie)).status).toBe(404)
    const late = await answer({ ...sent, found: '59' })
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('just changed')])
    expect((await answer(sent)).status).toBe(303)
    await expect.poll(() => open(), PATIENCE).toContain('60 photos that your library doesn’t use')
    expect(await open()).not.toContain('Cleanup found')
    // None of these files was a photo.
    const refused = await answer({ intent: 'restore', photo: sha256('stray 0') })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('can’t read this as a photo'),
    ])
  }, 180_000)
})

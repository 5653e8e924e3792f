import { createHash } from 'node:crypto'
import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { animatedPng, animation, blankPng, scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'
import { itemsOf, jpegsOf, makeSiteGallery, TUS, uploader } from '../support/uploads'

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite()
  cookie = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

let gallery: string
let up: ReturnType<typeof uploader>
beforeEach(async () => {
  gallery = await makeSiteGallery(site)
  up = uploader(site, gallery, cookie)
})

let hue = 0
/** A photo with different bytes each time. */
const photo = async (width = 320) => {
  hue += 7
  return await scene(width, 200, hue).jpeg({ quality: 90 }).toBuffer()
}

const sentenceOf = ({ sentence }: { sentence: string }) => sentence

const items = () => itemsOf(site, gallery)

const settled = async (count: number) => {
  await expect.poll(() => items().length, { interval: 100 }).toBe(count)
  return items()
}

const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a resumable upload', () => {
  it('becomes a private photo in the set named after its folder, with a thumbnail', async () => {
    const content = await photo()
    const path = await up.send(content, { name: 'IMG 0001.JPG', folder: 'Ceremony', sha256: sha(content) })
    expect(path).toMatch(new RegExp(`^/studio/galleries/${gallery}/uploads/[0-9a-f]{32}$`))
    expect(await settled(1)).toEqual([
      { name: 'IMG 0001.JPG', folder: 'Ceremony', sha256: sha(content), published: null },
    ])
    expect(jpegsOf(site, gallery)).toMatchObject([{ pictures: 1 }])
    await expect.poll(() => readdir(join(site.dataDir, 'uploads'))).toEqual([])
    const [entry] = rows(site, `select subject from audit where action = 'photos-uploaded' order by id desc`)
    expect(entry?.subject).toBe('“Whitfield & Cole”')
  })

  it('resumes after being cut at every tenth', async () => {
    const content = await photo()
    const created = await up.create(content.length, { name: 'cut.jpg' })
    const path = created.headers.get('location') ?? ''
    for (let tenth = 0; tenth < 10; tenth++) {
      const offset = Number((await up.head(path)).headers.get('upload-offset'))
      expect(offset).toBe(Math.floor((content.length * tenth) / 10))
      const next = Math.floor((content.length * (tenth + 1)) / 10)
      expect(items()).toEqual([])
      expect((await up.patch(path, offset, content.subarray(offset, next))).status).toBe(204)
      // A chunk that was already sent isn't accepted again.
      if (next < content.length)
        expect((await up.patch(path, offset, content.subarray(offset, next))).status).toBe(409)
    }
    expect((await settled(1))[0]?.sha256).toBe(sha(content))
    const after = await up.head(path)
    expect(after.headers.get('upload-offset')).toBe(String(content.length))
  })

  it('keeps what arrived before the connection was lost', async () => {
    const content = await photo(1_600)
    const created = await up.create(content.length, { name: 'broken.jpg' })
    const path = created.headers.get('location') ?? ''
    const half = Math.floor(content.length / 2)
    const stop = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(content.subarray(0, half))),
    })
    const broken = fetch(site.url + path, {
      method: 'PATCH',
      body,
      duplex: 'half',
      signal: stop.signal,
      headers: {
        ...TUS,
        Cookie: cookie,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
    } as RequestInit).catch(() => undefined)
    await expect.poll(async () => (await readdir(join(site.dataDir, 'uploads'))).length).toBe(1)
    stop.abort()
    await broken
    const offset = Number((await up.head(path)).headers.get('upload-offset'))
    expect(offset).toBeLessThanOrEqual(half)
    expect((await up.patch(path, offset, content.subarray(offset))).status).toBe(204)
    expect((await settled(1))[0]?.sha256).toBe(sha(content))
  })

  it('is sorted by name, in any order of arrival', async () => {
    const files = await Promise.all([photo(), photo(), photo()])
    for (const order of [2, 0, 1])
      await up.send(files[order] as Buffer, { name: `img-${order}.jpg`, batch: 'one', order: String(order) })
    await settled(3)
    await up.send(await photo(), { name: 'a-late-one.jpg', batch: 'two', order: '0' })
    expect((await settled(4)).map(({ name }) => name)).toEqual([
      'img-0.jpg',
      'img-1.jpg',
      'img-2.jpg',
      'a-late-one.jpg',
    ])
  })

  it('is stored once, however often the same bytes are sent', async () => {
    const content = await photo()
    await Promise.all([1, 2, 3].map((n) => up.send(content, { name: `twin-${n}.jpg` })))
    await expect.poll(async () => (await up.progress()).arrived).toBe(0)
    expect(await settled(1)).toHaveLength(1)
    expect(rows(site, 'select id from photos where sha256 = ?', sha(content))).toHaveLength(1)
  })

  it('is canceled, and its file is deleted', async () => {
    const created = await up.create(1_000, { name: 'no.jpg' })
    const path = created.headers.get('location') ?? ''
    await up.patch(path, 0, Buffer.alloc(10))
    expect((await up.progress()).unfinished).toMatchObject([{ name: 'no.jpg', bytes: 1_000 }])
    expect((await up.ask(path, 'DELETE')).status).toBe(204)
    expect((await up.head(path)).status).toBe(404)
    await expect.poll(() => readdir(join(site.dataDir, 'uploads'))).toEqual([])
    expect((await up.progress()).unfinished).toEqual([])
  })

  it('is finished on HEAD if only the last response was lost', async () => {
    const content = await photo()
    const created = await up.create(content.length, { name: 'whole.jpg' })
    const path = created.headers.get('location') ?? ''
    await writeFile(join(site.dataDir, 'uploads', path.split('/').at(-1) ?? ''), content)
    expect((await up.head(path)).headers.get('upload-offset')).toBe(String(content.length))
    expect(await settled(1)).toHaveLength(1)
  })
})

describe('existing photos', () => {
  const ask = async (files: object[], batch = 'again') => {
    const answer = await fetch(`${site.url}${up.base}/known`, {
      method: 'POST',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ files: JSON.stringify(files), batch }),
    })
    return [answer.status, await answer.json()] as const
  }

  it('aren’t uploaded again, to the same gallery or another', async () => {
    const content = await photo()
    const file = { sha256: sha(content), name: 'known.jpg', folder: 'Party', order: 0 }
    expect(await ask([file])).toEqual([200, { there: [], sentence: '' }])
    await up.send(content, { name: 'known.jpg', folder: 'Party' })
    await settled(1)
    expect((await ask([file]))[1].there).toEqual([sha(content)])
    expect(items()).toHaveLength(1)
    gallery = await makeSiteGallery(site)
    up = uploader(site, gallery, cookie)
    expect((await ask([file]))[1].there).toEqual([sha(content)])
    expect(items()).toMatchObject([{ name: 'known.jpg', folder: 'Party' }])
  })

  it('are listed on request, and a malformed list is refused', async () => {
    for (const files of [[{ sha256: 'x' }], Array(300).fill({})]) expect((await ask(files))[0]).toBe(422)
  })
})

describe('bad input', () => {
  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'This is a web page.'],
    ['nothing', '', 'This file is empty.'],
    ['a GIF with a script', 'GIF89a/*<script>*/=1', 'This is a GIF image.'],
    ['a PDF', '%PDF-1.7 ', 'This is a PDF document.'],
  ])('%s named as a photo is refused with the reason', async (_, content, sentence) => {
    await up.send(Buffer.from(content), { name: 'photo.jpg' }).catch(() => {})
    await expect.poll(async () => (await up.progress()).refused[0]?.sentence ?? '').toContain(sentence)
    expect(items()).toEqual([])
    await expect.poll(() => readdir(join(site.dataDir, 'uploads'))).toEqual([])
  })

  it('bombs and animations are refused, and the server keeps running', async () => {
    await up.send(blankPng(20_000, 20_000), { name: 'bomb.png' })
    await up.send(await animation(10_000), { name: 'film.webp' })
    await up.send(animatedPng(10_000), { name: 'film.png' })
    await up.send((await photo(900)).subarray(0, 3_000), { name: 'cut.jpg' })
    await expect
      .poll(async () => (await up.progress()).refused.map(sentenceOf).toSorted())
      .toEqual([
        expect.stringContaining('This file is incomplete'),
        expect.stringContaining('This is an animation with 10,000 frames'),
        expect.stringContaining('This is an animation with 10,000 frames'),
        expect.stringContaining('This photo is 20,000 × 20,000 pixels'),
      ])
    expect(items()).toEqual([])
  })

  it('hidden data in a photo is never published', async () => {
    const script = '<!doctype html><script>alert(1)</script>'
    const jpeg = await photo()
    await up.send(Buffer.concat([jpeg, Buffer.from(script)]), { name: 'page.html' })
    await up.send(Buffer.concat([jpeg, Buffer.from(`%PDF-1.7 ${script}`)]), { name: 'paper.pdf' })
    await settled(2)
    expect(jpegsOf(site, gallery)).toMatchObject([{ pictures: 1 }, { pictures: 1 }])
    for (const { media } of jpegsOf(site, gallery)) {
      const picture = `${site.url}/media/${media}/320.jpg`
      const answer = await fetch(picture, { headers: { Cookie: cookie } })
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      expect(Buffer.from(await answer.arrayBuffer()).includes('<script>')).toBe(false)
      expect((await fetch(picture)).status).toBe(404)
    }
  })

  it('a wrong checksum is refused, and wrong lengths stop the upload', async () => {
    await up.send(await photo(), { name: 'a.jpg', sha256: 'a'.repeat(64) })
    await expect
      .poll(async () => (await up.progress()).refused[0]?.sentence ?? '')
      .toContain('didn’t arrive intact')
    expect((await up.create(2_000_000_000, { name: 'film.mov' })).status).toBe(413)
    for (const length of ['-1', 'x', '1e3', '']) {
      const answer = await up.ask(up.base, 'POST', { 'Upload-Length': length })
      expect([length, answer.status]).toEqual([length, 400])
    }
    const created = await up.create(10, { name: 'short.jpg' })
    expect((await up.patch(created.headers.get('location') ?? '', 0, Buffer.alloc(50))).status).toBe(413)
  })

  it.each([
    ['../../../etc/passwd.jpg', 'passwd.jpg'],
    ['..', 'photo'],
    ['a\u0000b.jpg', 'a b.jpg'],
    ['CON.jpg', 'CON.jpg'],
    ['gpj.\u202eexe.jpg', 'gpj. exe.jpg'],
    ['📷'.repeat(255), '📷'.repeat(255)],
  ])('the name %j is kept as %j', async (name, kept) => {
    await up.send(await photo(), { name })
    expect((await settled(1))[0]?.name).toBe(kept)
  })

  it('names that differ in case are two photos', async () => {
    await up.send(await photo(), { name: 'img.jpg', order: '0', batch: 'x' })
    await up.send(await photo(), { name: 'IMG.JPG', order: '1', batch: 'x' })
    expect((await settled(2)).map(({ name }) => name)).toEqual(['img.jpg', 'IMG.JPG'])
  })

  it('another gallery’s, an unknown or an impossible upload answers 404', async () => {
    const created = await up.create(10, { name: 'a.jpg' })
    const id = created.headers.get('location')?.split('/').at(-1) ?? ''
    const other = uploader(site, await makeSiteGallery(site), cookie)
    for (const path of [`${other.base}/${id}`, `${up.base}/${'0'.repeat(32)}`, `${up.base}/known`])
      for (const method of ['HEAD', 'DELETE']) expect((await up.ask(path, method)).status).toBe(404)
    const second = await up.create(10, { name: 'b.jpg' })
    const [own, its] = [`${up.base}/${id}`, second.headers.get('location') ?? '']
    expect((await up.ask(`${own}?of=${its}`, 'DELETE')).status).toBe(204)
    expect([(await up.head(own)).status, (await up.head(its)).status]).toEqual([404, 200])
    expect((await up.ask('/studio/galleries/none/uploads', 'POST', { 'Upload-Length': '5' })).status).toBe(
      404,
    )
    expect((await up.ask('/gallery', 'PATCH')).status).toBe(405)
  })
})

describe('a full disk', () => {
  it('answers 507 on a full disk, and resumes when there is room', async () => {
    const content = await photo()
    const created = await up.create(content.length, { name: 'patient.jpg' })
    const path = created.headers.get('location') ?? ''
    const file = join(site.dataDir, 'uploads', path.split('/').at(-1) ?? '')
    await rm(file)
    await symlink('/dev/full', file)
    const full = await up.patch(path, 0, content)
    expect([full.status, await full.text()]).toEqual([
      507,
      expect.stringContaining('Your server is out of disk space'),
    ])
    expect((await fetch(`${site.url}/gallery`)).status).toBe(200)
    expect((await fetch(`${site.url}/studio`, { headers: { Cookie: cookie } })).status).toBe(200)
    await rm(file)
    await writeFile(file, '')
    expect((await up.patch(path, 0, content)).status).toBe(204)
    expect((await settled(1))[0]?.sha256).toBe(sha(content))
  })
})

describe('who may upload', () => {
  it('is checked in every method of the protocol', async () => {
    const created = await up.create(10, { name: 'a.jpg' })
    const path = created.headers.get('location') ?? ''
    const client = await signedIn(site, 'client')
    for (const [who, status] of [
      ['', 401],
      ['studio_session=forged', 401],
      [client, 404],
    ] as const)
      for (const [method, address] of [
        ['POST', up.base],
        ['OPTIONS', up.base],
        ['HEAD', path],
        ['PATCH', path],
        ['DELETE', path],
        ['OPTIONS', path],
      ] as const) {
        const answer = await up.ask(address, method, { Cookie: who, 'Upload-Length': '10' })
        expect([who, method, answer.status]).toEqual([who, method, status])
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    expect((await up.progress()).unfinished).toHaveLength(1)
  })

  it('refuses requests from another site’s page', async () => {
    const answer = await up.ask(up.base, 'POST', {
      'Upload-Length': '10',
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    })
    expect(answer.status).toBe(403)
  })
})

describe('without script', () => {
  it('a form accepts several photos, and lists those it refused', async () => {
    const form = new FormData()
    for (const name of ['b-10.jpg', 'b-2.jpg'])
      form.append('photos', new File([new Uint8Array(await photo())], name))
    form.append('photos', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drawing.jpg'))
    const answer = await fetch(site.url + up.base, {
      method: 'POST',
      body: form,
      headers: { Cookie: cookie },
      redirect: 'manual',
    })
    const page = `/studio/galleries/${gallery}`
    expect([answer.status, answer.headers.get('location')]).toEqual([303, page])
    expect((await settled(2)).map(({ name }) => name)).toEqual(['b-2.jpg', 'b-10.jpg'])
    const read = async () => (await fetch(site.url + page, { headers: { Cookie: cookie } })).text()
    await expect.poll(read).toContain('This is an SVG drawing.')
    expect(await read()).toContain('type="file"')
    const got = await post(site, page, { intent: 'forget-refused' }, { Cookie: cookie })
    expect([got.status, got.headers.get('location')]).toEqual([303, page])
    expect((await up.progress()).refused).toEqual([])
  })

  it('abandoned uploads are canceled', async () => {
    const created = await up.create(10, { name: 'half.jpg' })
    const [{ id }] = (await up.progress()).unfinished
    const page = `/studio/galleries/${gallery}`
    const answer = await post(site, page, { intent: 'give-up', upload: id }, { Cookie: cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?done=give-up`])
    expect((await up.progress()).unfinished).toEqual([])
    expect((await up.head(created.headers.get('location') ?? '')).status).toBe(404)
  })

  it('an assistant can’t cancel someone else’s upload', async () => {
    const owner = uploader(site, gallery, await signedIn(site, 'owner'))
    const path = (await owner.create(10, { name: 'half.jpg' })).headers.get('location') ?? ''
    const [{ id }] = (await up.progress()).unfinished
    expect((await up.ask(path, 'DELETE')).status).toBe(404)
    const page = `/studio/galleries/${gallery}`
    await post(site, page, { intent: 'give-up', upload: id }, { Cookie: cookie })
    expect((await owner.head(path)).status).toBe(200)
    const shown = await (await fetch(site.url + page, { headers: { Cookie: cookie } })).text()
    expect(shown).toContain('half.jpg')
    expect(shown).not.toContain('value="give-up"')
    expect((await owner.ask(path, 'DELETE')).status).toBe(204)
    expect((await up.progress()).unfinished).toEqual([])
  })

  it('the form requires files, and not too many', async () => {
    const send = (form: FormData) =>
      fetch(site.url + up.base, {
        method: 'POST',
        body: form,
        headers: { Cookie: cookie },
        redirect: 'manual',
      })
    expect((await send(new FormData())).status).toBe(422)
    const empty = new FormData()
    empty.append('photos', new File([], ''))
    expect((await send(empty)).status).toBe(422)
    const large = new FormData()
    large.append('photos', new File([new Uint8Array(65 * 1024 * 1024)], 'large.jpg'))
    expect((await send(large).catch(() => ({ status: 413 }))).status).toBe(413)
    expect(items()).toEqual([])
  })
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { animatedPng, blankPng, cameraJpeg, mediaFile, rawFile, scene } from '../../../test/support/pictures'
import { createImaging } from './imaging.server'
import { TILE_SIDE } from './limits'
import { tilePath } from './protocol'

const imaging = createImaging({ idleMs: 1_000 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imaging-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

/** Niceness of each thread, from -20 to 19; none on systems without it. */
async function nicenessOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  return await Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      // proc(5): field 19. Field 2, a name in parentheses, may contain any character.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    }),
  )
}

/** Resident memory of a process; 0 when it has ended or on other systems. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

let count = 0
async function save(data: Buffer | string, name = `file-${++count}`): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, data)
  return file
}
const inspect = async (data: Buffer | string, name?: string) => await imaging.inspect(await save(data, name))

test('cuts a photo into tiles that together are the photo as it is shown', async () => {
  const picture = scene(1500, 1100)
  const file = await save(await cameraJpeg(picture, 6))
  const tiles = await mkdtemp(join(folder, 'tiles-'))
  expect(await imaging.tiles(file, tiles)).toEqual({ ok: true })
  const places = [0, 1].flatMap((column) => [0, 1].map((row) => ({ column, row })))
  const joined = await sharp({ create: { width: 1100, height: 1500, channels: 3, background: '#f0f' } })
    .composite(
      places.map(({ column, row }) => ({
        input: join(tiles, tilePath(column, row)),
        left: column * TILE_SIDE,
        top: row * TILE_SIDE,
      })),
    )
    .removeAlpha()
    .raw()
    .toBuffer()
  const shown = await sharp(file).autoOrient().raw().toBuffer()
  expect(joined.length).toBe(shown.length)
  const difference = joined.reduce((sum, value, at) => sum + Math.abs(value - (shown[at] ?? 0)), 0)
  expect(difference / joined.length).toBeLessThan(2)
  const [first = ''] = places.map(({ column, row }) => join(tiles, tilePath(column, row)))
  expect((await sharp(first).metadata()).exif).toBeUndefined()

  const cut = await save((await readFile(file)).subarray(0, 20_000))
  expect(await imaging.tiles(cut, await mkdtemp(join(folder, 'tiles-')))).toMatchObject({
    ok: false,
    reason: 'broken',
  })
})

describe('inspecting a photo', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)(
    '%s is taken, whatever its name',
    async (format) => {
      const found = await inspect(await scene(900, 600)[format]().toBuffer(), `${format}.txt`)
      expect(found).toMatchObject({ ok: true, photo: { format, width: 900, height: 600 } })
    },
  )

  test('reports camera metadata, and whether it contained a location', async () => {
    const found = await inspect(await cameraJpeg(scene(900, 600), 6))
    expect(found).toMatchObject({
      ok: true,
      photo: {
        width: 600,
        height: 900,
        camera: 'Elmwood SR-2',
        lens: 'Elmwood 85mm f/2.0',
        exposure: '85 mm f/2.8',
        capturedAt: '2026-06-12T19:52:21',
        creator: 'Zoë Åkesson',
        copyright: '© 2026 Zoë Åkesson',
        hadGps: true,
      },
    })
  })

  test('makes a thumbnail on request, equal to the rendition', async () => {
    const file = await save(await cameraJpeg(scene(900, 600), 6))
    const found = await imaging.inspect(file, { thumbWidth: 480 })
    if (!found.ok) throw new Error(found.sentence)
    const rendered = await imaging.render(file, { widths: [480], credit: found.photo })
    if (!rendered.ok) throw new Error(rendered.sentence)
    expect(found.thumbnail).toMatchObject({ format: 'jpg', width: 480, height: 720 })
    expect(rendered.renditions).toContainEqual(found.thumbnail)
    const small = await imaging.inspect(await save(await scene(90, 60).png().toBuffer()), { thumbWidth: 480 })
    expect(small).toMatchObject({ ok: true, thumbnail: { width: 90 } })
    expect(await imaging.inspect(file)).not.toHaveProperty('thumbnail')
  })

  test('gives a blurred preview of less than 400 bytes, 24 px wide, and a tone', async () => {
    const found = await imaging.inspect('content/photos/rainy-window-city-lights.jpg')
    if (!found.ok) throw new Error(found.sentence)
    expect(found.photo.placeholder.length).toBeLessThan(400)
    const preview = await sharp(Buffer.from(found.photo.placeholder.split(',')[1] ?? '', 'base64')).metadata()
    expect(preview).toMatchObject({ format: 'webp', width: 24, height: 16 })
    expect(found.photo.tone).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('accepts a picture of one pixel, in gray, CMYK, 16 bits or with transparency', async () => {
    const pictures = [
      scene(1, 1).png(),
      scene().greyscale().toColourspace('b-w').png(),
      scene().toColourspace('cmyk').jpeg(),
      scene().toColourspace('rgb16').png(),
      scene().ensureAlpha(0.2).webp(),
      scene().toColourspace('lab').tiff(),
    ]
    for (const picture of pictures) {
      const file = await save(await picture.toBuffer())
      const found = await imaging.inspect(file)
      if (!found.ok) throw new Error(found.sentence)
      const rendered = await imaging.render(file, {
        widths: [found.photo.width],
        credit: { creator: null, copyright: null },
      })
      if (!rendered.ok) throw new Error(rendered.sentence)
      for (const { data } of rendered.renditions)
        expect(await sharp(data).metadata()).toMatchObject({
          space: 'srgb',
          channels: 3,
          width: found.photo.width,
        })
    }
  })
})

test.each([
  [20, 16_384],
  [32_000, 3],
])('a picture of %d × %d pixels is rendered', async (width, height) => {
  const file = await save(await scene(width, height).png().toBuffer())
  expect(await imaging.inspect(file)).toMatchObject({ ok: true, photo: { width, height } })
  const widest = Math.min(width, 480)
  const rendered = await imaging.render(file, {
    widths: [widest],
    credit: { creator: null, copyright: null },
  })
  if (!rendered.ok) throw new Error(rendered.sentence)
  expect(rendered.renditions.map((made) => made.width)).toEqual([widest, widest])
})

describe('an unusable file', () => {
  test.each<[string, () => Buffer | string | Promise<Buffer>, string, RegExp]>([
    ['photo.jpg', () => '', 'broken', /empty/],
    ['drawing.jpg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'unsupported-format', /SVG drawing/],
    ['photo.png', () => mediaFile('heic'), 'unsupported-format', /HEIC.*Export/],
    ['photo.gif', () => scene(40, 40).gif().toBuffer(), 'unsupported-format', /GIF/],
    ['flyer.jpg', () => '%PDF-1.7\n%\xe2\xe3', 'unsupported-format', /PDF/],
    ['photo.tif', rawFile, 'unsupported-format', /camera raw file.*Export/],
    ['text.jpg', () => 'hello', 'unsupported-format', /can’t read this as a photo/],
    [
      'noise.jpg',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)]),
      'broken',
      /./,
    ],
    ['film.png', () => animatedPng(3), 'unsupported-format', /an animation with 3 frames/],
    ['wide.png', () => blankPng(70_000, 10), 'too-large', /70,000 × 10 pixels\. The limit/],
    ['tall.png', () => blankPng(100, 60_000), 'too-large', /100 × 60,000 pixels, which is too tall/],
    ['screens.png', () => blankPng(1_080, 16_400), 'too-large', /too tall/],
  ])('%s is refused with a reason', async (name, data, reason, sentence) => {
    const found = await inspect(await data(), name)
    expect(found).toMatchObject({ ok: false, reason, sentence: expect.stringMatching(sentence) })
  })

  test('accepts a photo of the library that is too tall to be shown', async () => {
    const found = await imaging.inspect(await save(blankPng(1_080, 16_400)), { isStored: true })
    expect(found).toMatchObject({ ok: true, photo: { width: 1_080, height: 16_400 } })
  })

  test('refuses a PNG of 30,000 × 30,000 pixels before decoding it', async () => {
    const found = await inspect(blankPng(30_000, 30_000))
    expect(found).toEqual({
      ok: false,
      reason: 'too-large',
      sentence: 'This photo is 30,000 × 30,000 pixels (900 megapixels). The limit is 160 megapixels.',
    })
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)(
    'a %s that is cut off anywhere is refused',
    async (format) => {
      const whole = await scene(1200, 800)[format]().toBuffer()
      for (const share of [0.02, 0.5, 0.9]) {
        const found = await inspect(whole.subarray(0, Math.floor(whole.length * share)))
        expect(found, `${format} at ${share}`).toMatchObject({ ok: false, reason: 'broken' })
      }
    },
  )

  test('gives a result for randomly damaged files, and never crashes', async () => {
    const whole = await cameraJpeg()
    for (let seed = 1; seed <= 12; seed++) {
      const damaged = Buffer.from(whole)
      for (let i = 0; i < 40; i++)
        damaged[(seed * 7919 + i * 104_729) % damaged.length] = (seed * 31 + i * 17) % 256
      const found = await inspect(damaged)
      expect(found.ok || found.reason === 'broken' || found.reason === 'unsupported-format').toBe(true)
    }
  })

  test('handles metadata of any size', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<!-- long -->'.repeat(400_000)}</x:xmpmeta>`
    const found = await inspect(await scene().png().withXmp(xmp).toBuffer())
    expect(found).toMatchObject({ ok: true, photo: { creator: null, width: 900 } })
  })
})

describe('workers', () => {
  const credit = { creator: null, copyright: null }

  test('fail for a photo that takes too long, without affecting others', async () => {
    // Enough for a new worker to start on a busy machine, and much less than the large photo takes.
    const hurried = createImaging({ size: 1, timeLimitMs: 5_000 })
    const large = await save(await scene(6000, 4000).png().toBuffer())
    const small = await save(await scene(90, 60).png().toBuffer())
    await hurried.inspect(small)
    const [slow, quick] = await Promise.all([
      hurried.render(large, { widths: [5997, 5998, 5999, 6000], credit }),
      hurried.render(small, { widths: [90], credit }),
    ])
    hurried.close()
    expect(slow).toMatchObject({ ok: false, reason: 'timed-out' })
    expect(quick).toMatchObject({ ok: true })
  })

  test('fail for a photo that takes too much memory, without affecting others', async () => {
    const poor = createImaging({ size: 1, memoryLimitMb: 180 })
    const large = await save(await scene(6000, 4000).png().toBuffer())
    const small = await save(await scene(90, 60).png().toBuffer())
    const [greedy, modest] = await Promise.all([
      poor.render(large, { widths: [6000], credit }),
      poor.render(small, { widths: [90], credit }),
    ])
    poor.close()
    expect(greedy).toMatchObject({
      ok: false,
      reason: 'out-of-memory',
      sentence: expect.stringMatching(/180 MB/),
    })
    expect(modest).toMatchObject({ ok: true })
  })

  test('are stopped while a small file takes gigabytes of memory', async () => {
    const memoryLimitMb = 300
    const pool = createImaging({ size: 1, memoryLimitMb })
    // Decoding it takes 1.4 GB.
    const flat = sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#876' } })
    const bomb = await save(await flat.avif({ effort: 0, quality: 20 }).toBuffer())
    const inspected = pool.inspect(bomb)
    let [peakMb, done] = [0, false]
    const watching = (async () => {
      while (!done) peakMb = Math.max(peakMb, ...(await Promise.all(pool.workerPids().map(residentMb))))
    })()
    expect(await inspected).toMatchObject({ ok: false, reason: 'out-of-memory' })
    done = true
    await watching
    pool.close()
    expect(peakMb).toBeLessThan(memoryLimitMb + 400)
  })

  test('can be started before their work arrives, and never more than work at once', async () => {
    const pool = createImaging({ size: 1 })
    pool.prepare()
    const pids = pool.workerPids()
    pool.prepare()
    expect(pids).toHaveLength(2)
    await pool.inspect(await save(await scene(900, 600).jpeg().toBuffer()))
    expect(new Set(pool.workerPids())).toEqual(new Set(pids))
    pool.close()
    pool.prepare()
    expect(pool.workerPids()).toHaveLength(0)
  })

  test('run all their threads at a lower priority', async () => {
    const pool = createImaging({ size: 1 })
    await pool.inspect(await save(await scene(900, 600).jpeg().toBuffer()))
    for (const pid of pool.workerPids()) expect(new Set(await nicenessOf(pid))).toEqual(new Set([10]))
    pool.close()
  })

  test('are replaced when killed, and the photo is tried once more', async () => {
    const pool = createImaging({ size: 1 })
    const file = await save(await scene(2400, 1600).png().toBuffer())
    await pool.inspect(file)
    const rendering = pool.render(file, { widths: [2400], credit })
    const [first] = pool.workerPids()
    process.kill(first ?? 0, 'SIGKILL')
    expect(await rendering).toMatchObject({ ok: true })
    expect(pool.workerPids()).not.toContain(first)
    pool.close()
  })

  test('fail for a photo that crashes two of them, and process the next one', async () => {
    const pool = createImaging({ size: 1 })
    const file = await save(await scene(2400, 1600).png().toBuffer())
    const rendering = pool.render(file, { widths: [2400], credit })
    const killed = new Set<number>()
    const killer = setInterval(() => {
      for (const pid of pool.workerPids())
        if (!killed.has(pid)) process.kill(killed.add(pid) && pid, 'SIGKILL')
    }, 20)
    const outcome = await rendering
    clearInterval(killer)
    expect(outcome).toMatchObject({ ok: false, reason: 'crashed' })
    expect(killed.size).toBe(2)
    expect(await pool.inspect(file)).toMatchObject({ ok: true })
    pool.close()
  })

  test('make renditions even if photos never stop arriving', async () => {
    const pool = createImaging({ size: 1, patienceMs: 200 })
    const file = await save(await scene(900, 600).jpeg().toBuffer())
    let isRendered = false
    const arrivals = Array.from({ length: 2 }, async () => {
      while (!isRendered) await pool.inspect(file)
    })
    const rendered = await pool.render(file, { widths: [480], credit })
    isRendered = true
    await Promise.all(arrivals)
    pool.close()
    expect(rendered).toMatchObject({ ok: true })
  })

  test('end when idle, and when imaging is closed', async () => {
    const pool = createImaging({ size: 2, idleMs: 50 })
    const file = await save(await readFile('content/photos/piano-keys-and-a-rose.jpg'))
    const both = Promise.all([pool.inspect(file), pool.inspect(file)])
    expect(pool.workerPids()).toHaveLength(2)
    await both
    await expect.poll(() => pool.workerPids()).toEqual([])
    const cut = pool.render(file, { widths: [1200], credit })
    pool.close()
    await expect(cut).rejects.toThrow('Imaging was closed')
    await expect(pool.inspect(file)).rejects.toThrow('Imaging is closed')
  })
})

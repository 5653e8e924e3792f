import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../test/support/database'
import { blankPng, scene } from '../test/support/pictures'
import { importPhotosCommand } from './import-photos'

const imaging = createImaging()
let folder: string
let photos: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-test-'))
  photos = join(folder, 'photos')
  await mkdir(join(photos, 'day 2'), { recursive: true })
  for (const [i, name] of ['img-2.jpg', 'img-10.jpg', 'day 2/late.jpg'].entries())
    await writeFile(
      join(photos, name),
      await scene(300, 200, i * 90)
        .jpeg()
        .toBuffer(),
    )
  await writeFile(join(photos, 'copy of img-2.jpg'), await scene(300, 200, 0).jpeg().toBuffer())
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

function collect(): Writable & { text: string } {
  const stream = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        stream.text += chunk
        done()
      },
    }),
    { text: '' },
  )
  return stream
}

describeOnBothEngines('import photos', (open) => {
  let run: (...argv: string[]) => Promise<{ code: number; out: string; err: string }>
  let db: Db
  let gallery: () => Promise<(string | undefined)[]>
  let count = 0
  beforeEach(async () => {
    db = (await open()).db
    const storage = folderStorage(join(folder, `store-${++count}`))
    const app = { db, storage, imaging, clock: systemClock, log: createLogger('silent') }
    run = async (...argv) => {
      const [out, err] = [collect(), collect()]
      return { code: await importPhotosCommand(app, argv, { out, err }), out: out.text, err: err.text }
    }
    gallery = async () => {
      const rows = await db
        .selectFrom('gallery_items')
        .innerJoin('photos', 'photos.id', 'photo_id')
        .innerJoin('galleries', 'galleries.id', 'gallery_id')
        .select([
          'photos.slug',
          'photos.state',
          'galleries.slug as gallery',
          'kind',
          'galleries.published_at',
        ])
        .orderBy('gallery_items.position')
        .execute()
      return rows.map(
        (row) => `${row.gallery} ${row.kind} ${row.published_at !== null} ${row.slug} ${row.state}`,
      )
    }
  })

  test('imports a folder with its subfolders in order, makes renditions, and imports each photo once', async () => {
    const { code, out, err } = await run(photos, '--gallery', 'summer-weddings')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('4 photos imported')
    expect(out).toContain('3 added to “summer-weddings”')
    const places = await gallery()
    expect(places).toHaveLength(3)
    // Of two files with the same bytes, the first one read gives the name.
    expect(places[0]).toMatch(/^summer-weddings public true (copy-of-)?img-2 ready$/)
    expect(places.slice(1)).toEqual(
      ['late', 'img-10'].map((slug) => `summer-weddings public true ${slug} ready`),
    )
  })

  test('makes sets from subfolders, keeps file names, and publishes no photos of client galleries', async () => {
    const { code } = await run(photos, '--gallery', 'smith', '--client')
    expect(code).toBe(0)
    expect((await gallery())[0]).toMatch(/^smith client false /)
    const places = await db
      .selectFrom('gallery_items as i')
      .innerJoin('photos as p', 'p.id', 'i.photo_id')
      .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
      .select(['i.file_name', 's.title', 'p.published_at'])
      .orderBy('i.position')
      .execute()
    expect(places.slice(1)).toEqual([
      { file_name: 'late.jpg', title: 'day 2', published_at: null },
      { file_name: 'img-10.jpg', title: null, published_at: null },
    ])
    expect(places[0]).toMatchObject({ title: null, published_at: null })
  })

  test('adds nothing when it runs again', async () => {
    await run(photos, '--gallery', 'twice')
    const before = await gallery()
    const { code, out } = await run(photos, '--gallery', 'twice')
    expect(code).toBe(0)
    expect(out).toContain('(4 were already in the library). 0 added')
    expect(await gallery()).toEqual(before)
  })

  test('reports the files it refuses, imports the rest, and exits with a failure', async () => {
    const mixed = await mkdtemp(join(folder, 'mixed-'))
    await writeFile(join(mixed, 'a.jpg'), await scene(300, 200, 200).jpeg().toBuffer())
    await writeFile(join(mixed, 'b.jpg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await writeFile(join(mixed, 'c.png'), blankPng(20_000, 20_000))
    await writeFile(join(mixed, 'd.jpg'), (await scene(900, 600).jpeg().toBuffer()).subarray(0, 5_000))
    await writeFile(join(mixed, '.DS_Store'), 'x')
    const { code, out, err } = await run(mixed, '--gallery', 'mixed')
    expect(code).toBe(1)
    expect(out).toContain('1 photo imported')
    expect(err).toContain('3 files refused')
    expect(err).toMatch(/b\.jpg: This is an SVG drawing/)
    expect(err).toMatch(/c\.png: This photo is 20,000 × 20,000 pixels/)
    expect(err).toMatch(/d\.jpg: This file is incomplete/)
    expect(await gallery()).toHaveLength(1)
  })

  test('doesn’t follow links, out of the folder or in a loop', async () => {
    const linked = await mkdtemp(join(folder, 'linked-'))
    await writeFile(join(linked, 'a.jpg'), await scene(300, 200, 210).jpeg().toBuffer())
    await symlink(photos, join(linked, 'elsewhere'))
    await symlink('.', join(linked, 'loop'))
    await symlink(join(photos, 'img-2.jpg'), join(linked, 'b.jpg'))
    const { code, out } = await run(linked, '--gallery', 'linked')
    expect(code).toBe(0)
    expect(out).toContain('1 photo imported (0 were already in the library). 1 added')
  })

  test.each([
    [[], 'Enter one folder'],
    [['x'], 'Enter a gallery'],
    [['x', '--gallery', '../y'], 'lowercase letters'],
    [['x', '--gallery', 'y', '--bogus'], 'bogus'],
    [['does-not-exist', '--gallery', 'y'], 'find the folder'],
  ])('exits with 2 and the usage for %j', async (argv, sentence) => {
    const { code, err } = await run(...argv)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  test('prints its help', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    expect(out).toContain('import photos FOLDER --gallery SLUG')
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renditionKey } from '~/domains/photos/stored-files'
import { fixedClock } from '~/platform/clock'
import { hashFile } from '~/platform/ids.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { s3Storage } from '~/platform/storage/s3-storage.server'
import type { Storage } from '~/platform/storage/storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makePhoto, makeRendition } from '../../../test/support/factories'
import { type S3Server, startS3 } from '../../../test/support/s3-server'
import { recognizeInstallation, signInstallation, startOnStorage } from './installation.server'
import { moveFiles } from './move.server'

let folder: string
let s3: S3Server
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-test-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('moving files to another storage', (open) => {
  /** An installation with an original, a damaged original, other files, and an empty bucket. */
  async function installation() {
    const { db, where } = await open()
    const [root, prefix] = [join(folder, `from-${++count}`), `to-${count}/`]
    const storage = folderStorage(root)
    const clock = fixedClock('2026-11-22T10:00:00Z')
    const log = { warn: vi.fn() }
    const config = { ...where, s3: undefined }
    await signInstallation({ db, storage, clock, config })
    const source = join(folder, 'original')
    await writeFile(source, 'an original')
    const sha256 = await hashFile(source)
    const original = `originals/${sha256.slice(0, 2)}/${sha256}.jpg`
    await makePhoto(db, { sha256, format: 'jpeg', bytes: 11 })
    await storage.putFile(original, source, sha256)
    const damaged = `originals/${sha256.slice(0, 2)}/${sha256.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}.jpg`
    await storage.put(damaged, Buffer.from('a damaged one'))
    for (const key of [
      'brand/ab/logo.png',
      'quarantine/2026-11-01/uploads/aa/bb',
      'renditions/aa/bb/480.jpg',
    ])
      await storage.put(key, Buffer.from(key))
    const to = s3Storage({ ...s3.settings, prefix })
    const start = (given: Storage) =>
      recognizeInstallation({
        ...{ db, clock, storage: given },
        config: given === storage ? config : { ...config, s3: { ...s3.settings, prefix } },
      })
    /** The site, on the folder, with what runs until it stops. */
    const run = async () => {
      const stops: (() => Promise<void>)[] = []
      await startOnStorage({ db, clock, storage, config, log }, (stop) => stops.push(stop))
      return async () => {
        for (const stop of stops) await stop()
      }
    }
    const move = (given: Partial<Parameters<typeof moveFiles>[0]> = {}) =>
      moveFiles({
        ...{ db, clock, log, from: storage, to, place: 'the bucket photos', onCopied: () => {} },
        ...given,
      })
    return { db, storage, to, original, damaged, start, run, move }
  }
  const contents = async (storage: Storage) => {
    const found: Record<string, string> = {}
    for await (const key of storage.list(''))
      if (!['installation', 'moved', 'moving'].includes(key))
        found[key] = Buffer.from((await storage.read(key)) ?? []).toString()
    return found
  }

  test('copies all, and from then on the database starts with that storage only', async () => {
    const { storage, to, original, damaged, start, move } = await installation()
    await start(storage)
    const copied: string[] = []
    const moved = await move({ onCopied: ({ key }) => copied.push(key) })
    expect(moved).toEqual({ ok: true, copied: 5, isOld: false, damaged: [damaged] })
    expect(copied).toContain(original)
    expect(await contents(to)).toEqual(await contents(storage))
    await start(to)
    await expect(start(storage)).rejects.toThrow(
      /were moved from the data folder .+ to the bucket photos\. Start with the settings of/,
    )
    // What an instance added to the former storage until it was stopped.
    await storage.put('brand/cd/logo.png', Buffer.from('late'))
    expect(await move()).toEqual({ ok: true, copied: 1, isOld: true, damaged: [] })
    await to.put('brand/ef/logo.png', Buffer.from('new'))
    expect(await move({ from: to, to: storage, place: 'the data folder' })).toMatchObject({
      ok: true,
      copied: 1,
    })
    await start(storage)
    await expect(start(to)).rejects.toThrow(/were moved from the bucket .+ to the data folder\./)
    expect(await contents(storage)).toEqual(await contents(to))
  })

  test('doesn’t bring back what was deleted or replaced since', async () => {
    const { storage, to, move } = await installation()
    await move()
    await to.delete('brand/ab/logo.png')
    await to.put('quarantine/2026-11-01/uploads/aa/bb', Buffer.from('newer'))
    const after = await contents(to)
    expect(await move()).toMatchObject({ ok: true, copied: 0, isOld: true })
    await storage.put('brand/cd/logo.png', Buffer.from('late'))
    expect(await move()).toMatchObject({ copied: 1 })
    await to.delete('brand/cd/logo.png')
    expect(await move()).toMatchObject({ copied: 0 })
    expect(await contents(to)).toEqual(after)
  })

  test('is refused while the site runs, which doesn’t start while files are moved', async () => {
    const { to, start, storage, run, move } = await installation()
    const stop = await run()
    expect(await move()).toEqual({ ok: false, reason: 'running' })
    expect(await contents(to)).toEqual({})
    await start(storage)
    await stop()
    let refused: Promise<unknown> | undefined
    const starting: Storage = {
      ...to,
      putFile: async (...given) => {
        refused ??= run().catch((error: Error) => error.message)
        await refused
        return await to.putFile(...given)
      },
    }
    expect(await move({ to: starting })).toMatchObject({ ok: true })
    expect(await refused).toContain('are being moved')
    await expect(run()).rejects.toThrow('were moved from the data folder')
  })

  test('continues after it was stopped at any point, and until its end the former storage counts', async () => {
    const { storage, to, start, move } = await installation()
    for (const after of [0, 1, 3]) {
      let copied = 0
      const breaking: Storage = {
        ...to,
        putFile: async (...given) => {
          if (copied++ >= after) throw new Error('stopped')
          return await to.putFile(...given)
        },
      }
      await expect(move({ to: breaking })).rejects.toThrow('stopped')
      await start(storage)
      await expect(start(to)).rejects.toThrow('belong')
    }
    expect(await move()).toMatchObject({ ok: true, isOld: false })
    expect(await contents(to)).toEqual(await contents(storage))
    await start(to)
  })

  test('replaces a file that was cut off', async () => {
    const { storage, to, original, move } = await installation()
    await move()
    await to.put(original, Buffer.from('an or'))
    expect(await move()).toMatchObject({ ok: true, copied: 1 })
    expect(await contents(to)).toEqual(await contents(storage))
  })

  test('neither mixes two installations nor empties one', async () => {
    const [one, other] = [await installation(), await installation()]
    await one.to.put('brand/ab/other.png', Buffer.from('another studio’s'))
    expect(await one.move()).toEqual({ ok: false, reason: 'other-target' })
    expect(await contents(one.to)).toEqual({ 'brand/ab/other.png': 'another studio’s' })
    expect(await one.move({ from: other.to, to: s3Storage({ ...s3.settings, prefix: 'none/' }) })).toEqual({
      ok: false,
      reason: 'other-source',
    })
    expect(await contents(s3Storage({ ...s3.settings, prefix: 'none/' }))).toEqual({})
    await one.start(one.storage)
  })

  test('waits until photos that have arrived are in the library', async () => {
    const { db, storage, to, start, move } = await installation()
    const { id: gallery_id } = await makeGallery(db)
    const upload = {
      ...{
        id: 'f'.repeat(32),
        gallery_id,
        by_user: 'u',
        file_name: 'a.jpg',
        folder: '',
        bytes: 1,
        batch: 'b',
      },
      ...{
        state: 'arrived' as const,
        refusal: null,
        photo_id: null,
        created_at: 1,
        updated_at: 1,
        sha256: null,
      },
      ...{ position: 1, first_position: 1, people: null, confirmed_by: '' },
    }
    await db.insertInto('uploads').values(upload).execute()
    expect(await move()).toEqual({ ok: false, reason: 'uploads-waiting' })
    expect(await contents(to)).toEqual({})
    await start(storage)
    await db.updateTable('uploads').set({ state: 'taken' }).execute()
    expect(await move()).toMatchObject({ ok: true })
  })

  test('a file that can be made again isn’t copied when it is damaged', async () => {
    const { db, storage, to, move } = await installation()
    const photo = await makePhoto(db)
    const [whole, cut] = [480, 800].map((width) => renditionKey(photo.media_hash, width, 'jpg')) as [
      string,
      string,
    ]
    const source = join(folder, 'rendition')
    await writeFile(source, 'a rendition')
    const sha256 = await hashFile(source)
    for (const width of [480, 800])
      await makeRendition(db, { photo_id: photo.id, width, format: 'jpg', bytes: 11, sha256 })
    await storage.put(whole, Buffer.from('a rendition'))
    await storage.put(cut, Buffer.from('a rendit'))
    expect(await move()).toMatchObject({ ok: true, damaged: expect.arrayContaining([cut]) })
    expect(await to.exists(whole)).toBe(true)
    expect(await to.exists(cut)).toBe(false)
  })
})

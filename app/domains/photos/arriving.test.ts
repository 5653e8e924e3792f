import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import type { Storage } from '~/platform/storage/storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { scene } from '../../../test/support/pictures'
import { importPhoto, type PhotoDeps } from './operations.server'
import { originalKey, renditionKey } from './stored-files'

const imaging = createImaging({ size: 2 })
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arriving-test-'))
  file = join(folder, 'rose.jpg')
  await writeFile(file, await scene(900, 600).jpeg().toBuffer())
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

describeOnBothEngines('an imported photo with a thumbnail', (open) => {
  let deps: PhotoDeps
  beforeEach(async () => {
    const { db } = await open()
    const storage = folderStorage(await mkdtemp(join(folder, 'store-')))
    deps = { db, imaging, storage, clock: fixedClock(Date.now()), log: pino({ level: 'silent' }) }
  })

  const bring = (given: Partial<PhotoDeps> = {}, alongside?: () => Promise<void>) =>
    importPhoto({ ...deps, ...given }, { file, name: 'rose.jpg', ...(alongside ? { alongside } : {}) })

  /** Expects that each file has its row, and each row its file. */
  async function expectWhole(count: number) {
    const photos = await deps.db.selectFrom('photos').selectAll().execute()
    const made = await deps.db.selectFrom('renditions').selectAll().execute()
    const jobs = await deps.db.selectFrom('jobs').select('id').execute()
    expect([photos.length, made.length, jobs.length]).toEqual([count, count, count])
    const owned = photos.map(originalKey)
    for (const { photo_id, width, format, bytes, sha256 } of made) {
      const photo = photos.find(({ id }) => id === photo_id)
      const key = renditionKey(photo?.media_hash ?? '', width, format)
      const data = Buffer.from((await deps.storage.read(key)) ?? [])
      expect([data.length, createHash('sha256').update(data).digest('hex')]).toEqual([bytes, sha256])
      owned.push(key)
    }
    expect((await Array.fromAsync(deps.storage.list(''))).toSorted()).toEqual(owned.toSorted())
  }

  test('is imported once, with one thumbnail, by simultaneous imports', async () => {
    const brought = await Promise.all(Array.from({ length: 6 }, () => bring()))
    expect(brought.filter((each) => each.ok && !each.known)).toHaveLength(1)
    await expectWhole(1)
  })

  test.each([0, 1])(
    'isn’t imported if only %d of its files could be written, and can be imported again',
    async (most) => {
      let written = 0
      const full: Storage = {
        ...deps.storage,
        putFile: async (...given) => (await mayWrite()) && deps.storage.putFile(...given),
        put: async (...given) => void ((await mayWrite()) && (await deps.storage.put(...given))),
      }
      const mayWrite = async () => {
        if (written++ >= most) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        return true
      }
      await expect(bring({ storage: full })).rejects.toThrow('no space')
      expect(await deps.db.selectFrom('photos').select('id').execute()).toEqual([])
      expect(await deps.db.selectFrom('jobs').select('id').execute()).toEqual([])
      expect(await bring()).toMatchObject({ ok: true, known: false })
      await expectWhole(1)
    },
  )

  test('isn’t imported if its transaction fails before it is written, and can be imported again', async () => {
    const broken = bring({}, async () => {
      throw new Error('the program ended')
    })
    await expect(broken).rejects.toThrow('the program ended')
    expect(await deps.db.selectFrom('renditions').select('photo_id').execute()).toEqual([])
    expect(await bring()).toMatchObject({ ok: true, known: false })
    await expectWhole(1)
  })
})

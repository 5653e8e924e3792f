import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tilePath } from '~/platform/imaging/protocol'
import type { Storage } from '~/platform/storage/storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { quickImaging } from '../../../test/support/quick-imaging'
import { readTile } from './tiles.server'

describeOnBothEngines('tiles of originals', (open) => {
  let fresh: FreshDatabase
  let cut: string[]
  beforeEach(async () => {
    fresh = await open()
    cut = []
  })

  const storage = {
    withFile: (key: string, use: (path: string) => unknown) => use(key),
  } as unknown as Storage
  const imaging = {
    ...quickImaging,
    tiles: async (_file: string, folder: string) => {
      cut.push(folder)
      const tile = join(folder, tilePath(0, 0))
      await mkdir(dirname(tile), { recursive: true })
      await writeFile(tile, folder)
      return { ok: true as const }
    },
  }
  const ask = (photoId: string) =>
    readTile({ db: fresh.db, storage, imaging }, { photoId, column: 0, row: 0 })
  const photos = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makePhoto(fresh.db, { width: 12_000, height: 10_000 })))

  test('are cut once for all who ask, and kept for the photos used last', async () => {
    const [first, ...others] = await photos(5)
    const both = await Promise.all([ask(first?.id ?? ''), ask(first?.id ?? '')])
    expect([both.map(({ ok }) => ok), cut.length]).toEqual([[true, true], 1])
    for (const { id } of others.slice(0, 2)) await ask(id)
    await ask(first?.id ?? '')
    expect(cut).toHaveLength(3)
    // The limit is reached, and the first was used since the others.
    await ask(others[2]?.id ?? '')
    await ask(first?.id ?? '')
    expect(cut).toHaveLength(4)
    expect((await ask(others[0]?.id ?? '')).ok).toBe(true)
    expect(cut).toHaveLength(5)
  })

  test('are cut again once it’s found that the system has removed old temporary files', async () => {
    const [photo] = await photos(1)
    expect((await ask(photo?.id ?? '')).ok).toBe(true)
    await rm(cut[0] ?? '', { recursive: true })
    expect(await ask(photo?.id ?? '')).toEqual({ ok: false, reason: 'none' })
    expect((await ask(photo?.id ?? '')).ok).toBe(true)
    expect(cut).toHaveLength(2)
  })
})

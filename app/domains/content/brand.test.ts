import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { putSetting } from '../../../test/support/factories'
import { cameraJpeg, SECRETS, scene } from '../../../test/support/pictures'
import { putTestSettings, testSettings } from '../../../test/support/settings'
import {
  openBrandPicture,
  openInitialsIcon,
  putBrandPicture,
  readBrand,
  readFavicon,
  readIco,
  removeBrandPicture,
  restoreBrandPicture,
} from './brand.server'
import type { BrandSlot } from './model'
import { readSettings } from './operations.server'

const imaging = createImaging({ idleMs: 1_000, size: 1 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brand-test-'))
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

const author = { uid: 'u1', name: 'Dorian Ellis' }
const logo = () =>
  sharp({ create: { width: 900, height: 300, channels: 4, background: '#f000' } })
    .png()
    .toBuffer()
const icon = (side: number) => scene(side, side).png().toBuffer()

async function install(db: Db) {
  await putTestSettings(db)
  const deps = {
    db,
    clock: fixedClock('2026-11-21T12:00:00Z'),
    storage: folderStorage(folder),
    imaging,
    author,
  }
  const put = async (slot: BrandSlot, data: Uint8Array) =>
    putBrandPicture(deps, { slot, data, version: (await readBrand(deps)).version })
  return { deps, put }
}

describeOnBothEngines('the logo and the icon', (open) => {
  test('a logo is rendered as PNG, keeps its transparency, and is published', async () => {
    const { db } = await open()
    const { deps, put } = await install(db)
    expect((await readSettings({ db })).studio.picture).toBeNull()
    const before = await readContentVersion(db)
    expect(await put('logo', await logo())).toEqual({ ok: true })
    expect(await readContentVersion(db)).not.toEqual(before)
    const { picture } = (await readSettings({ db })).studio
    expect(picture).toMatchObject({ width: 408, height: 136 })
    const png = await openBrandPicture(deps, { hash: picture?.hash ?? '', name: 'logo' })
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: 408,
      height: 136,
      hasAlpha: true,
    })
    expect(await db.selectFrom('audit').select(['action', 'subject']).execute()).toEqual([
      { action: 'settings-changed', subject: 'Logo' },
    ])
  })

  test('camera metadata is removed', async () => {
    const { db } = await open()
    const { deps, put } = await install(db)
    expect(await put('logo', await cameraJpeg())).toEqual({ ok: true })
    const { picture } = (await readSettings({ db })).studio
    const png = Buffer.from((await openBrandPicture(deps, { hash: picture?.hash ?? '', name: 'logo' })) ?? [])
    for (const secret of Object.values(SECRETS)) expect(png.includes(secret)).toBe(false)
    expect((await sharp(png).metadata()).exif).toBeUndefined()
  })

  test('without an uploaded icon, the site has one with the monogram', async () => {
    const { db } = await open()
    const { deps } = await install(db)
    expect(await readFavicon(deps)).toBeNull()
    await putSetting(db, 'studio', { ...testSettings.studio, logo: ['L', 'M'] })
    const first = await readFavicon(deps)
    for (const side of [32, 180, 192, 512]) {
      const png = await openInitialsIcon(deps, { hash: first?.hash ?? '', name: String(side) })
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: side, height: side })
    }
    expect([...((await readIco(deps)) ?? [])].slice(0, 8)).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    await putSetting(db, 'studio', { ...testSettings.studio, logo: ['M', 'L'] })
    const second = await readFavicon(deps)
    expect(second?.hash).not.toBe(first?.hash)
    expect(await openInitialsIcon(deps, { hash: first?.hash ?? '', name: '32' })).toBeUndefined()
    expect(await openInitialsIcon(deps, { hash: second?.hash ?? '', name: '32' })).toBeDefined()
  })

  test('an icon is rendered in every size, and as .ico', async () => {
    const { db } = await open()
    const { deps, put } = await install(db)
    expect(await readIco(deps)).toBeUndefined()
    expect(await put('favicon', await icon(200))).toEqual({ ok: true })
    const favicon = await readFavicon(deps)
    for (const side of [32, 180, 192, 512]) {
      const png = await openBrandPicture(deps, { hash: favicon?.hash ?? '', name: String(side) })
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: side, height: side })
    }
    const ico = Buffer.from((await readIco(deps)) ?? [])
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    expect(ico.readUInt32LE(14)).toBe(ico.length - 22)
    expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ width: 32 })
  })

  test('an unusable file is refused with a sentence, and nothing changes', async () => {
    const { db } = await open()
    const { deps, put } = await install(db)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const png = await icon(200)
    const cases: [BrandSlot, Uint8Array, RegExp][] = [
      ['logo', svg, /SVG drawing.*can contain scripts.*Export it as PNG/],
      ['favicon', svg, /SVG/],
      ['logo', Buffer.from('GIF89a...'), /GIF/],
      ['logo', Buffer.from('<!doctype html><p>x'), /web page/],
      ['logo', await scene(200, 100).avif().toBuffer(), /AVIF format. Upload a PNG, JPEG, or WebP/],
      ['logo', await scene(20, 20).png().toBuffer(), /20 × 20 pixels. It needs at least 34/],
      ['logo', await scene(2000, 40).png().toBuffer(), /too wide/],
      ['favicon', await icon(179), /179 × 179.*square, at least 180/],
      ['favicon', await scene(300, 200).png().toBuffer(), /300 × 200.*square/],
      ['favicon', png.subarray(0, png.length - 200), /incomplete|damaged/],
      ['logo', new Uint8Array(), /empty/],
    ]
    for (const [slot, data, sentence] of cases)
      expect(await put(slot, data)).toEqual({
        ok: false,
        reason: 'refused',
        sentence: expect.stringMatching(sentence),
      })
    expect(await readBrand(deps)).toMatchObject({ logo: null, favicon: null })
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('is removed and restored, and the second of two simultaneous changes is refused', async () => {
    const { db } = await open()
    const { deps, put } = await install(db)
    await put('logo', await logo())
    const { version, logo: first } = await readBrand(deps)
    const removed = await Promise.all([1, 2].map(() => removeBrandPicture(deps, { slot: 'logo', version })))
    expect(removed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(removed).toContainEqual({ ok: false, reason: 'changed-since' })
    const gone = await readBrand(deps)
    expect([gone.logo, gone.before.logo]).toEqual([null, first])
    expect(await restoreBrandPicture(deps, { slot: 'logo', version: gone.version })).toEqual({ ok: true })
    expect((await readBrand(deps)).logo).toEqual(first)
  })
})

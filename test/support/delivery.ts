import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { GalleryAccess } from '~/domains/galleries/access/model'
import { toHead, toShare } from '~/domains/galleries/access/store.server'
import {
  MAKE_DOWNLOAD_FILES,
  makeDownloadFiles,
  requestDownloadFiles,
} from '~/domains/galleries/downloads/files.server'
import { type Download, openDownload, prepareDownload } from '~/domains/galleries/downloads/operations.server'
import { sendDownload } from '~/domains/galleries/downloads/receipts.server'
import { importPhoto } from '~/domains/photos/operations.server'
import type { Engine } from '~/platform/db/database.server'
import { createImaging, type Imaging } from '~/platform/imaging/imaging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines, type FreshDatabase } from './database'
import { makeGallery, makeGalleryItem, makeShare } from './factories'
import { putTestSettings } from './settings'

export const DELIVERY_NOW = Date.parse('2026-06-20T12:00:00Z')

type Delivery = ReturnType<typeof deliveryOf>

/** Runs tests on both engines with a client gallery whose photos one person may download. */
export function describeDelivery(name: string, define: (delivery: Delivery, engine: Engine) => void): void {
  let imaging: Imaging
  let folder: string
  beforeAll(async () => {
    imaging = createImaging({ size: 1 })
    folder = await mkdtemp(join(tmpdir(), 'delivering-'))
  })
  afterAll(async () => {
    imaging.close()
    await rm(folder, { recursive: true, force: true })
  })
  describeOnBothEngines(name, (open, engine) => {
    const delivery = deliveryOf()
    beforeEach(async () => {
      const fresh = await open()
      Object.assign(delivery, { fresh, deps: depsOf(fresh, imaging, join(folder, engine)) })
      await putTestSettings(fresh.db)
      const row = await makeGallery(fresh.db, { kind: 'client', sizes: '["web","print","original"]' })
      const share = await makeShare(fresh.db, { gallery_id: row.id })
      delivery.access = {
        gallery: toHead(row),
        share: toShare(share),
        canFavorite: true,
        sizes: ['web', 'print', 'original'],
      }
    })
    define(delivery, engine)
  })
}

const depsOf = ({ db, where }: FreshDatabase, imaging: Imaging, stored: string) => ({
  db,
  imaging,
  /** Folder of incomplete uploads. */
  dataDir: where.dataDir,
  clock: { now: () => DELIVERY_NOW },
  storage: folderStorage(stored),
  config: { siteUrl: 'https://photos.example.com' },
  log: pino({ level: 'silent' }),
})

function deliveryOf() {
  const delivery = {} as {
    fresh: FreshDatabase
    deps: ReturnType<typeof depsOf>
    /** Access of the person with the share. */
    access: GalleryAccess
  }

  async function addPhoto(picture: Buffer, name = 'IMG_1.JPG') {
    const { deps, access } = delivery
    const file = join(deps.dataDir, 'upload')
    await writeFile(file, picture)
    const imported = await importPhoto(deps, { file, name })
    if (!imported.ok) throw new Error(imported.sentence)
    const item = await makeGalleryItem(deps.db, {
      gallery_id: access.gallery.id,
      photo_id: imported.photo.id,
      file_name: name,
    })
    return { ...imported.photo, item: item.id }
  }

  const jobs = () =>
    delivery.deps.db.selectFrom('jobs').select('payload').where('kind', '=', MAKE_DOWNLOAD_FILES).execute()

  async function makeAll() {
    const { deps, access } = delivery
    await requestDownloadFiles(deps, access.gallery.id)
    for (const { payload } of await jobs()) await makeDownloadFiles(deps, JSON.parse(payload))
    await deps.db.deleteFrom('jobs').where('kind', '=', MAKE_DOWNLOAD_FILES).execute()
  }

  const files = () => delivery.deps.db.selectFrom('download_files').selectAll().orderBy('size').execute()

  async function prepared(size: 'web' | 'print' | 'original' = 'original'): Promise<Download> {
    const asked = { wanted: { what: 'everything', of: null }, size } as const
    const found = await prepareDownload(delivery.deps, delivery.access, asked)
    if (!found.ok) throw new Error(found.reason)
    return found.download
  }

  /** Reads `bytes` of a range, like a connection that then breaks. */
  async function fetchPart(download: Download, start = 0, bytes = download.bytes - start): Promise<Buffer> {
    const taken: Buffer[] = []
    const span = { start, end: download.bytes - 1 }
    const source = openDownload(delivery.deps, download, span)
    await sendDownload(
      delivery.deps,
      { access: delivery.access, download, span, source },
      async (onTaken) => {
        let missing = bytes
        const buffer = Buffer.alloc(1000)
        while (missing > 0) {
          const length = Math.min(await source.read(buffer), missing)
          taken.push(Buffer.from(buffer.subarray(0, length)))
          onTaken(length)
          missing -= length
        }
        return true
      },
    )
    return Buffer.concat(taken)
  }

  return Object.assign(delivery, { addPhoto, jobs, makeAll, files, prepared, fetchPart })
}

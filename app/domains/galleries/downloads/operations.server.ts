import { crc32 } from 'node:zlib'
import { readSettings } from '~/domains/content/operations.server'
import { downloadFileKey, originalExtension } from '~/domains/photos/stored-files'
import { readTile, type Tile, type TileDeps } from '~/domains/photos/tiles.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import {
  type JoinedFiles,
  joinedFiles,
  type KnownFile,
  type SourcePart,
} from '~/platform/storage/joined-files.server'
import type { Storage } from '~/platform/storage/storage.server'
import { archivePaths, safeFileName } from '~/platform/zip/archive-names'
import { zipLayout } from '~/platform/zip/zip-layout'
import type { ZipEntry } from '~/platform/zip/zip-records'
import type { DownloadSize, GalleryAccess } from '../access/model'
import { fileTimes } from './file-time'
import { type FaultDeps, listFaultyPhotos, replaceLostFile, requestUnlessMaking } from './files.server'
import {
  archiveName,
  type DownloadChoice,
  type Downloads,
  HANDFUL,
  type OfferedSize,
  SIZE_LABELS,
  type Wanted,
} from './model'
import {
  type Counted,
  countByList,
  countBySet,
  type DownloadableItem,
  selectItemIds,
  selectItems,
  selectLists,
  selectSet,
  selectSets,
} from './store.server'

const SUMS = 'SHA256SUMS.txt'
/** Part of every archive's ETag. Raise it if the same files would result in other bytes. */
const LAYOUT = '1'

/** A photo or archive for download. Length and ETag are known in advance. */
export interface Download {
  wanted: Wanted
  size: DownloadSize
  /** Strong ETag, including quotes. */
  etag: string
  type: string
  fileName: string
  /** Number of photos. */
  files: number
  photoIds: string[]
  bytes: number
  /** The parts from `start` to `end` (exclusive). */
  parts(start: number, end: number): Iterable<SourcePart>
  /** The stored files in that range. */
  filesIn(start: number, end: number): KnownFile[]
  /** Id of the photo that a file belongs to. */
  photoOf(file: KnownFile): string | undefined
}

export type PreparedDownload =
  | { ok: true; download: Download }
  /** It doesn't exist, or this size isn't permitted. */
  | { ok: false; reason: 'none' }
  /** Files are still being made. */
  | { ok: false; reason: 'not-ready'; ready: number; photos: number }

/** Prepares a download if the client's permissions allow it and the size. */
export async function prepareDownload(
  deps: { db: Db; clock: Clock },
  { gallery, share, sizes }: GalleryAccess,
  { wanted, size }: { wanted: Wanted; size: DownloadSize },
): Promise<PreparedDownload> {
  if (!sizes.includes(size)) return NONE
  const title = await titleOf(deps.db, gallery, share?.id ?? null, wanted)
  if (title === undefined) return NONE
  const items = await selectItems(deps.db, gallery.id, wanted, size)
  const [first] = items
  if (!first) return NONE
  const ready = items.filter(isMade)
  if (ready.length < items.length) {
    await requestUnlessMaking(deps, gallery.id)
    return { ok: false, reason: 'not-ready', ready: ready.length, photos: items.length }
  }
  const { studio } = await readSettings(deps)
  const download =
    wanted.what === 'photo'
      ? photoDownload(ready, { wanted, size })
      : archiveDownload(ready, { wanted, size, title, zone: studio.timeZone })
  return { ok: true, download }
}

const NONE = { ok: false, reason: 'none' } as const

/** An archive's name; undefined: no such set, or another client's list. */
async function titleOf(
  db: Db,
  gallery: { id: string; title: string },
  shareId: string | null,
  { what, of }: Wanted,
): Promise<string | undefined> {
  switch (what) {
    case 'everything':
    case 'photo':
      return gallery.title
    case 'set': {
      const set = await selectSet(db, gallery.id, of)
      return set && `${gallery.title} - ${set.title}`
    }
    case 'favorites': {
      const list = (await selectLists(db, gallery.id, shareId)).find(({ id }) => id === of)
      return list && `${gallery.title} - ${list.purpose}`
    }
  }
}

/** A tile of a photo at its full size, for people who may download the original. */
export async function readPhotoTile(
  deps: TileDeps,
  { gallery, sizes }: GalleryAccess,
  { itemId, ...tile }: { itemId: string; column: number; row: number },
): Promise<Tile> {
  const [item] = sizes.includes('original')
    ? await selectItems(deps.db, gallery.id, { what: 'photo', of: itemId }, 'original')
    : []
  return item ? await readTile(deps, { photoId: item.photoId, ...tile }) : { ok: false, reason: 'none' }
}

type MadeItem = DownloadableItem & { file: NonNullable<DownloadableItem['file']> }

const isMade = (item: DownloadableItem): item is MadeItem => item.file !== undefined

const knownFile = (item: MadeItem, size: DownloadSize): KnownFile => ({
  key: downloadFileKey(item, { size, recipe: item.file.recipe }),
  bytes: item.file.bytes,
  crc32: item.file.crc32,
})

const extensionOf = ({ format }: DownloadableItem, size: DownloadSize): string =>
  size === 'original' ? originalExtension(format) : 'jpg'

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  tif: 'image/tiff',
}

function photoDownload(
  items: MadeItem[],
  { wanted, size }: { wanted: Wanted; size: DownloadSize },
): Download {
  const item = items[0] as MadeItem
  const file = knownFile(item, size)
  const extension = extensionOf(item, size)
  return {
    wanted,
    size,
    etag: `"${item.file.sha256.slice(0, 32)}"`,
    type: TYPES[extension] ?? 'application/octet-stream',
    fileName: safeFileName(item.fileName, extension),
    files: 1,
    photoIds: [item.photoId],
    bytes: file.bytes,
    parts: (start, end) => [{ file, start, end }],
    filesIn: () => [file],
    photoOf: () => item.photoId,
  }
}

interface Packing {
  wanted: Wanted
  size: DownloadSize
  title: string
  zone: string
}

function archiveDownload(items: MadeItem[], { wanted, size, title, zone }: Packing): Download {
  const names = archivePaths(
    items.map((item) => ({
      folder: item.setTitle,
      name: item.fileName,
      extension: extensionOf(item, size),
    })),
    [SUMS],
  )
  const timeOf = fileTimes(zone)
  const entries: ZipEntry[] = items.map((item, i) => ({
    name: names[i] ?? '',
    bytes: item.file.bytes,
    crc32: item.file.crc32,
    ...timeOf(item),
  }))
  const sums = Buffer.from(items.map((item, i) => `${item.file.sha256}  ${names[i]}\n`).join(''))
  const newest = entries.reduce((a, b) => (b.at > a.at ? b : a))
  entries.push({ name: SUMS, bytes: sums.length, crc32: crc32(sums), wall: newest.wall, at: newest.at })
  const layout = zipLayout(entries)
  const photos = new Map(items.map((item) => [knownFile(item, size).key, item.photoId]))
  const times = entries.map(({ wall, at }) => `${wall} ${at}`).join('\n')
  return {
    wanted,
    size,
    etag: `"${sha256(`${LAYOUT}\n${sums}\n${times}`).slice(0, 32)}"`,
    type: 'application/zip',
    fileName: safeFileName(`${title} - ${SIZE_LABELS[size]}`, 'zip'),
    files: items.length,
    photoIds: items.map(({ photoId }) => photoId),
    bytes: layout.bytes,
    *parts(start, end) {
      for (const part of layout.parts(start, end))
        if ('bytes' in part) yield part
        else if (part.entry === items.length) yield { bytes: sums.subarray(part.start, part.end) }
        else yield { file: knownFile(items[part.entry] as MadeItem, size), start: part.start, end: part.end }
    },
    filesIn: (start, end) =>
      items.slice(...layout.entriesIn(start, end)).map((item) => knownFile(item, size)),
    photoOf: (file) => photos.get(file.key),
  }
}

/** First and last byte, inclusive. */
export interface Span {
  start: number
  end: number
}

/** The bytes of a range, whose first files are opened by `isIntact`. Must be closed. */
export const openDownload = (
  { storage }: { storage: Storage },
  download: Download,
  { start, end }: Span,
): JoinedFiles => joinedFiles(storage, download.parts(start, end + 1))

interface RangeToCheck {
  galleryId: string
  download: Download
  span: Span
  source: JoinedFiles
}

/** Number of files checked before the first byte is sent. The others are checked as they are sent. */
const CHECKED_FIRST = 16

/**
 * Before the first byte is sent, checks a range's first files, and those that were faulty before. Notifies
 * the studio of faults.
 * @returns whether they exist with the expected size
 */
export async function isIntact(
  deps: FaultDeps,
  { galleryId, download, span: { start, end }, source }: RangeToCheck,
): Promise<boolean> {
  const files = download.filesIn(start, end + 1)
  const faulty = await listFaultyPhotos(deps.db, galleryId, download.size)
  const suspects = files.slice(CHECKED_FIRST).filter((file) => faulty.has(download.photoOf(file) ?? ''))
  const fault = await source.findFault([...files.slice(0, CHECKED_FIRST), ...suspects])
  if (fault) await reportLostFile(deps, download, fault)
  return fault === undefined
}

/** Handles a file that was found damaged during a download. */
export async function reportLostFile(
  deps: FaultDeps,
  download: Download,
  { file, problem }: { file: KnownFile; problem: 'missing' | 'other-size' | 'damaged' },
): Promise<void> {
  const photoId = download.photoOf(file)
  if (photoId) await replaceLostFile(deps, { photoId, size: download.size, key: file.key, problem })
}

type Several = Exclude<Wanted, { what: 'photo' }>

/**
 * What a client can download from a gallery, and which files are made; empty if downloads are off. The Studio
 * sees the gallery's sizes.
 */
export async function readDownloads(
  deps: { db: Db; clock: Clock },
  { gallery, share, sizes: allowed }: GalleryAccess,
): Promise<Downloads> {
  const sizes = allowed.filter((size) => gallery.sizes.includes(size))
  if (sizes.length === 0) return { galleryId: gallery.id, choices: [], isReady: false }
  const { db } = deps
  const [sets, lists, bySet] = await Promise.all([
    selectSets(db, gallery.id),
    selectLists(db, gallery.id, share?.id ?? null),
    countBySet(db, gallery.id),
  ])
  const byList = await countByList(
    db,
    gallery.id,
    lists.map(({ id }) => id),
  )
  const named: { wanted: Several; label: string; counted: Counted[] }[] = [
    { wanted: { what: 'everything', of: null }, label: 'All photos', counted: bySet },
    ...sets.map(({ id, title }) => ({
      wanted: { what: 'set' as const, of: id },
      label: title,
      counted: bySet.filter(({ of }) => of === id),
    })),
    ...lists.map(({ id, purpose }) => ({
      wanted: { what: 'favorites' as const, of: id },
      label: share ? `Only your list “${purpose}”` : `On the list “${purpose}”`,
      counted: byList.filter(({ of }) => of === id),
    })),
  ]
  const choices: DownloadChoice[] = []
  for (const { wanted, label, counted } of named) {
    const photos = sumOf(counted, null).photos
    if (photos === 0) continue
    choices.push({
      what: archiveName(wanted),
      label,
      photos,
      sizes: sizes.map((size) => offered(counted, size)),
      items: photos <= HANDFUL ? await selectItemIds(db, gallery.id, wanted, HANDFUL) : [],
    })
  }
  const isReady = choices.every((choice) => choice.sizes.every(({ ready }) => ready === choice.photos))
  if (!isReady) await requestUnlessMaking(deps, gallery.id)
  return { galleryId: gallery.id, choices, isReady }
}

function offered(counted: Counted[], size: DownloadSize): OfferedSize {
  const { photos, bytes, stuck } = sumOf(counted, size)
  return { size, bytes, ready: photos, stuck }
}

function sumOf(counted: Counted[], size: DownloadSize | null) {
  const sum = { photos: 0, bytes: 0, stuck: 0 }
  for (const each of counted) {
    if (each.size !== size) continue
    sum.photos += each.photos
    sum.bytes += each.bytes
    sum.stuck += each.stuck
  }
  return sum
}

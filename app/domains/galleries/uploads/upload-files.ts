import { z } from 'zod'
import { cleanFileName } from '~/domains/photos/photo-name'
import { type AskedFile, MOST_ASKED } from './model'

/** Notes that operating systems and editors leave beside photos. */
const NOT_PHOTOS = /^\.|^(thumbs\.db|desktop\.ini)$|\.xmp$/i

/** Whether a file is worth bringing, by its name alone; what it is, its content says later. */
export const isWorthBringing = (name: string): boolean => !NOT_PHOTOS.test(name)

/** Natural order: img-2 before img-10, and files before the contents of folders. */
export const byPath = (a: string, b: string): number =>
  collator.compare(folderOf(a), folderOf(b)) || collator.compare(a, b)

const collator = new Intl.Collator('en', { numeric: true })

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * The folders of files chosen together, which become sets, for each of their paths. A folder that contains
 * everything, with subfolders, is the selection itself and no set.
 */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.map(folderOf)
  const [top = ''] = folders[0]?.split('/') ?? []
  const isWhole =
    top !== '' &&
    folders.every((folder) => folder === top || folder.startsWith(`${top}/`)) &&
    folders.some((folder) => folder !== top)
  return isWhole ? folders.map((folder) => folder.slice(top.length + 1)) : folders
}

const askedFiles = () =>
  z
    .array(
      z.object({
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        name: z.string().max(1_000),
        folder: z.string().max(1_000),
        order: z.int().min(0),
      }),
    )
    .max(MOST_ASKED)

/** @param json what a browser sent. @returns undefined when it is no list of files */
export function readAskedFiles(json: string): AskedFile[] | undefined {
  try {
    return askedFiles().parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

const MOST_FOLDER = 500
const MOST_ORDER = 1_000_000

/** What a sender says of a file, as far as it can be believed. */
export interface UploadFacts {
  name: string
  /** Path of its folder; '' for none. */
  folder: string
  /** '' for a file that came alone. */
  batch: string
  order: number
  sha256: string | null
}

/** Reads the metadata of an upload. Names are cleaned, never refused: a photo is not lost for what it is called. */
export function readUploadFacts(metadata: Record<string, string | null | undefined>): UploadFacts {
  const order = Number(metadata.order ?? 0)
  const sha256 = metadata.sha256 ?? ''
  const batch = metadata.batch ?? ''
  return {
    name: cleanFileName(metadata.name ?? '') || 'photo',
    folder: cleanFolder(metadata.folder ?? ''),
    batch: /^[\w-]{1,64}$/.test(batch) ? batch : '',
    order: Number.isInteger(order) && order >= 0 && order <= MOST_ORDER ? order : 0,
    sha256: /^[0-9a-f]{64}$/.test(sha256) ? sha256 : null,
  }
}

/** A path of clean names, joined by `/`, that stays below where it begins. */
const cleanFolder = (folder: string): string =>
  folder
    .slice(0, MOST_FOLDER)
    .split(/[/\\]/)
    .map(cleanFileName)
    .filter((name) => name !== '')
    .join('/')

/** "418 MB", or "1.2 GB" from a thousand on. */
export function megabytes(bytes: number): string {
  const mega = bytes / 1_000_000
  if (mega >= 1_000) return `${(mega / 1_000).toFixed(1)} GB`
  return `${mega >= 10 || mega === 0 ? Math.round(mega) : mega.toFixed(1)} MB`
}

/** How long something takes yet, in words that do not change each second. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}

const MOST = 80

/**
 * What a set is called that a folder becomes: the names on the way to it, as they were, in one clean line.
 * null: no folder.
 */
export function setTitleOf(folder: string): string | null {
  const names = folder
    .toWellFormed()
    .split(/[/\\]/)
    .map((name) => name.replace(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv, ' ').trim())
    .filter((name) => !/^\.*$/.test(name))
  const title = [...names.join(' / ')].slice(0, MOST).join('').trim()
  return title === '' ? null : title
}

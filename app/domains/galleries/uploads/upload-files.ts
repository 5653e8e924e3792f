import { z } from 'zod'
import { cleanFileName } from '~/domains/photos/photo-name'
import { type FileToCheck, isPeopleAnswer, MOST_CHECKSUMS, type PeopleAnswer } from './model'

/** Files that operating systems and editors put beside photos. */
const NOT_PHOTOS = /^\.|^(thumbs\.db|desktop\.ini)$|\.xmp$/i

/** Whether to upload a file, by its name. The server checks the content. */
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

const announcedFiles = () =>
  z
    .array(
      z.object({
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        name: z.string().max(1_000),
        folder: z.string().max(1_000),
        order: z.int().min(0),
      }),
    )
    .max(MOST_CHECKSUMS)

/** @param json sent by a browser @returns undefined: not a list of files */
export function readFilesToCheck(json: string): FileToCheck[] | undefined {
  try {
    return announcedFiles().parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

const MOST_FOLDER = 500
const MOST_ORDER = 1_000_000

/** Validated metadata of an upload. */
export interface UploadFacts {
  name: string
  /** Path of its folder; '' for none. */
  folder: string
  /** '' for a single file. */
  batch: string
  order: number
  sha256: string | null
  people: PeopleAnswer | null
}

/**
 * Reads an upload's metadata. Names are cleaned rather than refused, so that no photo is lost because of its
 * name.
 */
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
    people: isPeopleAnswer(metadata.people) ? metadata.people : null,
  }
}

/** A relative path of clean names, joined by `/`, without `..`. */
const cleanFolder = (folder: string): string =>
  folder
    .slice(0, MOST_FOLDER)
    .split(/[/\\]/)
    .map(cleanFileName)
    .filter((name) => name !== '')
    .join('/')

/** "418 MB", or "1.2 GB" from 1,000 MB on. */
export function megabytes(bytes: number): string {
  const mega = bytes / 1_000_000
  if (mega >= 1_000) return `${(mega / 1_000).toFixed(1)} GB`
  return `${mega >= 10 || mega === 0 ? Math.round(mega) : mega.toFixed(1)} MB`
}

/** The remaining time, rounded so that it doesn't change every second. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}

const MOST = 80

/** The title of the set for a folder: the names in its path, in one line; null: no folder. */
export function setTitleOf(folder: string): string | null {
  const names = folder
    .toWellFormed()
    .split(/[/\\]/)
    .map((name) => name.replace(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv, ' ').trim())
    .filter((name) => !/^\.*$/.test(name))
  const title = [...names.join(' / ')].slice(0, MOST).join('').trim()
  return title === '' ? null : title
}

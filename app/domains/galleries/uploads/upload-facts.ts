import { cleanFileName } from '~/domains/photos/photo-name'

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

/** Reads the metadata of an upload. Names are cleaned, never refused: a photograph is not lost for what it is called. */
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

import { ZodError } from 'zod'
import { type PageSlug, pageSchemas } from '~/domains/content/model'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { originalKey } from '~/domains/photos/stored-files'
import type { Tx } from '~/platform/db/database.server'
import { filePath, type Manifest } from '../../model'
import { isOriginal, type TakenFiles } from '../files/operations.server'
import { isWhole, photoRows } from '../store.server'

/** No photograph without its file, no file without its photograph, and each row says what its file is. */
export async function checkPhotos(
  tx: Tx,
  manifest: Manifest,
  { photos }: TakenFiles,
): Promise<string | undefined> {
  const missing = new Set(manifest.missing)
  const orphans = new Set(photos.keys())
  for await (const row of photoRows(tx)) {
    const file = photos.get(row.sha256)
    const name = row.original_name.slice(0, 100)
    if (!/^[0-9a-f]{20}$/.test(row.media_hash)) return `The photo ${name} has an invalid URL slug.`
    if (!isOriginal(filePath(originalKey(row)))) return `The photo ${name} has an invalid file.`
    if (!file && missing.has(originalKey(row))) continue
    if (!file) return `The file of photo ${name} is missing from it.`
    const isSame = file.format === row.format && file.bytes === row.bytes
    if (!isSame || file.width !== row.width || file.height !== row.height)
      return `The file of photo ${name} doesn’t match its row.`
    orphans.delete(row.sha256)
  }
  const [orphan] = orphans
  return orphan && `The file ${orphan} doesn’t belong to any photo.`
}

/** An installation that starts, and whose pages stand. */
export async function checkTexts(tx: Tx): Promise<string | undefined> {
  try {
    if (!(await isWhole(tx))) return 'It’s from an installation that was never started.'
    await readSettings({ db: tx })
    for (const slug of Object.keys(pageSchemas) as PageSlug[]) await readPage({ db: tx }, slug)
  } catch (error) {
    if (error instanceof ZodError || error instanceof SyntaxError || /page|settings/i.test(messageOf(error)))
      return 'Its settings or pages have an unknown format.'
    throw error
  }
  return undefined
}

/** The first words of what went wrong. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)

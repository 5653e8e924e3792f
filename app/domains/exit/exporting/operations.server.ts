import { rename, rm } from 'node:fs/promises'
import { originalKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { Db } from '~/platform/db/database.server'
import { readMigrations } from '~/platform/db/migrate.server'
import { readSnapshot } from '~/platform/db/snapshot.server'
import type { TableShape } from '~/platform/db/table-shape'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { markOf } from '~/platform/sealing.server'
import type { Spool } from '~/platform/storage/spool.server'
import type { Storage } from '~/platform/storage/storage.server'
import { createZip } from '~/platform/zip/zip-writer.server'
import {
  archivedName,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type Exported,
  filePath,
  LEFT_OUT,
  MANIFEST,
  type Manifest,
  tablePath,
} from '../model'
import { headLine, LAST_LINE, rowLine } from '../table-lines'
import {
  type Archive,
  archiveIn,
  originalLine,
  type Spools,
  withSpools,
  writeOriginals,
  writeOtherFiles,
} from './files/operations.server'
import { READ_ME } from './read-me'
import {
  originalsOf,
  placesOf,
  rowsOf,
  selectComments,
  selectEssays,
  selectFavorites,
  selectPages,
  selectPosts,
} from './store.server'
import { essayText, pageText, postText } from './texts'

export interface ExportDeps {
  storage: Storage
  clock: Clock
  config: Pick<Config, 'secret' | 'databaseUrl' | 'dataDir'>
}

/**
 * Writes everything that the installation keeps into one archive: the state of one instant, while the site goes on.
 * `file` is there when it is whole and synced, and not before.
 * @throws when it cannot be written, and leaves nothing behind; when `signal` is aborted
 */
export const exportEverything = (
  deps: ExportDeps,
  asked: { file: string; signal?: AbortSignal },
): Promise<Exported> => withSpools((spools) => writeArchive(deps, asked, spools))

async function writeArchive(
  deps: ExportDeps,
  { file, signal }: { file: string; signal?: AbortSignal },
  { notes, originals }: Spools,
): Promise<Exported> {
  const draft = draftOf(file)
  await rm(draft, { force: true })
  const zip = await createZip(draft, deps.clock.now())
  try {
    const archive = archiveIn(zip, notes)
    const manifest = await readSnapshot(deps.config, (tx) => writeRecords(tx, archive, originals, signal))
    const { photographs, missing } = await writeOriginals(deps.storage, archive, originals.lines(), signal)
    await writeOtherFiles(deps.storage, archive, signal)
    const head: Omit<Manifest, 'files'> = {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      madeAt: deps.clock.now(),
      ...manifest,
      secretMark: markOf(deps.config.secret),
      missing: missing.map(({ key }) => key),
    }
    await zip.add(MANIFEST, manifestPieces(head, notes))
    const bytes = await zip.finish()
    await rename(draft, file)
    return { bytes, photographs, missing: missing.map(({ name }) => name) }
  } catch (error) {
    await zip.abandon().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** Where an archive grows until it is whole. */
export const draftOf = (file: string): string => `${file}.part`

/** A file on a line, the files last. */
async function* manifestPieces(
  head: Omit<Manifest, 'files'>,
  notes: Spool,
): AsyncGenerator<Uint8Array | string> {
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`
  yield* notes.pieces()
  yield '\n]}\n'
}

async function writeRecords(tx: Db, archive: Archive, originals: Spool, signal: AbortSignal | undefined) {
  await archive.add('README.txt', READ_ME)
  const shapes = (await readTableShapes(tx)).filter(({ name }) => !LEFT_OUT.includes(name))
  const tables: Manifest['tables'] = []
  for (const shape of shapes) {
    signal?.throwIfAborted()
    const counted = { rows: 0 }
    const name = archivedName(shape.name)
    await archive.add(tablePath(name), tableLines(tx, shape, counted))
    await archive.add(`tables/${name}.csv`, tableCsv(tx, shape))
    tables.push({ name, rows: counted.rows })
  }
  await writeTexts(tx, archive)
  await writePicks(tx, archive)
  for await (const original of originalsOf(tx)) await originals.add(originalLine(original))
  return { tables, migrations: await readMigrations(tx) }
}

async function* tableLines(tx: Db, shape: TableShape, counted: { rows: number }): AsyncGenerator<string> {
  yield headLine(shape)
  for await (const row of rowsOf(tx, shape))
    yield `${counted.rows++ === 0 ? '' : ','}\n${rowLine(shape, row)}`
  yield `\n${LAST_LINE}\n`
}

async function* tableCsv(tx: Db, shape: TableShape): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(shape.columns.map(({ name }) => archivedName(name)))
  for await (const row of rowsOf(tx, shape))
    yield csvLine(shape.columns.map(({ name }) => String(row[name] ?? '')))
}

async function writeTexts(tx: Db, archive: Archive): Promise<void> {
  for (const post of await selectPosts(tx)) await archive.add(`texts/posts/${post.slug}.md`, postText(post))
  for (const essay of await selectEssays(tx))
    await archive.add(`texts/essays/${essay.slug}.md`, essayText(essay))
  for (const page of await selectPages(tx)) await archive.add(`texts/pages/${page.slug}.md`, pageText(page))
}

async function writePicks(tx: Db, archive: Archive): Promise<void> {
  await archive.add('originals.csv', placeLines(tx))
  await archive.add(
    'picks/favorites.csv',
    csv(
      ['Gallery', 'Name', 'Email', 'List', 'Submitted (UTC)', 'Note', 'File name'],
      (await selectFavorites(tx)).map((pick) => [
        pick.gallery,
        pick.name,
        pick.email,
        pick.purpose,
        pick.sent_off_at === null ? '' : new Date(pick.sent_off_at).toISOString(),
        pick.note,
        pick.file_name,
      ]),
    ),
  )
  await archive.add(
    'picks/comments.csv',
    csv(
      ['Gallery', 'File name', 'Who', 'Comment', 'When (UTC)'],
      (await selectComments(tx)).map((comment) => [
        comment.gallery,
        comment.file_name,
        comment.author,
        comment.body,
        new Date(comment.created_at).toISOString(),
      ]),
    ),
  )
}

async function* placeLines(tx: Db): AsyncGenerator<string> {
  yield csv(
    ['File', 'Original name', 'Title', 'Description', 'Taken', 'Gallery', 'Set', 'Name in the gallery'],
    [],
  )
  for await (const photo of placesOf(tx))
    yield csvLine(
      [
        filePath(originalKey(photo)),
        photo.original_name,
        photo.title,
        photo.alt,
        photo.captured_at,
        photo.gallery,
        photo.set,
        photo.file_name,
      ].map((cell) => cell ?? ''),
    )
}

const csv = (titles: string[], rows: (string | null)[][]): string =>
  BYTE_ORDER_MARK + [titles, ...rows.map((row) => row.map((cell) => cell ?? ''))].map(csvLine).join('')

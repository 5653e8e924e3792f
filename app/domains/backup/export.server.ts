import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { originalKey } from '~/domains/photos/stored-files'
import { encryptAge } from '~/platform/age.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { Db } from '~/platform/db/database.server'
import { readMigrations } from '~/platform/db/migrate.server'
import { readSnapshot } from '~/platform/db/snapshot.server'
import type { TableShape } from '~/platform/db/tables'
import { markOf } from '~/platform/sealing.server'
import { piecesOf } from '~/platform/storage/model'
import { openSpool, type Spool } from '~/platform/storage/spool.server'
import type { Storage } from '~/platform/storage/storage.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import {
  createZip,
  type Measured,
  measure,
  type WrittenEntry,
  type ZipWriter,
} from '~/platform/zip/zip-writer.server'
import { headLine, LAST_LINE, rowLine } from './archived-tables'
import { archivedShapes } from './backups/database-copy.server'
import { readPassphrase } from './backups/model'
import {
  type OriginalRow,
  originalsOf,
  placesOf,
  rowsOf,
  selectComments,
  selectFavorites,
  selectPages,
  selectPosts,
  selectStories,
} from './export-store.server'
import { isDrawn } from './import-files.server'
import {
  type ArchivedFile,
  archivedName,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type Exported,
  filePath,
  MANIFEST,
  type Manifest,
  tablePath,
} from './model'
import { pageText, postText, storyText } from './texts'

export interface ExportDeps {
  storage: Storage
  clock: Clock
  config: Pick<Config, 'secret' | 'databaseUrl' | 'dataDir'>
}

export interface ExportAsked {
  /** Stores the archive as it is made. Must keep nothing when `pieces` throws. */
  store(pieces: AsyncIterable<Uint8Array>): Promise<unknown>
  /** As it was typed; the archive is encrypted to it. */
  passphrase?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Writes a consistent snapshot of the whole installation into one archive while the site runs.
 * @throws if it can't be made or stored, or `signal` is aborted
 */
export const exportEverything = (
  deps: ExportDeps,
  { store, passphrase, signal }: ExportAsked,
): Promise<Exported> =>
  withSpools(async (spools) => {
    let bytes = 0
    const exported = await piped(
      (write) => writeArchive(deps, { write, signal }, spools),
      (pieces) => {
        const stored =
          passphrase === undefined ? pieces : encryptAge({ passphrase: readPassphrase(passphrase) }, pieces)
        return store(
          (async function* () {
            for await (const piece of stored) {
              bytes += piece.length
              yield piece
            }
          })(),
        )
      },
    )
    return { ...exported, bytes }
  })

/** Runs both at once: what one writes, the other reads. @throws what the first of them throws that fails */
async function piped<T>(
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
  consume: (pieces: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<T> {
  const pipe = new PassThrough()
  const stop = (error: Error) => {
    pipe.destroy(error)
    throw error
  }
  const write = (bytes: Uint8Array) =>
    new Promise<void>((done, fail) => {
      // The producer may use its buffer again.
      pipe.write(Buffer.from(bytes), (error) => (error ? fail(pipe.errored ?? error) : done()))
    })
  const produced = produce(write).then((result) => {
    pipe.end()
    return result
  }, stop)
  const [, result] = await Promise.all([consume(pipe).catch(stop), produced])
  return result
}

async function writeArchive(
  deps: ExportDeps,
  { write, signal }: { write: (bytes: Uint8Array) => Promise<void>; signal: AbortSignal | undefined },
  { folder, notes, originals }: Spools,
): Promise<Omit<Exported, 'bytes'>> {
  const zip = createZip(write, { modifiedAt: deps.clock.now(), folder })
  const archive = archiveIn(zip, notes)
  const manifest = await readSnapshot(deps.config, (tx) => writeRecords(tx, archive, originals, signal))
  const { photos, missing } = await writeOriginals(deps.storage, archive, originals.lines(), signal)
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
  await zip.finish()
  return { photos, missing: missing.map(({ name }) => name) }
}

/** The manifest with one file per line, files last. */
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
  const shapes = await archivedShapes(tx)
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
  for (const story of await selectStories(tx))
    await archive.add(`texts/essays/${story.slug}.md`, storyText(story))
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
        pick.submitted_at === null ? '' : new Date(pick.submitted_at).toISOString(),
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

/** Temporary files, since lists of a hundred thousand photos would use too much memory. */
export interface Spools {
  folder: string
  /** Manifest entries of files, as lines of JSON. */
  notes: Spool
  /** Originals named by the tables, one per line. */
  originals: Spool
}

/** Runs `work` with temporary files, and deletes them. */
export async function withSpools<T>(work: (spools: Spools) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'export-'))
  const opened: Spool[] = []
  const open = async (name: string) => {
    const spool = await openSpool(join(folder, name))
    opened.push(spool)
    return spool
  }
  try {
    return await work({ folder, notes: await open('notes'), originals: await open('originals') })
  } finally {
    for (const spool of opened) await spool.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Archive {
  add: ZipWriter['add']
  addMeasured: ZipWriter['addMeasured']
}

/** An archive that records a manifest entry for each file written. */
export function archiveIn(zip: ZipWriter, notes: Spool): Archive {
  let count = 0
  const note = async (path: string, written: WrittenEntry) => {
    const file: ArchivedFile = { path, ...written }
    await notes.add(`${count++ === 0 ? '' : ','}\n${JSON.stringify(file)}`)
    return written
  }
  return {
    add: async (path, content) => await note(path, await zip.add(path, content)),
    addMeasured: async (path, content, expected) =>
      await note(path, await zip.addMeasured(path, content, expected)),
  }
}

/** The line for an original that is written later. The name is encoded, since it may contain any character. */
export const originalLine = ({ sha256, format, original_name }: OriginalRow): string =>
  `${sha256} ${format} ${encodeURIComponent(original_name.toWellFormed())}\n`

function readOriginal(line: string): OriginalRow {
  const [sha256 = '', format = '', name = ''] = line.split(' ')
  return { sha256, format, original_name: decodeURIComponent(name) }
}

/**
 * Verifies each original before copying it, so that the archive contains no damaged file.
 * @param lines from `originalLine`
 */
export async function writeOriginals(
  storage: Storage,
  archive: Archive,
  lines: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<{ photos: number; missing: { key: string; name: string }[] }> {
  const missing: { key: string; name: string }[] = []
  let photos = 0
  for await (const line of lines) {
    signal?.throwIfAborted()
    const original = readOriginal(line)
    const key = originalKey(original)
    if (await writeOriginal(storage, archive, key, original)) photos += 1
    else missing.push({ key, name: original.original_name })
  }
  return { photos, missing }
}

/** @returns false when its file is lost or damaged */
async function writeOriginal(
  storage: Storage,
  archive: Archive,
  key: string,
  { sha256 }: OriginalRow,
): Promise<boolean> {
  const size = await storage.size(key)
  const file = size === undefined ? undefined : await storage.openToRead(key)
  if (!file || size === undefined) return false
  try {
    const pieces = () => piecesOf(file, { start: 0, end: size })
    const measured = await measuredOf(pieces())
    if (measured.sha256 !== sha256) return false
    await archive.addMeasured(filePath(key), pieces(), measured)
    return true
  } finally {
    await file.close()
  }
}

async function measuredOf(pieces: AsyncIterable<Uint8Array>): Promise<Measured> {
  const measuring = measure()
  for await (const piece of pieces) measuring.add(piece)
  return measuring.result()
}

/** The logo, icons and watermarks. */
export async function writeOtherFiles(
  storage: Storage,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const key of storage.list('')) {
    signal?.throwIfAborted()
    // An import refuses anything else, such as a file that an operator put there.
    if (!isDrawn(filePath(key))) continue
    const file = await storage.open(key)
    if (file) await archive.add(filePath(key), file.stream())
  }
}

/** A README in the archive, for people who open it years later. */
export const READ_ME = `This archive contains everything from your site: photos, text, clients, bookings, and favorites.

files/originals/   every photo, unchanged, named by its SHA-256
originals.csv      which file is which: galleries, sets, file names, titles
picks/             clients’ favorites and comments
texts/             posts, stories, and pages as Markdown
tables/*.json      every table as JSON, for imports. Times are milliseconds since 1970 (UTC)
tables/*.csv       the same tables for spreadsheets
files/brand/       the logo and favicons
manifest.json      the size and SHA-256 of every file here

To restore it into a new, empty installation: npm run cli -- import ARCHIVE

It contains names, contact details, password hashes, and emails. Sent emails have no links. Emails that haven't been
sent yet have working links: gallery and booking links work here and after an import with the same secret. Links for a
new password, signing in, confirming an email, and joining the team work only where the archive was made, for up to
three days. Store it somewhere safe. It contains no sign-ins. Two-factor keys, gallery
PINs, and connected calendars are encrypted with your site's secret, which isn't in the archive (SECRET, or the file
"secret" in the data folder). Keep that somewhere else.
`

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { documentFromHtml } from '~/domains/texts/html-document.server'
import type { PictureInHtml } from '~/domains/texts/html-nodes'
import { readDocument, storedDocument } from '~/domains/texts/read-document'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { hashFile, newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { slugCandidates, slugFrom } from '~/platform/slug'
import type { Storage } from '~/platform/storage/storage.server'
import { asCleanLine } from '~/platform/text'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import { TITLE_MAX } from '../editor/post-values'
import { selectPostAt } from '../editor/store.server'
import { readGhost } from './ghost.server'
import { readMarkdownFolder } from './markdown-folder.server'
import {
  FORMAT_NAMES,
  type ImportChoices,
  type ImportFormat,
  type ImportLine,
  type ImportReport,
  type IncomingPost,
  type LeftOut,
  LINE_STATES,
  type ListedImport,
  MOST_LINES,
  UnreadableImport,
} from './model'
import { openPackedFolder } from './packed-folder.server'
import { linkPosts, linkToFile } from './post-links.server'
import {
  countLines,
  deleteImport,
  hasPicturesToImport,
  type ImportRow,
  insertImport,
  insertLines,
  isImported,
  isSlugInImport,
  type LineRow,
  lockImport,
  moveImport,
  selectImport,
  selectImportedPosts,
  selectImporting,
  selectImports,
  selectLines,
} from './store.server'
import { storedValues } from './stored-values.server'
import { readWordPress } from './wordpress.server'

/** Imports the waiting posts of a file. */
export const IMPORT_POSTS = 'import-posts'

export interface ImportDeps {
  db: Db
  clock: Clock
  storage: Storage
}

export interface StoredPicture extends Omit<PictureInHtml, 'caption'> {
  caption?: string
  isCover: boolean
  /** The post was imported without it. */
  isMissing?: true
}

/** The archive of an import, whose pictures are needed later. */
export const importKey = (id: string): string => `imports/${id}.zip`

export type ImportBegun = { ok: true; id: string } | { ok: false; sentence: string }

/**
 * Reads a file of another program and stores what it contains, for the author to check. Nothing is imported yet.
 * @param file path of a local file; its format is recognized by its content
 * @param site address of the former site, for addresses without one
 */
export async function beginImport(
  { db, clock, storage, author }: ImportDeps & { author: Author },
  { file, fileName, site }: { file: string; fileName: string; site: string },
): Promise<ImportBegun> {
  const format = await formatOf(file)
  if (!format)
    return {
      ok: false,
      sentence:
        'Choose a Ghost export (.json), a WordPress or Squarespace export (.xml), or a ZIP of Markdown files.',
    }
  const base = /^https?:\/\/[^\s/]+/i.exec(site.trim())?.[0] ?? ''
  if (site.trim() !== '' && base === '')
    return { ok: false, sentence: 'Enter the full address of your former site, such as https://example.com.' }
  const id = newId()
  const reading = { db, storage, id, site: base, lines: 0, files: new Map<string, string>() }
  await insertImport(db, {
    ...{
      id,
      format,
      file_name: asCleanLine(fileName).slice(0, 200) || FORMAT_NAMES[format],
      state: 'reading',
      choices: '{}',
    },
    ...{ author_uid: author.uid, author_name: author.name, begun_at: clock.now() },
  })
  try {
    await readInto(reading, format, file)
  } catch (error) {
    await deleteImport(db, id)
    await storage.delete(importKey(id))
    if (!(error instanceof UnreadableImport)) throw error
    return { ok: false, sentence: error.message }
  }
  await moveImport(db, { id, version: 1 }, { state: 'waiting' })
  return { ok: true, id }
}

async function formatOf(path: string): Promise<ImportFormat | undefined> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0).finally(() => file.close())
  if (buffer[0] === 0x50 && buffer[1] === 0x4b) return 'markdown'
  const begin = new TextDecoder()
    .decode(buffer.subarray(0, bytesRead))
    .replace(/^\ufeff/, '')
    .trimStart()
  if (begin.startsWith('<')) return 'wordpress'
  return begin.startsWith('{') ? 'ghost' : undefined
}

interface Reading {
  db: Db
  storage: Storage
  id: string
  site: string
  lines: number
  /** Sources of the archive's posts, by `linkToFile`. */
  files: Map<string, string>
}

async function readInto(reading: Reading, format: ImportFormat, file: string): Promise<void> {
  if (format === 'ghost') {
    for await (const post of readGhost(() => createReadStream(file), reading.site))
      await addLine(reading, post)
    return
  }
  if (format === 'wordpress') {
    for await (const post of readWordPress(() => textOf(file))) await addLine(reading, post)
    return
  }
  const folder = await openPackedFolder(file)
  try {
    for await (const post of readMarkdownFolder(folder)) await addLine(reading, post)
  } finally {
    folder.close()
  }
  await linkPosts(reading.db, reading.id, reading.files)
  await reading.storage.putFile(importKey(reading.id), file, await hashFile(file))
}

async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function addLine(
  reading: Reading,
  post: ({ isPost: true } & IncomingPost) | ({ isPost: false } & LeftOut),
): Promise<void> {
  const { db, id: importId } = reading
  if (++reading.lines > MOST_LINES)
    throw new UnreadableImport(`This file has more than ${MOST_LINES} entries. Split it.`)
  const common = { id: newId(), import_id: importId, source: post.source.slice(0, 500), post_id: null }
  const title = asCleanLine(post.title).slice(0, TITLE_MAX).trim()
  const none = { values: '{}', published_at: null, pictures: '[]', slug: '' }
  const leftOut = (state: 'left-out' | 'known', reason: string) =>
    insertLines(db, [{ ...common, ...none, title, state, notes: JSON.stringify([reason]) }])
  if (!post.isPost) return await leftOut('left-out', post.reason)
  if (post.file !== undefined) reading.files.set(linkToFile(post.file), common.source)
  if (await isImported(db, common.source)) return await leftOut('known', 'It was imported before.')
  const { document, pictures, notes } = documentFromHtml(post.html, post)
  const stored = storedDocument(document)
  const read = readDocument(stored)
  if (!read.ok) return await leftOut('left-out', read.sentence)
  const all = [...post.notes, ...notes]
  const values = storedValues(post, stored, all)
  if (post.title.length > TITLE_MAX) all.push('The title is shortened.')
  if (post.publishedAt === null && !all.some((note) => note.endsWith('a draft here.')))
    all.push('It’s a draft.')
  const slug = await freeSlug(reading, post, all)
  const from = [
    ...pictures.map((picture) => ({ ...picture, isCover: false })),
    ...(post.cover ? [{ ...post.cover, alt: asCleanLine(post.cover.alt), isCover: true }] : []),
  ]
  const line: LineRow = {
    ...{ ...common, title, slug, state: 'waiting', values: JSON.stringify(values) },
    published_at: post.publishedAt,
    pictures: JSON.stringify(
      from.map((each) => ({ ...each, address: absolute(each.address, reading.site) })),
    ),
    notes: JSON.stringify([...new Set(all)]),
  }
  await insertLines(db, [line])
}

/** A slug that no post has or had. Each change is named. */
async function freeSlug(
  { db, id }: Reading,
  { slug: given, title }: IncomingPost,
  notes: string[],
): Promise<string> {
  const wanted = slugFrom(given) ?? slugFrom(title) ?? 'post'
  if (given !== '' && wanted !== given)
    notes.push(`The URL slug “${given.slice(0, 80)}” becomes “${wanted}.”`)
  for (const slug of slugCandidates(wanted, randomUUID())) {
    if ((await selectPostAt(db, slug)) !== undefined || (await isSlugInImport(db, id, slug))) continue
    if (slug !== wanted) notes.push(`Another post has the URL slug “${wanted},” so it becomes “${slug}.”`)
    return slug
  }
  return wanted
}

/** With the address of the site before a path, and a protocol. */
function absolute(address: string, site: string): string {
  if (address.startsWith('//')) return `https:${address}`
  return address.startsWith('/') && site !== '' ? `${site}${address}` : address
}

/** Files that were read, newest first. */
export async function listImports({ db }: { db: Db }): Promise<ListedImport[]> {
  const zone = await readZone({ db })
  return (await selectImports(db)).map((row) => listed(row, zone))
}

const listed = ({ id, file_name, format, state, begun_at }: ImportRow, zone: string): ListedImport => ({
  ...{ id, format, state, fileName: file_name },
  begun: momentLabel(begun_at, zone),
})

const PAGE_LENGTH = 100

/** What a file contains, line by line. @param after the last line of the page before */
export async function readImport(
  { db }: { db: Db },
  id: string,
  after: string | null,
): Promise<ImportReport | undefined> {
  const row = await selectImport(db, id)
  if (!row) return undefined
  const zone = await readZone({ db })
  const lines = await selectLines(db, id, { after, limit: PAGE_LENGTH + 1 })
  const counts = await countLines(db, id)
  const shown = lines.slice(0, PAGE_LENGTH)
  // An earlier import has added these.
  const known = shown.filter(({ state }) => state === 'known').map(({ source }) => source)
  const posts = await selectImportedPosts(db, known)
  const asDrafts = (JSON.parse(row.choices) as Partial<ImportChoices>).keepsPublished === false
  // A draft gets its date when it's published.
  const dateFor = ({ state, published_at: at }: LineRow) =>
    at === null || (asDrafts && state === 'imported') ? '' : longDate(dateOf(at, zone))
  return {
    ...{ ...listed(row, zone), version: row.version, asDrafts },
    hasPictures: await hasPicturesToImport(db, id),
    counts: Object.fromEntries(
      LINE_STATES.map((state) => [state, counts[state] ?? 0]),
    ) as ImportReport['counts'],
    lines: shown.map((line) => ({
      ...{ id: line.id, title: line.title, slug: line.slug, state: line.state },
      post: line.post_id ?? posts.get(line.source) ?? null,
      date: dateFor(line),
      ...countPictures(JSON.parse(line.pictures)),
      notes: JSON.parse(line.notes),
    })),
    next: lines.length > PAGE_LENGTH ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** A cover is often in the text as well. */
function countPictures(stored: StoredPicture[]): Pick<ImportLine, 'pictures' | 'missing'> {
  const addressesOf = (some: StoredPicture[]) => new Set(some.map(({ address }) => address)).size
  return { pictures: addressesOf(stored), missing: addressesOf(stored.filter((each) => each.isMissing)) }
}

export type ImportChanged = { ok: true } | { ok: false; reason: 'missing' | 'changed-since' }

/** Starts the import of every waiting post. @param choices of the author */
export async function startImport(
  { db, clock, author }: WriteDeps,
  { id, version, choices }: { id: string; version: number; choices: ImportChoices },
): Promise<ImportChanged> {
  return await transact(db, async (tx): Promise<ImportChanged> => {
    const row = await lockImport(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version || row.state !== 'waiting') return { ok: false, reason: 'changed-since' }
    await moveImport(tx, row, { state: 'importing', choices: JSON.stringify(choices) })
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-added', subject: `Posts of ${row.file_name}` },
    )
    await enqueue({ db: tx, clock }, importJob(id))
    return { ok: true }
  })
}

const importJob = (id: string) => ({
  kind: IMPORT_POSTS,
  payload: { id },
  uniqueKey: `${IMPORT_POSTS} ${id}`,
})

/** Continues imports whose job was lost or gave up. */
export async function resumeImports({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  for (const { id } of await selectImporting(db)) await enqueue({ db, clock }, importJob(id))
}

/** Deletes what was read of a file, and its report. Imported posts stay. */
export async function discardImport(
  { db, storage }: Pick<ImportDeps, 'db' | 'storage'>,
  { id, version }: { id: string; version: number },
): Promise<ImportChanged> {
  const discarded = await transact(db, async (tx): Promise<ImportChanged> => {
    const row = await lockImport(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version || row.state === 'importing') return { ok: false, reason: 'changed-since' }
    await deleteImport(tx, id)
    return { ok: true }
  })
  if (discarded.ok) await storage.delete(importKey(id))
  return discarded
}

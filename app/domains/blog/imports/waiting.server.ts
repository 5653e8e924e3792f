import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Node } from '@tiptap/pm/model'
import type { Author } from '~/domains/audit/model'
import { placeOnWebsite, websiteGallery } from '~/domains/galleries/uploads/website.server'
import { importPhoto, type PhotoDeps } from '~/domains/photos/operations.server'
import { pictureName } from '~/domains/texts/html-document.server'
import { markdownOfDocument } from '~/domains/texts/markdown-document'
import { readDocument, storedDocument } from '~/domains/texts/read-document'
import { schema } from '~/domains/texts/schema'
import { transact } from '~/platform/db/database.server'
import {
  type FetchFailure,
  fetchFileSafely,
  type Network,
  openInternet,
} from '~/platform/http/safe-fetch.server'
import { newId } from '~/platform/ids.server'
import { slugCandidates, takeSlug } from '~/platform/slug'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { tagsOf } from '../editor/post-form'
import { EXCERPT_MAX, titleOf } from '../editor/post-values'
import { replaceTags, selectPostAt } from '../editor/store.server'
import { indexPost } from '../post-search.server'
import { type ImportChoices, PICTURE_BYTES } from './model'
import { importKey, type StoredPicture } from './operations.server'
import { openPackedFolder, type PackedFolder } from './packed-folder.server'
import { renameTaken, slugGiven } from './post-links.server'
import {
  failWaitingLines,
  type ImportRow,
  insertImported,
  insertPostRow,
  type LineRow,
  lockImport,
  moveImport,
  selectImport,
  selectLines,
  settleKnown,
  updateLine,
} from './store.server'
import type { StoredValues } from './stored-values.server'
import { MEDIA } from './wordpress.server'

/** Lines that are read at once. */
const AT_ONCE = 20

/**
 * Imports the waiting posts of a file. Pictures are downloaded and read before the transaction of their post. A run
 * that was interrupted is continued by the next one.
 * @param run `isLast`: what fails now isn’t tried again, and the report says so
 * @throws the first error of a post, once every other post is imported, if it will be tried again
 */
export async function importWaiting(
  deps: PhotoDeps,
  id: string,
  {
    signal,
    isLast = false,
    network = openInternet,
  }: { signal?: AbortSignal; isLast?: boolean; network?: Network } = {},
): Promise<void> {
  const { db, storage, log } = deps
  const row = await selectImport(db, id)
  if (row?.state !== 'importing') return
  try {
    await renameTaken(db, id)
    await withFolder(deps, row, (folder) => importLines({ ...deps, network, folder, row }, signal))
  } catch (error) {
    if (signal?.aborted || !isLast) throw error
    log.error({ err: error, import: id }, 'posts could not be imported')
  }
  await transact(db, async (tx) => {
    const now = await lockImport(tx, id)
    if (now?.state !== 'importing') return
    await failWaitingLines(tx, id, NOT_IMPORTED)
    await moveImport(tx, now, { state: 'done' })
  })
  await storage.delete(importKey(id))
}

const NOT_IMPORTED = 'We couldn’t import it. Upload the file again to try once more.'

async function withFolder(
  { storage }: PhotoDeps,
  { id, format }: ImportRow,
  work: (folder: PackedFolder | undefined) => Promise<void>,
): Promise<void> {
  if (format !== 'markdown') return await work(undefined)
  await storage.withFile(importKey(id), async (path) => {
    const folder = await openPackedFolder(path)
    await work(folder).finally(() => folder.close())
  })
}

/** One post that fails doesn’t keep the others from being imported. */
async function importLines(deps: LineDeps, signal: AbortSignal | undefined): Promise<void> {
  const { db, log, row } = deps
  const failures: unknown[] = []
  for (let after: string | null = null; ; ) {
    const lines: LineRow[] = await selectLines(db, row.id, { state: 'waiting', after, limit: AT_ONCE })
    for (const line of lines) {
      signal?.throwIfAborted()
      try {
        await importLine(deps, line)
      } catch (error) {
        log.warn({ err: error, import: row.id, line: line.id }, 'a post could not be imported')
        failures.push(error)
      }
    }
    if (lines.length < AT_ONCE) break
    after = lines.at(-1)?.id ?? null
  }
  if (failures.length > 0) throw failures[0]
}

interface LineDeps extends PhotoDeps {
  network: Network
  folder: PackedFolder | undefined
  row: ImportRow
}

async function importLine(deps: LineDeps, line: LineRow): Promise<void> {
  const { db, clock, row } = deps
  const choices: ImportChoices = JSON.parse(row.choices)
  const values: StoredValues = JSON.parse(line.values)
  const author: Author = { uid: row.author_uid, name: row.author_name }
  const notes: string[] = JSON.parse(line.notes)
  const found = await importPictures(deps, line, { author, people: choices.people, notes })
  const read = readDocument(withPhotos(values.document, found.slugs))
  if (!read.ok) {
    await updateLine(db, line.id, { state: 'failed', notes: JSON.stringify([...notes, read.sentence]) })
    return
  }
  const text = read.document.textBetween(0, read.document.content.size, ' ', ' ').replace(/\s+/g, ' ').trim()
  const isEmpty = text === '' && found.slugs.size === 0
  const publishedAt = choices.keepsPublished && !isEmpty ? line.published_at : null
  if (isEmpty && line.published_at !== null) notes.push('It has no text, so it’s a draft.')
  const tags = tagsOf(values.tags || (publishedAt === null ? '' : 'Blog'))
  if (publishedAt !== null && values.tags === '') notes.push('It had no tags, so it has the tag “Blog.”')
  const id = newId()
  const post = {
    ...{ id, title: publishedAt === null ? line.title : titleOf(line) },
    excerpt: values.excerpt || (publishedAt === null ? '' : beginningOf(text) || titleOf(line)),
    ...{ author: values.author || author.name, topic: tags[0]?.name ?? '' },
    ...{ body: markdownOfDocument(read.document).markdown, document: storedDocument(read.document) },
    ...{ cover_photo_id: found.cover, published_at: publishedAt, updated_at: publishedAt ?? clock.now() },
    visibility: values.isUnlisted && publishedAt !== null ? ('unlisted' as const) : ('public' as const),
    search_title: values.searchTitle ?? '',
    search_description: values.searchDescription ?? '',
    related: '[]',
  }
  const slug = await transact(db, async (tx, rollback): Promise<string | undefined> => {
    const taken = await takeSlug(
      slugCandidates(line.slug, id.toLowerCase()),
      async (each) =>
        (await selectPostAt(tx, each)) === undefined && (await insertPostRow(tx, { ...post, slug: each })),
    )
    if (!(await insertImported(tx, line.source, id))) return rollback(undefined)
    if (taken !== line.slug) notes.push(slugGiven(line.slug, taken))
    await replaceTags(tx, id, tags)
    await indexPost(tx, id)
    const state = {
      ...{ state: 'imported' as const, post_id: id, slug: taken },
      published_at: publishedAt,
      pictures: JSON.stringify(found.pictures),
    }
    await updateLine(tx, line.id, { ...state, notes: JSON.stringify([...new Set(notes)]) })
    return taken
  })
  if (slug === undefined) await settleKnown(db, line.id)
  deps.log.info({ import: row.id, post: slug === undefined ? null : id }, 'a post was imported')
}

/** The first sentence or words of a text, as an excerpt. */
function beginningOf(text: string): string {
  if (text.length <= EXCERPT_MAX) return text
  return `${text.slice(0, text.lastIndexOf(' ', 200)).slice(0, 200).toWellFormed()}…`
}

interface Found {
  /** Slugs in the library, by the place of the picture in the text. */
  slugs: Map<number, string>
  /** Id of the cover. */
  cover: string | null
  /** All of them, with those that are missing. */
  pictures: StoredPicture[]
}

async function importPictures(
  deps: LineDeps,
  line: LineRow,
  { author, people, notes }: { author: Author; people: ImportChoices['people']; notes: string[] },
): Promise<Found> {
  const pictures: StoredPicture[] = JSON.parse(line.pictures)
  const found: Found = { slugs: new Map(), cover: null, pictures }
  if (pictures.length === 0) return found
  const galleryId = await websiteGallery({ ...deps, author })
  const folder = await mkdtemp(join(await temporaryFolder(), 'import-'))
  try {
    for (const [at, picture] of pictures.entries()) {
      const { address, alt, caption, isCover } = picture
      const leaveOut = (reason: string) => {
        picture.isMissing = true
        const words = caption ? ` Its caption was: ${caption}` : ''
        notes.push(`The picture ${nameInReport(address)} isn’t imported: ${reason}${words}`)
      }
      const bytes = await bytesOf(deps, address)
      if (typeof bytes === 'string') {
        leaveOut(bytes)
        continue
      }
      const fileName = nameOf(address)
      const file = join(folder, 'picture')
      await writeFile(file, bytes)
      const imported = await importPhoto(deps, {
        ...{ file, name: fileName, alt },
        alongside: (tx, { id: photoId }) =>
          placeOnWebsite({ db: tx, clock: deps.clock, author }, { galleryId, photoId, fileName, people }),
      })
      if (!imported.ok) leaveOut(imported.sentence)
      else if (isCover) found.cover = imported.photo.id
      else found.slugs.set(at, imported.photo.slug)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (people === null && (found.cover !== null || found.slugs.size > 0))
    notes.push(
      'Its pictures are private until you confirm who can be recognized. In their gallery, they’re marked “Not public.”',
    )
  return found
}

const nameInReport = (address: string): string =>
  address.startsWith(MEDIA) ? `${address.slice(MEDIA.length)} of the media library` : address.slice(0, 200)

const nameOf = (address: string): string =>
  basename(URL.parse(address)?.pathname ?? address).slice(0, 120) || 'picture'

const REASONS: Record<FetchFailure, string> = {
  address: 'its address isn’t a web address.',
  'unknown-host': 'its server can’t be found.',
  private: 'its server isn’t public.',
  redirects: 'it redirects too often.',
  'too-large': 'it’s too large.',
  'too-slow': 'its server didn’t answer in time.',
  refused: 'its server doesn’t have it.',
  broken: 'the download broke off.',
}

/** @returns a sentence when the picture can't be read */
async function bytesOf({ folder, network }: LineDeps, address: string): Promise<Uint8Array | string> {
  if (/^https?:/i.test(address)) {
    const fetched = await fetchFileSafely(network, address, { accept: 'image/*', mostBytes: PICTURE_BYTES })
    return fetched.ok ? fetched.bytes : REASONS[fetched.reason]
  }
  if (address.startsWith(MEDIA)) return 'it isn’t in the file. Export all content, with media.'
  if (!folder) return 'its address isn’t complete. Enter the address of your former site.'
  return (
    (await folder.read(address, PICTURE_BYTES).catch(() => undefined)) ??
    'it isn’t in the archive, or is too large.'
  )
}

/** The stored document with the photos that were imported. Others are left out. */
function withPhotos(stored: string, slugs: Map<number, string>): string {
  const read = readDocument(stored)
  if (!read.ok) return stored
  const known = new Map([...slugs].map(([at, slug]) => [pictureName(at), slug]))
  const imported = (photo: Node): Node[] => {
    const slug = known.get(photo.attrs.photo)
    return slug === undefined ? [] : [schema.node('photo', { ...photo.attrs, photo: slug })]
  }
  const nodes = read.document.children.flatMap((node) => {
    if (node.type.name === 'photo') return imported(node)
    if (node.type.name !== 'photoRow') return [node]
    const photos = node.children.flatMap(imported)
    return photos.length > 1 ? [schema.node('photoRow', null, photos)] : photos
  })
  return storedDocument(schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]))
}

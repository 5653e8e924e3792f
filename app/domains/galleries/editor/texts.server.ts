import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readableText } from '~/domains/blog/editor/figures.server'
import { readZone } from '~/domains/content/operations.server'
import type {
  Comparison,
  ListedVersion,
  NewerVersion,
  ShownField,
  VersionLabel,
} from '~/domains/content/versions/model'
import {
  compareFields,
  findVersion,
  type Latest,
  listVersions,
  publishVersion,
  readLatest,
  writeVersion,
} from '~/domains/content/versions/operations.server'
import { DOCUMENT_MAX, type EditedText } from '~/domains/texts/model'
import { checkedText, columnsOfText, editedText, textOf, wordsOfText } from '~/domains/texts/stored-text'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import { type Db, transact } from '~/platform/db/database.server'
import { text as textField } from '~/platform/fields'
import { type FieldValues, parseField } from '~/platform/forms'
import { galleryLabel, moveItems } from './arrangement.server'
import { type EditorItemRow, insertText, selectItem, updateItems } from './item-store.server'
import { lockGallery, selectPlaces } from './store.server'

export type TextSaved =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; sentence: string }
  | { ok: false; reason: 'missing' }
  | NewerVersion

/**
 * Adds an empty text to a story, which doesn't show it until something is written and saved.
 * @param given `before`: the item that it precedes; null: at the end
 */
export async function addText(
  deps: WriteDeps,
  { gallery: id, before }: { gallery: string; before: string | null },
): Promise<{ ok: true; id: string } | { ok: false; reason: 'missing' }> {
  return await transact(deps.db, async (tx) => {
    const gallery = await lockGallery(tx, id)
    if (gallery?.kind !== 'portfolio') return { ok: false, reason: 'missing' }
    const last = (await selectPlaces(tx, id)).at(-1)
    const text = await insertText(tx, {
      gallery_id: id,
      body: '',
      position: (last?.position ?? 0) + 1,
      set_id: last?.setId ?? null,
    })
    // If the item that it should precede is gone, it stays at the end.
    if (before !== null)
      await moveItems({ ...deps, db: tx }, { gallery: id, items: [text] }, { to: 'before', id: before })
    return { ok: true, id: text }
  })
}

interface SentText extends Place {
  body: string
  /** The version that the text began from; null: whichever is the newest. */
  version: string | null
  /** Adds a version instead of continuing the last one. */
  isSeparate?: boolean
}

/** Where a text of a story is. */
interface Place {
  gallery: string
  item: string
}

/** Saves a text of a story, which shows it at once. */
export async function saveText(deps: WriteDeps, typed: SentText): Promise<TextSaved> {
  const { gallery: id, item, version: seen, isSeparate = false } = typed
  const read = await readBody(deps.db, typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  const { text: body } = read
  if (body === '') return { ok: false, reason: 'refused', sentence: 'Enter some text, or remove this item.' }
  const zone = await readZone(deps)
  return await transact(deps.db, async (tx): Promise<TextSaved> => {
    const gallery = await lockGallery(tx, id)
    const text = gallery && (await selectItem(tx, { galleryId: id, id: item }))
    if (!text || text.photo_id !== null) return { ok: false, reason: 'missing' }
    const sent = { values: { body }, seen, isSeparate }
    const written = await writeVersion({ ...deps, tx, zone }, { item }, shownOf(text), sent)
    if (!written.ok) return written
    await publishVersion({ ...deps, tx }, { item }, written.latest)
    const { body: before } = shownOf(text).values
    if (before === body) return { ok: true, id: item }
    await updateItems(tx, { galleryId: id, ids: [item] }, columnsOfText(body))
    const words = { from: wordsOfText(before), to: wordsOfText(body) }
    await recordText({ ...deps, db: tx }, galleryLabel(gallery), words)
    return { ok: true, id: item }
  })
}

export type TextDraftSaved =
  | { ok: true; version: string; saved: string }
  | Extract<TextSaved, { reason: 'refused' | 'missing' }>
  | NewerVersion

/** Saves a text of a story as a draft, which the story doesn't show. */
export async function saveTextDraft(deps: WriteDeps, typed: SentText): Promise<TextDraftSaved> {
  const { gallery, item, version: seen, isSeparate = false } = typed
  const read = await readBody(deps.db, typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  const { text: body } = read
  const zone = await readZone(deps)
  return await transact(deps.db, async (tx): Promise<TextDraftSaved> => {
    const text = (await lockGallery(tx, gallery)) && (await selectItem(tx, { galleryId: gallery, id: item }))
    if (!text || text.photo_id !== null) return { ok: false, reason: 'missing' }
    const sent = { values: { body }, seen, isSeparate }
    const written = await writeVersion({ ...deps, tx, zone }, { item }, shownOf(text), sent)
    return written.ok ? { ok: true, version: written.latest.version, saved: written.saved } : written
  })
}

/** A text of a story is written as a post is. */
const RULE = { hasBlocks: true }

type Columns = Pick<EditorItemRow, 'body' | 'document'>

const converted = ({ body = '' }: FieldValues) => ({ body: documentOrMarkdown(body, RULE) })

const shownOf = (text: Columns) => ({ values: converted({ body: textOf(text) }), since: 0, converted })

/** The newest version of a text. */
export async function readText(
  db: Db,
  { id, ...columns }: { id: string } & Columns,
): Promise<Pick<Latest, 'version' | 'isDraft'> & EditedText> {
  const { version, isDraft, values } = await readLatest(db, { item: id }, shownOf(columns))
  return { version, isDraft, ...editedText(values.body ?? '') }
}

/** Versions of a text, newest first. @returns undefined: the story has no such text */
export async function listTextVersions(
  { db }: { db: Db },
  { gallery, item }: Place,
  before?: number,
): Promise<{ versions: ListedVersion[]; next: number | null } | undefined> {
  const text = await selectItem(db, { galleryId: gallery, id: item })
  if (!text || text.photo_id !== null) return undefined
  return await listVersions(db, { item }, { zone: await readZone({ db }), before })
}

export async function readTextVersion(
  { db }: { db: Db },
  { item }: Place,
  number: number,
): Promise<{ label: VersionLabel; fields: ShownField[] } | undefined> {
  const found = await findVersion(db, { item }, { number, zone: await readZone({ db }) })
  if (!found) return undefined
  const text = await readableText(db, converted(found.values).body)
  return { label: found.label, fields: [{ name: 'body', label: 'Text', text, thumb: null }] }
}

/** What changed from one version of a text to another; undefined: there is no such version. */
export async function compareTextVersions(
  deps: { db: Db },
  place: Place,
  { from, to }: { from: number; to: number },
): Promise<Comparison | undefined> {
  const [older, newer] = [await readTextVersion(deps, place, from), await readTextVersion(deps, place, to)]
  return older && newer && compareFields(older, newer)
}

/** Makes an older version the newest one, as a draft. The versions between stay. */
export async function restoreTextVersion(deps: WriteDeps, place: Place, number: number): Promise<boolean> {
  const { db } = deps
  const found = await findVersion(db, { item: place.item }, { number, zone: await readZone({ db }) })
  if (!found) return false
  const draft = { ...place, body: converted(found.values).body, version: null, isSeparate: true }
  return (await saveTextDraft(deps, draft)).ok
}

async function readBody(db: Db, { gallery, item, body }: SentText): Promise<ReturnType<typeof checkedText>> {
  const field = parseField(textField({ max: DOCUMENT_MAX, what: 'the text' }), body)
  if (!field.ok) return field
  const stored = await selectItem(db, { galleryId: gallery, id: item })
  const before = stored && (await readText(db, stored)).text
  return checkedText(documentOrMarkdown(field.value, RULE, before), RULE)
}

const recordText = (
  deps: WriteDeps,
  subject: string,
  { from, to }: { from: string; to: string },
): Promise<void> =>
  recordAction(deps, {
    action: 'gallery-photos-changed',
    subject,
    changes: [{ field: 'Text', from: beginning(from), to: beginning(to) }],
  })

const beginning = (text: string): string => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text)

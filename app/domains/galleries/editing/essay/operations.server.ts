import { recordAction } from '~/domains/audit/operations.server'
import { transact } from '~/platform/db/database.server'
import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isBlank, isCleanText, withLineFeeds } from '~/platform/text'
import { type EditingDeps, galleryLabel, moveFrames } from '../arranging/operations.server'
import { lockGallery, selectPlaces } from '../arranging/store.server'
import { TEXT_MAX } from '../model'
import { insertText, selectItem, updateItems } from '../photographs/store.server'

export type TextSaved =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; sentence: string }
  | { ok: false; reason: 'missing' | 'changed-meanwhile' }

/** Puts a text into an essay. `before` names the frame that it stands before; null: at the end. */
export async function addText(
  deps: EditingDeps,
  { gallery: id, body: typed, before }: { gallery: string; body: string; before: string | null },
): Promise<TextSaved> {
  const body = withLineFeeds(typed).trim()
  const sentence = textError(body)
  if (sentence) return { ok: false, reason: 'refused', sentence }
  return await transact(deps.db, async (tx): Promise<TextSaved> => {
    const gallery = await lockGallery(tx, id)
    if (gallery?.kind !== 'portfolio') return { ok: false, reason: 'missing' }
    const last = (await selectPlaces(tx, id)).at(-1)
    const text = await insertText(tx, {
      gallery_id: id,
      body,
      position: (last?.position ?? 0) + 1,
      set_id: last?.setId ?? null,
    })
    await tell({ ...deps, db: tx }, galleryLabel(gallery), { from: '', to: body })
    if (before === null) return { ok: true, id: text }
    const moved = await moveFrames(
      { ...deps, db: tx },
      { gallery: id, items: [text] },
      { to: 'before', id: before },
    )
    // What it should stand before is gone: it stands at the end, and nothing is lost.
    return moved.ok || moved.reason === 'changed-meanwhile'
      ? { ok: true, id: text }
      : { ok: false, reason: 'missing' }
  })
}

/** Saves a text of an essay. `was` is what stood there when the form was opened. */
export async function saveText(
  deps: EditingDeps,
  { gallery: id, item, body: typed, was }: { gallery: string; item: string; body: string; was: string },
): Promise<TextSaved> {
  const body = withLineFeeds(typed).trim()
  const sentence = textError(body)
  if (sentence) return { ok: false, reason: 'refused', sentence }
  return await transact(deps.db, async (tx): Promise<TextSaved> => {
    const gallery = await lockGallery(tx, id)
    const text = gallery && (await selectItem(tx, { galleryId: id, id: item }))
    if (!text || text.photo_id !== null) return { ok: false, reason: 'missing' }
    if (text.body === body) return { ok: true, id: item }
    if (text.body !== withLineFeeds(was)) return { ok: false, reason: 'changed-meanwhile' }
    await updateItems(tx, { galleryId: id, ids: [item] }, { body })
    await tell({ ...deps, db: tx }, galleryLabel(gallery), { from: text.body, to: body })
    return { ok: true, id: item }
  })
}

function textError(body: string): string | undefined {
  if (isBlank(body)) return 'Enter some text, or remove this item.'
  if (!isCleanText(body)) return HIDDEN_CHARACTERS
  if (body.length > TEXT_MAX) return `Shorten the text to ${TEXT_MAX.toLocaleString('en-US')} characters.`
  return undefined
}

const tell = (
  deps: EditingDeps,
  subject: string,
  { from, to }: { from: string; to: string },
): Promise<void> =>
  recordAction(deps, {
    action: 'gallery-photos-changed',
    subject,
    changes: [{ field: 'Text', from: beginning(from), to: beginning(to) }],
  })

const beginning = (text: string): string => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text)

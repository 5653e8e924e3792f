import type { AuditedAction } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Config } from '~/platform/config.server'
import { type Db, isTaken, type Tx, transact } from '~/platform/db/database.server'
import { dropTerms, indexTerms } from '~/platform/db/search-terms.server'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { slugCandidates, slugFrom, takeSlug } from '~/platform/slug'
import { checkFolders } from '~/platform/storage/file-kinds.server'
import { withoutOuterSpaces } from '~/platform/text'
import { sealPin } from '../access/operations.server'
import { requestDownloadFiles } from '../downloads/files.server'
import { type GalleryState, gallerySearchTexts, galleryState } from '../model'
import { newPin, presetColumns } from '../presets/operations.server'
import { withdrawAnswerMails } from '../proofing/comments.server'
import { unpublishedChange } from '../releases/publication.server'
import { removeWithReleases } from '../releases/withdrawals.server'
import { requestProofs } from '../watermarks/operations.server'
import { galleryLabel } from './arrangement.server'
import {
  FIELD_LABELS,
  fieldsOf,
  type GalleryDraftValues,
  type GalleryErrors,
  type GalleryField,
  type GalleryValues,
  gallerySchema,
  newGallerySchema,
} from './gallery-form'
import type { GalleryKind } from './model'
import {
  countDependents,
  deleteGallery,
  type GalleryRow,
  insertGallery,
  lockGallery,
  nextPosition,
  selectGallery,
  selectOrder,
  setPosition,
  updateGallery,
} from './store.server'

export interface GallerySettings {
  id: string
  kind: GalleryKind
  state: GalleryState
  version: number
  values: GalleryValues
  /** Encrypted; null: none. */
  pin: string | null
  /** Number of galleries of this kind. */
  places: number
}

export async function readGallerySettings(
  { db }: { db: Db },
  id: string,
): Promise<GallerySettings | undefined> {
  const row = await selectGallery(db, id)
  if (!row) return undefined
  const order = row.kind === 'client' ? [] : await selectOrder(db, row.kind)
  const { kind, version, pin } = row
  return {
    id,
    kind,
    version,
    pin,
    state: galleryState(row),
    values: valuesOf(row, order),
    places: order.length,
  }
}

const valuesOf = (row: GalleryRow, order: { id: string }[]): GalleryValues => ({
  title: row.title,
  slug: row.slug,
  category: row.category,
  summary: row.summary,
  dateline: row.dateline,
  place: String(order.findIndex(({ id }) => id === row.id) + 1 || ''),
  note: row.note,
  sizes: (JSON.parse(row.sizes) as string[]).join('\n'),
  proofing: row.proofing === 1 ? 'yes' : '',
  pickLimit: row.pick_limit === null ? '' : String(row.pick_limit),
})

export type NewGalleryField = 'title' | 'kind' | 'category' | 'preset'
export type GalleryMade =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; errors: Partial<Record<NewGalleryField, string>> }

/** Creates an empty draft with a slug from its title. A client gallery starts with the settings of a preset. */
export async function createGallery(
  { db, clock, author, config }: WriteDeps & { config: Pick<Config, 'secret'> },
  sent: Record<Exclude<NewGalleryField, 'preset'>, string> & { preset?: string },
): Promise<GalleryMade> {
  const read = parseForm(newGallerySchema(sent.kind), { preset: '', ...sent })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { title, kind, category, preset } = read.value
  return await transact(db, async (tx): Promise<GalleryMade> => {
    const given =
      kind === 'client' && preset !== '' ? await presetColumns({ db: tx, clock, config }, preset) : {}
    if (!given) return { ok: false, reason: 'refused', errors: { preset: 'Choose a preset from the list.' } }
    const id = newId()
    const row = {
      ...given,
      id,
      kind,
      title,
      category: category === '' ? title : category,
      summary: '',
      dateline: '',
      position: await nextPosition(tx),
      cover_photo_id: null,
      published_at: null,
      created_at: clock.now(),
    }
    const candidates = slugCandidates(slugFrom(title) ?? 'gallery', id)
    const slug = await takeSlug(candidates, (slug) => insertGallery(tx, { ...row, slug }))
    await indexTerms(tx, 'gallery', id, gallerySearchTexts({ ...row, slug }))
    await recordAction({ db: tx, clock, author }, { action: 'gallery-added', subject: galleryLabel(row) })
    return { ok: true, id }
  })
}

export type GallerySaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: GalleryErrors }
  | { ok: false; reason: 'missing' | 'changed-since' }

/** Saves a gallery's texts, and its clients' permissions. */
export async function saveGallery(
  { db, clock, author }: WriteDeps,
  id: string,
  { sent, version }: { sent: GalleryValues; version: number },
): Promise<GallerySaved> {
  const save = async (tx: Tx): Promise<GallerySaved> => {
    const before = await lockGallery(tx, id)
    if (!before) return { ok: false, reason: 'missing' }
    const read = parseForm(gallerySchema(before.kind), sent)
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const draft = read.value
    const set = columnsOf(draft, before)
    if (before.version !== version || !(await updateGallery(tx, { id, version }, set)))
      return { ok: false, reason: 'changed-since' }
    const order = before.kind === 'client' ? [] : await selectOrder(tx, before.kind)
    const changes = changesBetween(before, valuesOf(before, order), {
      ...sent,
      place: String(draft.place ?? ''),
      sizes: draft.sizes.join('\n'),
    })
    if (before.kind !== 'client' && draft.place !== null) await placeAt(tx, order, { id, place: draft.place })
    await indexTerms(tx, 'gallery', id, gallerySearchTexts({ ...before, ...set }))
    await requestDownloadFiles({ db: tx, clock }, id)
    await requestProofs({ db: tx, clock }, id)
    if (changes.length > 0)
      await recordAction(
        { db: tx, clock, author },
        { action: 'gallery-changed', subject: galleryLabel(before), changes },
      )
    return { ok: true }
  }
  try {
    return await transact(db, save)
  } catch (error) {
    if (!isTaken(error, 'galleries.slug')) throw error
    return { ok: false, reason: 'refused', errors: { slug: 'Another gallery already uses this URL slug.' } }
  }
}

const columnsOf = (draft: GalleryDraftValues, before: GalleryRow) => {
  const { title, slug, dateline } = draft
  if (before.kind !== 'client')
    return { title, slug, dateline, category: draft.category, summary: draft.summary }
  return {
    title,
    slug,
    dateline,
    category: before.category === before.title ? title : before.category,
    note: draft.note,
    sizes: JSON.stringify(draft.sizes),
    proofing: draft.proofing ? 1 : 0,
    pick_limit: draft.pickLimit,
  }
}

const changesBetween = (row: GalleryRow, before: GalleryValues, after: GalleryValues) =>
  fieldsOf(row.kind).flatMap((name: GalleryField) => {
    const to = name === 'place' && after.place === '' ? before.place : after[name]
    return before[name].trim() === to.trim()
      ? []
      : [{ field: FIELD_LABELS[name], from: inWords(before[name]), to: inWords(to) }]
  })

const inWords = (text: string): string => text.trim().replaceAll('\n', ', ')

/** Moves a gallery to a position among those of its kind, and shifts the others. */
async function placeAt(
  tx: Tx,
  order: { id: string; position: number }[],
  { id, place }: { id: string; place: number },
): Promise<void> {
  const rest = order.filter((each) => each.id !== id).map((each) => each.id)
  const ids = rest.toSpliced(place - 1, 0, id)
  const before = new Map(order.map((each) => [each.id, each.position]))
  const positions = [...before.values()].toSorted((a, b) => a - b)
  let last = Number.NEGATIVE_INFINITY
  for (const [at, each] of ids.entries()) {
    // Galleries created at the same time can share a position, which ids would order. They get distinct ones.
    last = Math.max(positions[at] ?? 0, last + 1)
    if (before.get(each) !== last) await setPosition(tx, each, last)
  }
}

export type GalleryStep = { ok: true } | { ok: false; reason: 'missing' | 'changed-since' }

interface Seen {
  id: string
  version: number
}

/**
 * Archives a gallery, so that only the studio sees it. A portfolio story has to be published again after
 * restoring it.
 */
export const archiveGallery = (deps: WriteDeps, seen: Seen): Promise<GalleryStep> =>
  step(deps, seen, 'gallery-archived', (row) => ({
    archived_at: deps.clock.now(),
    published_at: row.kind === 'client' ? row.published_at : null,
  }))

export const restoreGallery = (deps: WriteDeps, seen: Seen): Promise<GalleryStep> =>
  step(deps, seen, 'gallery-restored', () => ({ archived_at: null }))

/** Unpublishes a gallery, so that only the studio sees it. */
export const withdrawGallery = (deps: WriteDeps, seen: Seen): Promise<GalleryStep> =>
  step(deps, seen, 'gallery-unpublished', () => ({ published_at: null }))

/** Sets a random PIN of six digits. Clients who entered an earlier one have to enter the new one. */
export function makePin(
  deps: WriteDeps & { config: Pick<Config, 'secret'> },
  seen: Seen,
): Promise<GalleryStep> {
  return setPin(deps, seen, sealPin(deps, newPin()))
}

export const removePin = (deps: WriteDeps, seen: Seen): Promise<GalleryStep> => setPin(deps, seen, null)

const setPin = (deps: WriteDeps, seen: Seen, pin: string | null): Promise<GalleryStep> =>
  step(deps, seen, 'gallery-changed', (row) => ({ pin, pin_version: row.pin_version + 1 }), {
    field: 'PIN',
    from: '',
    to: pin === null ? 'Off' : 'New PIN',
  })

async function step(
  { db, clock, author }: WriteDeps,
  { id, version }: Seen,
  action: AuditedAction,
  change: (row: GalleryRow) => Partial<GalleryRow>,
  recorded?: { field: string; from: string; to: string },
): Promise<GalleryStep> {
  return await transact(db, async (tx): Promise<GalleryStep> => {
    const row = await lockGallery(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version || !(await updateGallery(tx, { id, version }, change(row))))
      return { ok: false, reason: 'changed-since' }
    if (galleryState({ ...row, ...change(row) }) !== 'published') await withdrawAnswerMails({ db: tx }, id)
    const done = { action, subject: galleryLabel(row), ...(recorded ? { changes: [recorded] } : {}) }
    await recordAction({ db: tx, clock, author }, done)
    return { ok: true }
  })
}

/** Counts of what would be deleted with a gallery. */
export const dependentsOfGallery = ({ db }: { db: Db }, id: string): Promise<Record<string, number>> =>
  countDependents(db, id)

export type GalleryRemoved = GalleryStep | { ok: false; reason: 'not-confirmed' }

/**
 * Deletes a gallery with its shares, favorites, comments and records. Its photos stay in the library; those
 * published under its releases only are unpublished, and withdrawals stay in effect. `confirmed` is its title
 * as typed by the owner.
 */
export async function removeGallery(
  { db, clock, author }: WriteDeps,
  { id, version, confirmed }: Seen & { confirmed: string },
): Promise<GalleryRemoved> {
  return await transact(db, async (tx): Promise<GalleryRemoved> => {
    const row = await lockGallery(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    if (withoutOuterSpaces(confirmed).toLowerCase() !== row.title.toLowerCase())
      return { ok: false, reason: 'not-confirmed' }
    const { takenOff, withdrawn } = await removeWithReleases(tx, id, () => deleteGallery(tx, id))
    await dropTerms(tx, 'gallery', id)
    await checkFolders(tx, [`proofs/${id}/`], clock.now())
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'gallery-removed',
        subject: galleryLabel(row),
        changes: [...unpublishedChange(takenOff), ...withdrawnChange(withdrawn)],
      },
    )
    return { ok: true }
  })
}

const withdrawnChange = (names: readonly string[]): { field: string; from: string; to: string }[] =>
  names.length === 0 ? [] : [{ field: 'Stays withdrawn', from: '', to: names.join(', ') }]

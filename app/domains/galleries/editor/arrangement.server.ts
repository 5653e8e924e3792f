import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { line, must } from '~/platform/fields'
import { parseField } from '~/platform/forms'
import { groupedBySets, movePlaces, type Place, restoredPlaces, sortPlaces, type Target } from './arrangement'
import { type Chosen, MOST_SETS, SET_TITLE_MAX } from './model'
import {
  deleteSet,
  deleteUndo,
  insertSet,
  insertUndo,
  lockGallery,
  type StoredPlace,
  selectLastArrangement,
  selectPlaces,
  selectSets,
  updateSet,
  writePlaces,
} from './store.server'

export type Arranged =
  /** `undo`: id with which it can be undone. */
  | { ok: true; count: number; undo?: string }
  | { ok: false; reason: 'missing' | 'nothing-chosen' | 'changed-since' }

/**
 * Moves photos relative to others, so that the changes of two people sorting at the same time are combined.
 */
export function moveItems(deps: WriteDeps, chosen: Chosen, target: Target): Promise<Arranged> {
  return arrange(deps, chosen.gallery, async (places, tx) => {
    const ids = idsOf(places, chosen)
    if (ids.size === 0) return 'nothing-chosen'
    if (!(await hasSet(tx, chosen.gallery, target))) return 'changed-since'
    const moved = movePlaces(places, ids, target)
    return moved ? { places: moved, what: `${itemsLabel(ids.size)} moved`, count: ids.size } : 'changed-since'
  })
}

/** If the target set was deleted, photos must not leave their set. */
async function hasSet(tx: Tx, galleryId: string, target: Target): Promise<boolean> {
  if (target.to !== 'end' || target.setId === null) return true
  return (await selectSets(tx, galleryId)).some(({ id }) => id === target.setId)
}

export type SortBy = 'time' | 'name'

/** Sorts the photos of each set by capture time or file name. */
export function sortItems(deps: WriteDeps, gallery: string, by: SortBy): Promise<Arranged> {
  return arrange(
    deps,
    gallery,
    (places) => {
      const stored = new Map(places.map((place) => [place.id, place]))
      const of = ({ id }: Place) => stored.get(id) as StoredPlace
      const sorted = sortPlaces(
        places,
        (a, b) => (by === 'time' ? byTime(of(a), of(b)) : 0) || byName(of(a), of(b)),
        (place) => of(place).isText,
      )
      const what = by === 'time' ? 'Sorted by capture time' : 'Sorted by file name'
      return { places: sorted, what, count: places.length }
    },
    { undo: true },
  )
}

const names = new Intl.Collator('en', { numeric: true })

/** Photos without a time come last. */
const byTime = (a: StoredPlace, b: StoredPlace): number => compare(a.takenAt ?? '~', b.takenAt ?? '~')
const byName = (a: StoredPlace, b: StoredPlace): number =>
  names.compare(a.fileName, b.fileName) || compare(a.id, b.id)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Restores the order before the last sorting. Added photos come last, and removed ones stay removed. */
export function unsortItems(deps: WriteDeps, gallery: string): Promise<Arranged> {
  return arrange(deps, gallery, async (places, tx) => {
    const undo = await selectLastArrangement(tx, gallery)
    if (!undo) return 'nothing-chosen'
    await deleteUndo(tx, undo.id)
    const before = (JSON.parse(undo.before) as [string, string | null][]).map(([id, setId]) => ({
      id,
      setId,
    }))
    return { places: restoredPlaces(places, before), what: 'Sorting undone', count: places.length }
  })
}

type Change = { places: Place[]; what: string; count: number } | 'nothing-chosen' | 'changed-since'

/** Runs a change of the order with the gallery locked, and writes the changed positions. */
async function arrange(
  { db, clock, author }: WriteDeps,
  galleryId: string,
  change: (places: StoredPlace[], tx: Tx) => Change | Promise<Change>,
  { undo = false } = {},
): Promise<Arranged> {
  return await transact(db, async (tx): Promise<Arranged> => {
    const gallery = await lockGallery(tx, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    const places = await selectPlaces(tx, galleryId)
    const changed = await change(places, tx)
    if (typeof changed === 'string') return { ok: false, reason: changed }
    const isOther = await writeOrder(tx, galleryId, places, changed.places)
    if (!isOther) return { ok: true, count: changed.count }
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'gallery-arranged',
        subject: galleryLabel(gallery),
        changes: [{ field: 'Photos', from: '', to: changed.what }],
      },
    )
    if (!undo) return { ok: true, count: changed.count }
    const before = JSON.stringify(places.map(({ id, setId }) => [id, setId]))
    const id = await insertUndo(tx, {
      gallery_id: galleryId,
      kind: 'arranged',
      before,
      created_at: clock.now(),
    })
    return { ok: true, count: changed.count, undo: id }
  })
}

/** @returns whether any photo moved */
async function writeOrder(
  tx: Tx,
  galleryId: string,
  stored: StoredPlace[],
  places: Place[],
): Promise<boolean> {
  const sets = await selectSets(tx, galleryId)
  const ordered = groupedBySets(
    places,
    sets.map(({ id }) => id),
  )
  const was = new Map(stored.map((place, at) => [place.id, { ...place, at }]))
  const moved = ordered.flatMap(({ id, setId }, position) => {
    const before = was.get(id)
    return before?.position === position && before.setId === setId ? [] : [{ id, setId, position }]
  })
  await writePlaces(tx, moved)
  return ordered.some(({ id, setId }, at) => was.get(id)?.at !== at || was.get(id)?.setId !== setId)
}

/** Restores a contiguous order by sets after the sets have changed. */
export async function regroup(tx: Tx, galleryId: string): Promise<void> {
  const places = await selectPlaces(tx, galleryId)
  await writeOrder(tx, galleryId, places, places)
}

/** Ids of the chosen items that exist. */
function idsOf(places: readonly Place[], { items, all }: Chosen): Set<string> {
  if (!all) {
    const here = new Set(places.map(({ id }) => id))
    return new Set(items.filter((id) => here.has(id)))
  }
  const isIn = (setId: string | null) => all.set === null || (setId ?? '') === all.set
  return new Set(places.filter(({ setId }) => isIn(setId)).map(({ id }) => id))
}

/** Ids of the chosen items that exist, in order. */
export async function chosenIds(db: Db, chosen: Chosen): Promise<string[]> {
  return [...idsOf(await selectPlaces(db, chosen.gallery), chosen)]
}

export const itemsLabel = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

export const galleryLabel = ({ title }: Pick<Row<'galleries'>, 'title'>): string => `“${title}”`

type SetRow = Row<'gallery_sets'>

export type SetChanged =
  | { ok: true; id: string }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Adds a set at the end. */
export function addSet(deps: WriteDeps, gallery: string, typed: string): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const read = parseField(titleField(sets), typed)
    if (!read.ok) return refused(read.sentence)
    const title = read.value
    if (sets.length >= MOST_SETS) return refused(`A gallery can have up to ${MOST_SETS} sets.`)
    const position = (sets.at(-1)?.position ?? -1) + 1
    const id = await insertSet(tx, { gallery_id: gallery, title, position })
    if (!id) return refused(TAKEN)
    return { ok: true, id, change: { field: 'Set', from: '', to: title } }
  })
}

export function renameSet(
  deps: WriteDeps,
  gallery: string,
  { set, typed }: { set: string; typed: string },
): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const stored = sets.find(({ id }) => id === set)
    if (!stored) return { ok: false, reason: 'missing' }
    const others = sets.filter(({ id }) => id !== set)
    const read = parseField(titleField(others), typed)
    if (!read.ok) return refused(read.sentence)
    const title = read.value
    await updateSet(tx, set, { title })
    return { ok: true, id: set, change: { field: 'Set', from: stored.title, to: title } }
  })
}

/** Swaps a set with its neighbor, including its photos. */
export function moveSet(
  deps: WriteDeps,
  gallery: string,
  { set, by }: { set: string; by: -1 | 1 },
): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const at = sets.findIndex(({ id }) => id === set)
    const here = sets[at]
    if (!here) return { ok: false, reason: 'missing' }
    const ordered = sets.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, here)
    for (const [position, { id }] of ordered.entries()) await updateSet(tx, id, { position })
    await regroup(tx, gallery)
    return { ok: true, id: set, change: { field: 'Order of the sets', from: '', to: `${here.title} moved` } }
  })
}

/** Deletes a set. Its photos stay in the gallery, before the other sets. */
export function removeSet(deps: WriteDeps, gallery: string, set: string): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const stored = sets.find(({ id }) => id === set)
    if (!stored) return { ok: false, reason: 'missing' }
    await deleteSet(tx, set)
    await regroup(tx, gallery)
    return { ok: true, id: set, change: { field: 'Set', from: stored.title, to: '' } }
  })
}

type SetChange =
  | { ok: true; id: string; change: { field: string; from: string; to: string } }
  | Exclude<SetChanged, { ok: true }>

async function withSets(
  { db, clock, author }: WriteDeps,
  galleryId: string,
  change: (tx: Tx, sets: SetRow[]) => Promise<SetChange>,
): Promise<SetChanged> {
  return await transact(db, async (tx): Promise<SetChanged> => {
    const gallery = await lockGallery(tx, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    const changed = await change(tx, await selectSets(tx, galleryId))
    if (!changed.ok) return changed
    const done = {
      action: 'gallery-arranged' as const,
      subject: galleryLabel(gallery),
      changes: [changed.change],
    }
    await recordAction({ db: tx, clock, author }, done)
    return { ok: true, id: changed.id }
  })
}

const refused = (sentence: string) => ({ ok: false as const, reason: 'refused' as const, sentence })

const TAKEN = 'A set with this name already exists.'

const titleField = (others: SetRow[]) =>
  line({ max: SET_TITLE_MAX, required: 'Enter a name for the set.', what: 'the name' }).check(
    must((title) => others.every((other) => other.title.toLowerCase() !== title.toLowerCase()), TAKEN),
  )

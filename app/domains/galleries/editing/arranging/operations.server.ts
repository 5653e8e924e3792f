import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { Chosen } from '../model'
import { groupedBySets, movePlaces, type Place, restoredPlaces, sortPlaces, type Target } from './arrangement'
import {
  deleteUndo,
  insertUndo,
  lockGallery,
  type StoredPlace,
  selectLastArrangement,
  selectPlaces,
  selectSets,
  writePlaces,
} from './store.server'

export interface EditingDeps {
  db: Db
  clock: Clock
  author: Author
}

export type Arranged =
  /** `undo` names what takes it back. */
  | { ok: true; count: number; undo?: string }
  | { ok: false; reason: 'missing' | 'nothing-chosen' | 'changed-meanwhile' }

/**
 * Moves frames. What is moved and where to is said relative to other frames, so two people who sort at once both get
 * what they asked for, one after the other.
 */
export function moveFrames(deps: EditingDeps, chosen: Chosen, target: Target): Promise<Arranged> {
  return arrange(deps, chosen.gallery, async (places, tx) => {
    const ids = idsOf(places, chosen)
    if (ids.size === 0) return 'nothing-chosen'
    if (!(await hasSet(tx, chosen.gallery, target))) return 'changed-meanwhile'
    const moved = movePlaces(places, ids, target)
    return moved
      ? { places: moved, what: `${framesLabel(ids.size)} moved`, count: ids.size }
      : 'changed-meanwhile'
  })
}

/** Frames are not taken out of their set because the one that they should go to is gone. */
async function hasSet(tx: Tx, galleryId: string, target: Target): Promise<boolean> {
  if (target.to !== 'end' || target.setId === null) return true
  return (await selectSets(tx, galleryId)).some(({ id }) => id === target.setId)
}

export type SortBy = 'time' | 'name'

/** Puts the photographs of each set into the order in which they were taken, or of their file names. */
export function sortFrames(deps: EditingDeps, gallery: string, by: SortBy): Promise<Arranged> {
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

/** Frames without a time stand behind. */
const byTime = (a: StoredPlace, b: StoredPlace): number => compare(a.takenAt ?? '~', b.takenAt ?? '~')
const byName = (a: StoredPlace, b: StoredPlace): number =>
  names.compare(a.fileName, b.fileName) || compare(a.id, b.id)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Goes back to the order before the last sorting. What was added since stands behind, what was removed stays so. */
export function unsortFrames(deps: EditingDeps, gallery: string): Promise<Arranged> {
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

type Change = { places: Place[]; what: string; count: number } | 'nothing-chosen' | 'changed-meanwhile'

/** Every change of the order: alone with the gallery, in one transaction, written where it differs. */
async function arrange(
  { db, clock, author }: EditingDeps,
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

/** @returns whether frames stand elsewhere now */
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

/** Puts the sets of a gallery back into one piece each, in their order, after the sets have changed. */
export async function regroup(tx: Tx, galleryId: string): Promise<void> {
  const places = await selectPlaces(tx, galleryId)
  await writeOrder(tx, galleryId, places, places)
}

/** Of the frames that are there, those that were chosen. */
function idsOf(places: readonly Place[], { items, all }: Chosen): Set<string> {
  if (!all) {
    const here = new Set(places.map(({ id }) => id))
    return new Set(items.filter((id) => here.has(id)))
  }
  const isIn = (setId: string | null) => all.set === null || (setId ?? '') === all.set
  return new Set(places.filter(({ setId }) => isIn(setId)).map(({ id }) => id))
}

/** The ids of the chosen frames that are there, in their order. */
export async function chosenIds(db: Db, chosen: Chosen): Promise<string[]> {
  return [...idsOf(await selectPlaces(db, chosen.gallery), chosen)]
}

export const framesLabel = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

export const galleryLabel = ({ title }: Pick<Row<'galleries'>, 'title'>): string => `“${title}”`

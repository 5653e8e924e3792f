import { recordAction } from '~/domains/audit/operations.server'
import { type Tx, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isBlank, isCleanLine, withoutOuterSpaces } from '~/platform/text'
import { type EditingDeps, galleryLabel, regroup } from '../arranging/operations.server'
import { deleteSet, insertSet, lockGallery, selectSets, updateSet } from '../arranging/store.server'
import { MOST_SETS, SET_TITLE_MAX } from '../model'

type SetRow = Row<'gallery_sets'>

export type SetChanged =
  | { ok: true; id: string }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Makes a set behind the others. */
export function addSet(deps: EditingDeps, gallery: string, typed: string): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const title = withoutOuterSpaces(typed)
    const sentence = titleError(title, sets)
    if (sentence) return refused(sentence)
    if (sets.length >= MOST_SETS) return refused(`A gallery can have up to ${MOST_SETS} sets.`)
    const position = (sets.at(-1)?.position ?? -1) + 1
    const id = await insertSet(tx, { gallery_id: gallery, title, position })
    if (!id) return refused(TAKEN)
    return { ok: true, id, told: { field: 'Set', from: '', to: title } }
  })
}

export function renameSet(
  deps: EditingDeps,
  gallery: string,
  { set, typed }: { set: string; typed: string },
): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const stored = sets.find(({ id }) => id === set)
    if (!stored) return { ok: false, reason: 'missing' }
    const title = withoutOuterSpaces(typed)
    const others = sets.filter(({ id }) => id !== set)
    const sentence = titleError(title, others)
    if (sentence) return refused(sentence)
    await updateSet(tx, set, { title })
    return { ok: true, id: set, told: { field: 'Set', from: stored.title, to: title } }
  })
}

/** Changes places with its neighbor; its photographs go with it. */
export function moveSet(
  deps: EditingDeps,
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
    return { ok: true, id: set, told: { field: 'Order of the sets', from: '', to: `${here.title} moved` } }
  })
}

/** The photographs stay in the gallery, before the other sets. */
export function removeSet(deps: EditingDeps, gallery: string, set: string): Promise<SetChanged> {
  return withSets(deps, gallery, async (tx, sets) => {
    const stored = sets.find(({ id }) => id === set)
    if (!stored) return { ok: false, reason: 'missing' }
    await deleteSet(tx, set)
    await regroup(tx, gallery)
    return { ok: true, id: set, told: { field: 'Set', from: stored.title, to: '' } }
  })
}

type Change =
  | { ok: true; id: string; told: { field: string; from: string; to: string } }
  | Exclude<SetChanged, { ok: true }>

async function withSets(
  { db, clock, author }: EditingDeps,
  galleryId: string,
  change: (tx: Tx, sets: SetRow[]) => Promise<Change>,
): Promise<SetChanged> {
  return await transact(db, async (tx): Promise<SetChanged> => {
    const gallery = await lockGallery(tx, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    const changed = await change(tx, await selectSets(tx, galleryId))
    if (!changed.ok) return changed
    const done = {
      action: 'gallery-arranged' as const,
      subject: galleryLabel(gallery),
      changes: [changed.told],
    }
    await recordAction({ db: tx, clock, author }, done)
    return { ok: true, id: changed.id }
  })
}

const refused = (sentence: string) => ({ ok: false as const, reason: 'refused' as const, sentence })

const TAKEN = 'A set with this name already exists.'

function titleError(title: string, others: SetRow[]): string | undefined {
  if (isBlank(title)) return 'Enter a name for the set.'
  if (!isCleanLine(title)) return HIDDEN_CHARACTERS
  if ([...title].length > SET_TITLE_MAX) return `Shorten the name to ${SET_TITLE_MAX} characters.`
  if (others.some((other) => other.title.toLowerCase() === title.toLowerCase())) return TAKEN
  return undefined
}

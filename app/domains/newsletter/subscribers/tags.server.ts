import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { type Db, isTaken, transact } from '~/platform/db/database.server'
import { type FieldValues, type NotSaved, parseForm } from '~/platform/forms'
import { type Tag, tagSchema } from './model'
import { countTagged, deleteTag, ensureTags, selectTag, selectTags, updateTag } from './store.server'

/** In alphabetical order. */
export const listTags = ({ db }: { db: Db }): Promise<Tag[]> => selectTags(db)

/** The same with the number of subscribers who have each. */
export async function listCountedTags({ db }: { db: Db }): Promise<(Tag & { count: number })[]> {
  const counts = await countTagged(db)
  return (await selectTags(db)).map((tag) => ({ ...tag, count: counts.get(tag.id) ?? 0 }))
}

const TAKEN = { name: 'There’s already a tag with this name.' }

/** Adds a tag, or saves the one that was seen. */
export async function saveTag(
  { db, clock, author }: WriteDeps,
  seen: { id: string; version: number } | null,
  sent: FieldValues,
): Promise<{ ok: true } | NotSaved> {
  const read = parseForm(tagSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const tag = read.value
  try {
    return await transact(db, async (tx, rollback): Promise<{ ok: true } | NotSaved> => {
      const known = seen ? await selectTag(tx, seen.id) : await addTag(tx, tag.name)
      if (!known) return seen ? { ok: false, reason: 'missing' } : refuse()
      if (!(await updateTag(tx, seen ?? known, tag))) return rollback({ ok: false, reason: 'changed-since' })
      await recordAction({ db: tx, clock, author }, { action: 'newsletter-tag-changed', subject: tag.name })
      return { ok: true }
    })
  } catch (error) {
    if (isTaken(error, 'newsletter_tags.name_key')) return refuse()
    throw error
  }
}

const refuse = (): NotSaved => ({ ok: false, reason: 'refused', errors: TAKEN })

/** @returns undefined if there is a tag of that name */
async function addTag(tx: Db, name: string): Promise<Tag | undefined> {
  const isKnown = (await selectTags(tx)).some((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (isKnown) return undefined
  const [id = ''] = (await ensureTags(tx, [name])).values()
  return await selectTag(tx, id)
}

/** Deletes a tag, also from its subscribers, who stay subscribed. */
export const removeTag = (
  { db, clock, author }: WriteDeps,
  seen: { id: string; version: number },
): Promise<{ ok: true } | NotSaved> =>
  transact(db, async (tx): Promise<{ ok: true } | NotSaved> => {
    const known = await selectTag(tx, seen.id)
    if (!known) return { ok: false, reason: 'missing' }
    if (!(await deleteTag(tx, seen))) return { ok: false, reason: 'changed-since' }
    await recordAction({ db: tx, clock, author }, { action: 'newsletter-tag-removed', subject: known.name })
    return { ok: true }
  })

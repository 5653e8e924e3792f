import { readSettings } from '~/domains/content/operations.server'
import type { Db } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import type { GalleryAccess } from '../../access/model'
import type { GiftPhoto } from '../../showing/model'
import { readGiftPhotos } from '../../showing/operations.server'
import { readComments } from '../comments/operations.server'
import type { ChoiceList } from '../model'
import { chooserOf, readChoices } from '../operations.server'
import { selectChosen } from '../store.server'

/** Photographs of a list that its page shows; all of them are sent. */
const SHOWN = 500

/** What somebody has chosen, as their own page of it shows it. */
export interface OwnChoices {
  gallery: { id: string; title: string; limit: number | null }
  lists: ChoiceList[]
  /** The one that is looked at; null: there is none yet. */
  list: ChoiceList | null
  /** Such as "Nov 20, 2026, 9:30 AM"; null: not sent off. */
  sentOff: string | null
  /** The list into which this browser circles. */
  currentId: string | null
  photos: GiftPhoto[]
  /** How much was said about each photograph, by its item. */
  comments: Record<string, number>
}

/** @param asked `list`: the one to look at; `current`: into which the browser circles */
export async function readOwnChoices(
  { db }: { db: Db },
  access: GalleryAccess,
  asked: { list: string | null; current: string | null },
): Promise<OwnChoices | undefined> {
  const { gallery } = access
  const choices = await readChoices({ db }, access, { current: asked.current, items: [] })
  if (!chooserOf(access) || !choices) return undefined
  const list = choices.lists.find(({ id }) => id === asked.list) ?? choices.current
  const items = list ? await selectChosen(db, { galleryId: gallery.id, listId: list.id }) : []
  const shown = items.slice(0, SHOWN).map((item) => ({ ...item, id: item.itemId, setId: null }))
  const [photos, comments, { studio }] = await Promise.all([
    readGiftPhotos({ db }, gallery, shown),
    readComments(
      { db },
      access,
      shown.map(({ id }) => id),
    ),
    readSettings({ db }),
  ])
  return {
    gallery: { id: gallery.id, title: gallery.title, limit: gallery.pickLimit },
    lists: choices.lists,
    list,
    sentOff: list?.sentOffAt == null ? null : momentLabel(list.sentOffAt, studio.timeZone),
    currentId: choices.current?.id ?? null,
    photos,
    comments: Object.fromEntries(
      [...Map.groupBy(comments, ({ itemId }) => itemId)].map(([id, said]) => [id, said.length]),
    ),
  }
}

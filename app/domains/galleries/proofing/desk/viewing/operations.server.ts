import { readSettings } from '~/domains/content/operations.server'
import type { PhotoView } from '~/domains/photos/model'
import { privatePhotosById } from '~/domains/photos/operations.server'
import type { Db } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { type CommentRow, selectCommentsOfGallery } from '../../comments/store.server'
import type { ChoiceList } from '../../model'
import { selectChosenByList, selectListsOfGallery, selectNumbered } from '../../store.server'
import { type Chooser, type ChoosingGallery, selectChoosers, selectGallery } from '../store.server'

/** Frames of a list that the page shows; its export has all of them. */
const SHOWN = 200

/** What was said about a photograph, as the studio reads it. */
export interface DeskComment {
  id: string
  author: string
  isStudio: boolean
  body: string
  when: string
}

/** A photograph that somebody chose, or wrote about. */
export interface DeskFrame {
  itemId: string
  number: number
  fileName: string
  title: string
  photo: PhotoView | null
  comments: DeskComment[]
}

export interface DeskList extends ChoiceList {
  /** Its own; null: that of the gallery. */
  ownLimit: number | null
  /** Such as "Nov 20, 2026, 9:30 AM"; null: still being chosen. */
  sentOff: string | null
  isSettled: boolean
  frames: DeskFrame[]
  /** Frames that are on the list and not shown. */
  more: number
}

export interface DeskPerson {
  shareId: string
  name: string
  email: string
  isRevoked: boolean
  lists: DeskList[]
  /** Photographs that they wrote about and have on no list. */
  spoken: DeskFrame[]
}

export interface DeskChoices {
  gallery: ChoosingGallery
  people: DeskPerson[]
  /** People who may choose and have not begun. */
  idle: string[]
}

/** All lists of a gallery with what was said. @returns undefined when it is no client gallery */
export async function readGalleryChoices(
  { db }: { db: Db },
  galleryId: string,
): Promise<DeskChoices | undefined> {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const [choosers, lists, chosen, comments, { studio }] = await Promise.all([
    selectChoosers(db, galleryId),
    selectListsOfGallery(db, galleryId),
    selectChosenByList(db, galleryId),
    selectCommentsOfGallery(db, galleryId),
    readSettings({ db }),
  ])
  const zone = studio.timeZone
  const said = Map.groupBy(comments, ({ item_id }) => item_id)
  const spoken = await selectNumbered(db, { galleryId, itemIds: [...said.keys()] })
  const photos = await privatePhotosById({ db }, [
    ...[...chosen.values()].flatMap((items) => items.slice(0, SHOWN).map(({ photoId }) => photoId)),
    ...spoken.map(({ photoId }) => photoId),
  ])
  type Item = Omit<(typeof spoken)[number], 'caption'>
  const frameOf = ({ itemId, photoId, number, fileName, title }: Item, shareId: string): DeskFrame => ({
    ...{ itemId, number, fileName, title },
    photo: photos.get(photoId) ?? null,
    comments: (said.get(itemId) ?? [])
      .filter((each) => isBetween(each, shareId))
      .map((each) => toComment(each, zone)),
  })
  const people = choosers.map((chooser): DeskPerson => {
    const own = lists.filter(({ shareId }) => shareId === chooser.id)
    const onLists = new Set(own.flatMap(({ id }) => (chosen.get(id) ?? []).map(({ itemId }) => itemId)))
    const wroteOn = new Set(
      comments.filter((each) => isBetween(each, chooser.id)).map(({ item_id }) => item_id),
    )
    return {
      ...{ shareId: chooser.id, name: chooser.name, email: chooser.email, isRevoked: chooser.isRevoked },
      lists: own.map(({ shareId: _, handledAt, ...list }) => {
        const items = chosen.get(list.id) ?? []
        return {
          ...list,
          sentOff: list.sentOffAt === null ? null : momentLabel(list.sentOffAt, zone),
          isSettled: handledAt !== null,
          frames: items.slice(0, SHOWN).map((item) => frameOf(item, chooser.id)),
          more: Math.max(0, items.length - SHOWN),
        }
      }),
      spoken: spoken
        .filter(({ itemId }) => wroteOn.has(itemId) && !onLists.has(itemId))
        .map((item) => frameOf(item, chooser.id)),
    }
  })
  const begun = people.filter((person) => person.lists.length + person.spoken.length > 0)
  return { gallery, people: begun, idle: idleOf(choosers, begun) }
}

const isBetween = (comment: CommentRow, shareId: string): boolean =>
  comment.share_id === shareId || (comment.share_id === null && comment.to_share_id === shareId)

const toComment = ({ id, author, share_id, body, created_at }: CommentRow, zone: string): DeskComment => ({
  ...{ id, author, body, isStudio: share_id === null },
  when: momentLabel(created_at, zone),
})

const idleOf = (choosers: Chooser[], begun: DeskPerson[]): string[] =>
  choosers
    .filter(
      ({ id, canFavorite, isRevoked }) => canFavorite && !isRevoked && !begun.some((b) => b.shareId === id),
    )
    .map(({ name, email }) => name || email)

import { type Choices, type FavoriteList, FIRST_PURPOSE } from '../model'
import type { FavoriteAnswer, FavoriteQueue, Waiting, Wish } from './favorite-queue'

/** What the server has confirmed of a client's favorites. */
export interface KnownFavorites {
  current: FavoriteList | null
  /** What a list that does not exist yet would allow. */
  limit: number | null
  chosen: ReadonlySet<string>
  /** A choice that did not work, as a sentence; '' when all is well. */
  trouble: string
  /** Something has been favorited since the page came: the count is worth saying. */
  hasMoved: boolean
}

/** What is favorited, as the page shows it. */
export interface FavoriteState {
  current: FavoriteList | null
  purpose: string
  count: number
  limit: number | null
  chosen: ReadonlySet<string>
  trouble: string
  hasMoved: boolean
  /** Favorites on their way to the server. */
  waiting: number
}

export const LOST = 'You’re offline. Keep this page open, and we’ll save your favorites when you reconnect.'

export const knownFavorites = ({ current, limit, chosen }: Choices): KnownFavorites => ({
  ...{ current, limit, chosen: new Set(chosen), trouble: '', hasMoved: false },
})

/**
 * The page was reloaded. Photos that it doesn't contain keep their state.
 * @param asked the photos it contains
 */
export function knownAnew(known: KnownFavorites, choices: Choices, asked: readonly string[]): KnownFavorites {
  const next = knownFavorites(choices)
  if (next.current?.id !== known.current?.id) return next
  const chosen = new Set(known.chosen)
  for (const id of asked) chosen.delete(id)
  for (const id of choices.chosen) chosen.add(id)
  return { ...next, chosen, trouble: known.trouble, hasMoved: known.hasMoved }
}

/** A further page has come, with what is favorited on it. */
export const withMore = (known: KnownFavorites, more: readonly string[]): KnownFavorites =>
  more.every((id) => known.chosen.has(id)) ? known : { ...known, chosen: new Set([...known.chosen, ...more]) }

/** Of the list that is shown. One of before there was a list goes to the first, which is then shown. */
const isOfList = ({ current }: KnownFavorites, { list }: Wish) =>
  current === null || list === '' || list === current.id

/** What the server made of a favorite: the count is its own, and a favorite that was refused goes. */
export function heard(known: KnownFavorites, wish: Wish, answer: FavoriteAnswer): KnownFavorites {
  if (!isOfList(known, wish)) return known
  const { item, isOn } = wish
  const list = answer.list ? { current: answer.list } : {}
  if (!answer.ok) return { ...known, ...list, trouble: answer.sentence }
  const chosen = new Set(known.chosen)
  if (isOn) chosen.add(item)
  else chosen.delete(item)
  return { ...known, ...list, chosen, trouble: '' }
}

/** What is known, and on top of it what is on its way. */
export function shownFavorites(known: KnownFavorites, { wishes, isLost }: Waiting): FavoriteState {
  const { current, hasMoved } = known
  const chosen = new Set(known.chosen)
  const own = wishes.filter((wish) => isOfList(known, wish))
  for (const { item, isOn } of own)
    if (isOn) chosen.add(item)
    else chosen.delete(item)
  return {
    ...{ current, hasMoved, chosen },
    purpose: current?.purpose ?? FIRST_PURPOSE,
    count: (current?.count ?? 0) + chosen.size - known.chosen.size,
    limit: current ? current.limit : known.limit,
    trouble: isLost ? LOST : known.trouble,
    waiting: own.length,
  }
}

/** What is favorited, for those parts of a page that show it: each looks at its own photo alone. */
export interface FavoriteStore {
  galleryId: string
  read(): FavoriteState
  /** @returns ends it */
  subscribe(changed: () => void): () => void
  /** Favorites a photo, or takes the favorite off: shown at once, and put right by the server’s answer. */
  favorite(itemId: string, isOn: boolean): void
  /** The page was reloaded, for the photos `asked`. */
  readAnew(choices: Choices, asked: readonly string[]): void
  /** A further page has come with what is favorited on it. */
  add(chosen: readonly string[]): void
  /** To what is on its way to the server. @returns ends it */
  connect(queue: FavoriteQueue): () => void
}

export function createFavoriteStore(galleryId: string, choices: Choices): FavoriteStore {
  let known = knownFavorites(choices)
  let queue: FavoriteQueue | undefined
  const show = () => shownFavorites(known, queue?.waiting() ?? { wishes: [], isLost: false })
  let shown = show()
  const parts = new Set<() => void>()
  const become = (next: typeof known) => {
    known = next
    shown = show()
    for (const changed of parts) changed()
  }
  return {
    galleryId,
    read: () => shown,
    subscribe(changed) {
      parts.add(changed)
      return () => parts.delete(changed)
    },
    favorite(item, isOn) {
      known = { ...known, trouble: '', hasMoved: true }
      queue?.add({ item, list: known.current?.id ?? '', isOn })
    },
    readAnew: (anew, asked) => become(knownAnew(known, anew, asked)),
    add(chosen) {
      const next = withMore(known, chosen)
      if (next !== known) become(next)
    },
    connect(favorites) {
      queue = favorites
      const end = favorites.listen({
        heard: (wish, answer) => {
          known = heard(known, wish, answer)
        },
        changed: () => become(known),
      })
      if (favorites.waiting().wishes.length > 0) become(known)
      return () => {
        end()
        queue = undefined
      }
    },
  }
}

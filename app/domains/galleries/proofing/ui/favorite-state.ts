import { type Choices, type FavoriteList, FIRST_PURPOSE } from '../model'
import type { FavoriteAnswer, FavoriteQueue, Waiting, Wish } from './favorite-queue'

/** The favorites that the server has confirmed. */
export interface KnownFavorites {
  current: FavoriteList | null
  /** The limit of a list that doesn't exist yet. */
  limit: number | null
  chosen: ReadonlySet<string>
  /** A sentence about a favorite that failed; '' if there is none. */
  trouble: string
  /** Whether something was favorited since the page was loaded, so that the count is announced. */
  hasMoved: boolean
}

/** Favorites as the page shows them. */
export interface FavoriteState {
  current: FavoriteList | null
  purpose: string
  count: number
  limit: number | null
  chosen: ReadonlySet<string>
  trouble: string
  hasMoved: boolean
  /** Number of favorites not yet confirmed. */
  waiting: number
}

export const LOST = 'You’re offline. Keep this page open, and we’ll save your favorites when you reconnect.'

export const knownFavorites = ({ current, limit, chosen }: Choices): KnownFavorites => ({
  ...{ current, limit, chosen: new Set(chosen), trouble: '', hasMoved: false },
})

/**
 * The state after the page was reloaded. Photos that it doesn't contain keep their state.
 * @param asked ids of the photos it contains
 */
export function knownAfterReload(
  known: KnownFavorites,
  choices: Choices,
  asked: readonly string[],
): KnownFavorites {
  const next = knownFavorites(choices)
  if (next.current?.id !== known.current?.id) return next
  const chosen = new Set(known.chosen)
  for (const id of asked) chosen.delete(id)
  for (const id of choices.chosen) chosen.add(id)
  return { ...next, chosen, trouble: known.trouble, hasMoved: known.hasMoved }
}

/** The state after a further page was loaded, with its favorites. */
export const withMore = (known: KnownFavorites, more: readonly string[]): KnownFavorites =>
  more.every((id) => known.chosen.has(id)) ? known : { ...known, chosen: new Set([...known.chosen, ...more]) }

/**
 * Whether a wish belongs to the shown list. One from before the first list existed belongs to the first list.
 */
const isOfList = ({ current }: KnownFavorites, { list }: Wish) =>
  current === null || list === '' || list === current.id

/** The state after a response. The server's count applies, and a refused favorite is removed. */
export function afterAnswer(known: KnownFavorites, wish: Wish, answer: FavoriteAnswer): KnownFavorites {
  if (!isOfList(known, wish)) return known
  const { item, isOn } = wish
  const list = answer.list ? { current: answer.list } : {}
  if (!answer.ok) return { ...known, ...list, trouble: answer.sentence }
  const chosen = new Set(known.chosen)
  if (isOn) chosen.add(item)
  else chosen.delete(item)
  return { ...known, ...list, chosen, trouble: '' }
}

/** The confirmed state with unconfirmed changes applied. */
export function shownFavorites(known: KnownFavorites, { wishes, isLost }: Waiting): FavoriteState {
  const { current, hasMoved } = known
  const chosen = new Set(known.chosen)
  const own = wishes.filter((wish) => isOfList(known, wish))
  for (const { item, isOn } of own)
    if (isOn) chosen.add(item)
    else chosen.delete(item)
  const limit = current ? current.limit : known.limit
  const count = (current?.count ?? 0) + chosen.size - known.chosen.size
  return {
    ...{ current, hasMoved, chosen },
    purpose: current?.purpose ?? FIRST_PURPOSE,
    // One too many is about to be refused, so it isn't counted.
    count: limit === null ? count : Math.min(count, Math.max(limit, current?.count ?? 0)),
    limit,
    trouble: isLost ? LOST : known.trouble,
    waiting: own.length,
  }
}

/** The favorites of a page. Each component subscribes to its own photo. */
export interface FavoriteStore {
  galleryId: string
  read(): FavoriteState
  /** @returns unsubscribes */
  subscribe(changed: () => void): () => void
  /** Adds or removes a favorite. Shown at once, and corrected by the server’s response. */
  favorite(itemId: string, isOn: boolean): void
  /** Updates the state after the page was reloaded with the photos `asked`. */
  reload(choices: Choices, asked: readonly string[]): void
  /** Adds the favorites of a further page. */
  add(chosen: readonly string[]): void
  /** Connects to the queue of unsent favorites. @returns disconnects */
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
    reload: (anew, asked) => become(knownAfterReload(known, anew, asked)),
    add(chosen) {
      const next = withMore(known, chosen)
      if (next !== known) become(next)
    },
    connect(favorites) {
      queue = favorites
      const end = favorites.listen({
        answered: (wish, answer) => {
          known = afterAnswer(known, wish, answer)
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

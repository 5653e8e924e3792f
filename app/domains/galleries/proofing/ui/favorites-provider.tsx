import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { paths } from '~/ui/paths'
import type { Choices } from '../model'
import { createFavoriteQueue, type FavoriteQueue, postFavorite, type Wish } from './favorite-queue'
import { createFavoriteStore, type FavoriteState, type FavoriteStore } from './favorite-state'

const StoreContext = createContext<FavoriteStore | null>(null)

interface FavoritesProviderProps {
  galleryId: string
  /** null: the viewer can't pick favorites. */
  choices: Choices | null
  /** Ids of the photos that `choices` covers. */
  asked: readonly string[]
  /** Favorites of further pages, as they are loaded. */
  more?: readonly string[] | undefined
  children: ReactNode
}

/** Provides favorites to all components of a gallery’s page. */
export function FavoritesProvider({ choices, ...props }: FavoritesProviderProps) {
  return choices === null ? props.children : <Keeping key={props.galleryId} choices={choices} {...props} />
}

const NONE: readonly string[] = []

type KeepingProps = FavoritesProviderProps & { choices: Choices }

function Keeping({ galleryId, choices, asked, more = NONE, children }: KeepingProps) {
  const [store] = useState(() => createFavoriteStore(galleryId, choices))
  useEffect(() => store.connect(favoriteQueueOf(galleryId)), [store, galleryId])
  const read = useRef(choices)
  useEffect(() => {
    if (read.current !== choices) store.reload(choices, asked)
    read.current = choices
  }, [store, choices, asked])
  useEffect(() => store.add(more), [store, more])
  return <StoreContext value={store}>{children}</StoreContext>
}

/** Whether the viewer can pick favorites. */
export const useMayChoose = (): boolean => useContext(StoreContext) !== null

/**
 * The favorite state and actions of a photo; null: the viewer can't pick favorites. Renders again only if
 * that photo changes.
 */
export function useChoice(itemId: string) {
  const store = useContext(StoreContext)
  const isChosen = useStore(store, (state) => state.chosen.has(itemId)) ?? false
  const listId = useStore(store, ({ current }) => current?.id ?? '') ?? ''
  const isLocked = useStore(store, ({ current }) => current?.submittedAt != null) ?? false
  if (!store) return null
  const { galleryId } = store
  return { galleryId, listId, isChosen, isLocked, toggle: () => store.favorite(itemId, !isChosen) }
}

/** The current list, and what to say about it. */
export function useChosen(): { galleryId: string; state: FavoriteState } | null {
  const store = useContext(StoreContext)
  const state = useStore(store, (all) => all)
  return store && state ? { galleryId: store.galleryId, state } : null
}

function useStore<Part>(store: FavoriteStore | null, part: (state: FavoriteState) => Part): Part | null {
  const subscribe = useCallback((changed: () => void) => store?.subscribe(changed) ?? (() => {}), [store])
  const read = () => (store ? part(store.read()) : null)
  return useSyncExternalStore(subscribe, read, read)
}

const queues = new Map<string, FavoriteQueue>()

/** The queue of unsent favorites of a gallery, shared by its pages. Browser only. */
export function favoriteQueueOf(galleryId: string): FavoriteQueue {
  const key = `favorites ${galleryId}`
  const known = queues.get(galleryId)
  if (known) return known
  const queue = createFavoriteQueue(
    {
      post: (wish) => postFavorite(paths.favorite(galleryId), wish),
      nextTry,
      keep: (wishes) => keep(key, wishes),
    },
    keptIn(key),
  )
  queues.set(galleryId, queue)
  return queue
}

const FIRST_WAIT_MS = 1_500
const LONGEST_WAIT_MS = 30_000

/** Resolves after an increasing delay, or when the browser is online again. */
function nextTry(lost: number): Promise<void> {
  const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (lost - 1))
  return new Promise((done) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      done()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
  })
}

/** Stores them in sessionStorage, in case the page is reloaded. */
function keep(key: string, wishes: readonly Wish[]): void {
  try {
    if (wishes.length > 0) sessionStorage.setItem(key, JSON.stringify(wishes))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage, they are still sent.
  }
}

function keptIn(key: string): Wish[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isWish) : []
  } catch {
    return []
  }
}

const isWish = (kept: Partial<Wish> | null): kept is Wish =>
  typeof kept?.item === 'string' && typeof kept.list === 'string' && typeof kept.isOn === 'boolean'

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
import type { Choices } from '../model'
import type { ChoiceState } from './choice-state'
import { type ChoiceStore, createChoiceStore } from './choice-store'
import { circlesOf } from './circles-of'

const StoreContext = createContext<ChoiceStore | null>(null)

interface ChoiceKeeperProps {
  galleryId: string
  /** null: whoever looks may not choose. */
  choices: Choices | null
  /** The photographs of which `choices` speaks. */
  asked: readonly string[]
  /** Of further pages of the gallery, as they come. */
  more?: readonly string[] | undefined
  children: ReactNode
}

/** Knows what is circled on every part of a gallery’s page. */
export function ChoiceKeeper({ choices, ...props }: ChoiceKeeperProps) {
  return choices === null ? props.children : <Keeping key={props.galleryId} choices={choices} {...props} />
}

const NONE: readonly string[] = []

type KeepingProps = ChoiceKeeperProps & { choices: Choices }

function Keeping({ galleryId, choices, asked, more = NONE, children }: KeepingProps) {
  const [store] = useState(() => createChoiceStore(galleryId, choices))
  useEffect(() => store.connect(circlesOf(galleryId)), [store, galleryId])
  const read = useRef(choices)
  useEffect(() => {
    if (read.current !== choices) store.readAnew(choices, asked)
    read.current = choices
  }, [store, choices, asked])
  useEffect(() => store.add(more), [store, more])
  return <StoreContext value={store}>{children}</StoreContext>
}

/** Whether whoever looks may choose. */
export const useMayChoose = (): boolean => useContext(StoreContext) !== null

/** What can be done with one photograph; null for those who may not choose. It changes with that photograph alone. */
export function useChoice(itemId: string) {
  const store = useContext(StoreContext)
  const isChosen = useStore(store, (state) => state.chosen.has(itemId)) ?? false
  const listId = useStore(store, ({ current }) => current?.id ?? '') ?? ''
  const isLocked = useStore(store, ({ current }) => current?.sentOffAt != null) ?? false
  if (!store) return null
  const { galleryId } = store
  return { galleryId, listId, isChosen, isLocked, toggle: () => store.circle(itemId, !isChosen) }
}

/** The list that is being circled into, and what there is to say about it. */
export function useChosen(): { galleryId: string; state: ChoiceState } | null {
  const store = useContext(StoreContext)
  const state = useStore(store, (all) => all)
  return store && state ? { galleryId: store.galleryId, state } : null
}

function useStore<Part>(store: ChoiceStore | null, part: (state: ChoiceState) => Part): Part | null {
  const subscribe = useCallback((changed: () => void) => store?.subscribe(changed) ?? (() => {}), [store])
  const read = () => (store ? part(store.read()) : null)
  return useSyncExternalStore(subscribe, read, read)
}

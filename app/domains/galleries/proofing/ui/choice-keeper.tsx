import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '~/ui/paths'
import type { ChoiceList, Choices } from '../model'
import { type ChoiceState, circled, corrected, keptChoices, withMore } from './choice-state'
import { postCircle } from './post-circle'

interface Keeper {
  galleryId: string
  state: ChoiceState
  /** Circles a photograph, or takes the circle off: shown at once, and put right by the server’s answer. */
  circle(itemId: string, isOn: boolean): void
}

const KeeperContext = createContext<Keeper | null>(null)

interface ChoiceKeeperProps {
  galleryId: string
  /** null: whoever looks may not choose. */
  choices: Choices | null
  /** Of further pages of the gallery, as they come. */
  more?: readonly string[] | undefined
  children: ReactNode
}

/** Knows what is circled on every part of a gallery’s page. */
export function ChoiceKeeper({ galleryId, choices, more = NONE, children }: ChoiceKeeperProps) {
  if (choices === null) return children
  return (
    <Keeping galleryId={galleryId} choices={choices} more={more}>
      {children}
    </Keeping>
  )
}

const NONE: readonly string[] = []

interface KeepingProps {
  galleryId: string
  choices: Choices
  more: readonly string[]
  children: ReactNode
}

function Keeping({ galleryId, choices, more, children }: KeepingProps) {
  const [since, setSince] = useState(choices)
  const [state, setState] = useState(() => keptChoices(choices))
  if (since !== choices) {
    setSince(choices)
    setState(keptChoices(choices))
  }
  useEffect(() => setState((now) => withMore(now, more)), [more])

  // One after the other: what was pressed last is also what the server hears last.
  const last = useRef<Promise<ChoiceList | null>>(Promise.resolve(null))
  const keeper = useMemo((): Keeper => {
    const circle = (itemId: string, isOn: boolean) => {
      setState((now) => circled(now, itemId, isOn))
      last.current = last.current.then(async (before) => {
        const list = state.current?.id ?? before?.id ?? ''
        const answer = await postCircle(paths.circle(galleryId), { item: itemId, list, isOn })
        setState((now) => corrected(now, { itemId, isOn, answer }))
        return answer.list ?? before
      })
    }
    return { galleryId, state, circle }
  }, [galleryId, state])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}

/** What can be done with one photograph; null for those who may not choose. */
export function useChoice(itemId: string) {
  const keeper = useContext(KeeperContext)
  if (!keeper) return null
  const { state, galleryId, circle } = keeper
  const isChosen = state.chosen.has(itemId)
  return {
    galleryId,
    listId: state.current?.id ?? '',
    isChosen,
    isLocked: state.current?.sentOffAt != null,
    toggle: () => circle(itemId, !isChosen),
  }
}

/** The list that is being circled into, and what there is to say about it. */
export const useChosen = (): { galleryId: string; state: ChoiceState } | null => useContext(KeeperContext)

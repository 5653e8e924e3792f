import { type ChoiceList, type Choices, FIRST_PURPOSE } from '../model'
import type { CircleAnswer, CircleQueue, Waiting, Wish } from './favorite-queue'

/** What the server has said of somebody’s choices so far. */
export interface KnownChoices {
  current: ChoiceList | null
  /** What a list that does not exist yet would allow. */
  limit: number | null
  chosen: ReadonlySet<string>
  /** A choice that did not work, as a sentence; '' when all is well. */
  trouble: string
  /** Something has been circled since the page came: the count is worth saying. */
  hasMoved: boolean
}

/** What is circled, as the page shows it. */
export interface ChoiceState {
  current: ChoiceList | null
  purpose: string
  count: number
  limit: number | null
  chosen: ReadonlySet<string>
  trouble: string
  hasMoved: boolean
  /** Circles on their way to the server. */
  waiting: number
}

export const LOST = 'You’re offline. Keep this page open, and we’ll save your favorites when you reconnect.'

export const knownChoices = ({ current, limit, chosen }: Choices): KnownChoices => ({
  ...{ current, limit, chosen: new Set(chosen), trouble: '', hasMoved: false },
})

/**
 * The page has been read again. Of photographs that it does not speak of, what is known stays.
 * @param asked those that it speaks of
 */
export function knownAnew(known: KnownChoices, choices: Choices, asked: readonly string[]): KnownChoices {
  const next = knownChoices(choices)
  if (next.current?.id !== known.current?.id) return next
  const chosen = new Set(known.chosen)
  for (const id of asked) chosen.delete(id)
  for (const id of choices.chosen) chosen.add(id)
  return { ...next, chosen, trouble: known.trouble, hasMoved: known.hasMoved }
}

/** A further page has come, with what is circled on it. */
export const withMore = (known: KnownChoices, more: readonly string[]): KnownChoices =>
  more.every((id) => known.chosen.has(id)) ? known : { ...known, chosen: new Set([...known.chosen, ...more]) }

/** Of the list that is shown. One of before there was a list goes to the first, which is then shown. */
const isOfList = ({ current }: KnownChoices, { list }: Wish) =>
  current === null || list === '' || list === current.id

/** What the server made of a circle: the count is its own, and a circle that was refused goes. */
export function heard(known: KnownChoices, wish: Wish, answer: CircleAnswer): KnownChoices {
  if (!isOfList(known, wish)) return known
  const { item, isOn } = wish
  const told = answer.list ? { current: answer.list } : {}
  if (!answer.ok) return { ...known, ...told, trouble: answer.sentence }
  const chosen = new Set(known.chosen)
  if (isOn) chosen.add(item)
  else chosen.delete(item)
  return { ...known, ...told, chosen, trouble: '' }
}

/** What is known, and on top of it what is on its way. */
export function shownChoices(known: KnownChoices, { wishes, isLost }: Waiting): ChoiceState {
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

/** What is circled, for those parts of a page that show it: each looks at its own photograph alone. */
export interface ChoiceStore {
  galleryId: string
  read(): ChoiceState
  /** @returns ends it */
  subscribe(changed: () => void): () => void
  /** Circles a photograph, or takes the circle off: shown at once, and put right by the server’s answer. */
  circle(itemId: string, isOn: boolean): void
  /** The page has been read again, for the photographs `asked`. */
  readAnew(choices: Choices, asked: readonly string[]): void
  /** A further page has come with what is circled on it. */
  add(chosen: readonly string[]): void
  /** To what is on its way to the server. @returns ends it */
  connect(queue: CircleQueue): () => void
}

export function createChoiceStore(galleryId: string, choices: Choices): ChoiceStore {
  let known = knownChoices(choices)
  let queue: CircleQueue | undefined
  const show = () => shownChoices(known, queue?.waiting() ?? { wishes: [], isLost: false })
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
    circle(item, isOn) {
      known = { ...known, trouble: '', hasMoved: true }
      queue?.add({ item, list: known.current?.id ?? '', isOn })
    },
    readAnew: (anew, asked) => become(knownAnew(known, anew, asked)),
    add(chosen) {
      const next = withMore(known, chosen)
      if (next !== known) become(next)
    },
    connect(circles) {
      queue = circles
      const end = circles.listen({
        heard: (wish, answer) => {
          known = heard(known, wish, answer)
        },
        changed: () => become(known),
      })
      if (circles.waiting().wishes.length > 0) become(known)
      return () => {
        end()
        queue = undefined
      }
    },
  }
}

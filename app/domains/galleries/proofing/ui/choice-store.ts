import type { Choices } from '../model'
import { type ChoiceState, heard, knownAnew, knownChoices, shownChoices, withMore } from './choice-state'
import type { CircleQueue } from './circle-queue'

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

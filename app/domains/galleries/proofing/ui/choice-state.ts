import { type ChoiceList, type Choices, FIRST_PURPOSE } from '../model'
import type { CircleAnswer } from './post-circle'

/** What is circled, as the page shows it. */
export interface ChoiceState {
  lists: ChoiceList[]
  current: ChoiceList | null
  purpose: string
  count: number
  limit: number | null
  chosen: ReadonlySet<string>
  /** A choice that did not work, as a sentence; '' when all is well. */
  trouble: string
  /** Something has been circled since the page came: the count is worth saying. */
  hasMoved: boolean
  /** Answers that are on their way: until they are here, the page’s own count is the better one. */
  waiting: number
}

export const keptChoices = ({ lists, current, limit, chosen }: Choices): ChoiceState => ({
  lists,
  current,
  purpose: current?.purpose ?? FIRST_PURPOSE,
  count: current?.count ?? 0,
  limit: current ? current.limit : limit,
  chosen: new Set(chosen),
  trouble: '',
  hasMoved: false,
  waiting: 0,
})

/** A further page has come, with what is circled on it. */
export const withMore = (state: ChoiceState, chosen: readonly string[]): ChoiceState =>
  chosen.every((id) => state.chosen.has(id))
    ? state
    : { ...state, chosen: new Set([...state.chosen, ...chosen]) }

export function circled(state: ChoiceState, itemId: string, isOn: boolean): ChoiceState {
  const chosen = new Set(state.chosen)
  if (isOn) chosen.add(itemId)
  else chosen.delete(itemId)
  const count = state.count + chosen.size - state.chosen.size
  return { ...state, chosen, count, trouble: '', hasMoved: true, waiting: state.waiting + 1 }
}

/** What the server made of it: the count is its own, and a circle that was refused goes. */
export function corrected(
  state: ChoiceState,
  { itemId, isOn, answer }: { itemId: string; isOn: boolean; answer: CircleAnswer },
): ChoiceState {
  const waiting = state.waiting - 1
  const undone = answer.ok ? state : { ...circled(state, itemId, !isOn), trouble: answer.sentence }
  const { list } = answer
  if (!list) return { ...undone, waiting }
  return {
    ...undone,
    waiting,
    current: list,
    lists: undone.lists.some(({ id }) => id === list.id)
      ? undone.lists.map((each) => (each.id === list.id ? list : each))
      : [...undone.lists, list],
    purpose: list.purpose,
    limit: list.limit,
    count: waiting === 0 ? list.count : undone.count,
  }
}

import type { FavoriteList } from '../model'

/** A press on a ring of which the server has not said yet what came of it. */
export interface Wish {
  item: string
  /** '' where there is no list yet. */
  list: string
  isOn: boolean
}

export interface Waiting {
  /** The oldest first, at most two of one photo. */
  wishes: readonly Wish[]
  /** The last attempt did not reach the server. */
  isLost: boolean
}

export interface FavoriteQueue {
  add(wish: Wish): void
  waiting(): Waiting
  /** @returns ends it */
  listen(ear: Ear): () => void
  /** Resolves when nothing is queued, or when the connection is lost. */
  settled(): Promise<void>
}

interface Ear {
  /** Comes before `changed`. */
  heard(wish: Wish, answer: FavoriteAnswer): void
  changed(): void
}

interface Ways {
  /** undefined: the server was not reached. */
  post(wish: Wish): Promise<FavoriteAnswer | undefined>
  /** Resolves when another attempt may work. @param lost how many did not, one after the other */
  nextTry(lost: number): Promise<void>
  /** Notes what would be lost with the page. */
  keep(wishes: readonly Wish[]): void
}

/**
 * Sends favorites one after the other, so that the last click wins. Keeps them while the connection is lost.
 * @param kept unsent ones of an earlier page
 */
export function createFavoriteQueue(
  { post, nextTry, keep }: Ways,
  kept: readonly Wish[] = [],
): FavoriteQueue {
  let state: Waiting = { wishes: kept, isLost: false }
  let onItsWay: Wish | undefined
  let isSending = false
  const ears = new Set<Ear>()
  const become = (next: Waiting) => {
    state = next
    keep(state.wishes)
    for (const ear of ears) ear.changed()
  }
  const isOver = () => state.wishes.length === 0 || state.isLost

  async function send() {
    if (isSending) return
    isSending = true
    let lost = 0
    for (let wish = state.wishes[0]; wish; wish = state.wishes[0]) {
      const sent = wish
      onItsWay = sent
      const answer = await post(sent)
      onItsWay = undefined
      if (answer) {
        lost = 0
        for (const ear of ears) ear.heard(sent, answer)
        become({ wishes: state.wishes.filter((each) => each !== sent), isLost: false })
      } else {
        lost += 1
        become({ ...state, isLost: true })
        await nextTry(lost)
      }
    }
    isSending = false
  }

  return {
    add(wish) {
      // A photo that is pressed again before it was sent is sent once; what is on its way cannot be called back.
      const others = state.wishes.filter(
        (each) => each === onItsWay || each.item !== wish.item || each.list !== wish.list,
      )
      become({ ...state, wishes: [...others, wish] })
      void send()
    },
    waiting: () => state,
    listen(ear) {
      ears.add(ear)
      if (state.wishes.length > 0) void send()
      return () => ears.delete(ear)
    },
    settled() {
      if (isOver()) return Promise.resolve()
      return new Promise((done) => {
        const ear: Ear = {
          heard: () => {},
          changed: () => {
            if (!isOver()) return
            ears.delete(ear)
            done()
          },
        }
        ears.add(ear)
      })
    },
  }
}

export type FavoriteAnswer =
  | { ok: true; list: FavoriteList }
  | { ok: false; sentence: string; list?: FavoriteList }

const REFUSED = 'That favorite wasn’t saved. Reload the page and try again.'

/** How long an answer is waited for, in milliseconds: on a train a request may hang for minutes. */
const PATIENCE_MS = 20_000

/**
 * Not through the router, which would ask for the whole page again after each favorite.
 * @returns undefined when the server was not reached, or does not answer as it does when it is well
 */
export async function postFavorite(
  address: string,
  { item, list, isOn }: Wish,
): Promise<FavoriteAnswer | undefined> {
  try {
    const body = new URLSearchParams({ item, list, on: isOn ? 'yes' : 'no', script: 'yes' })
    const patience = typeof AbortSignal.timeout === 'function' ? AbortSignal.timeout(PATIENCE_MS) : null
    const response = await fetch(address, { method: 'POST', body, redirect: 'error', signal: patience })
    const answer: FavoriteAnswer | null = await response.json().catch(() => null)
    if (typeof answer?.ok === 'boolean') return answer
    // Retrying would be refused again.
    return response.status >= 400 && response.status < 500 ? { ok: false, sentence: REFUSED } : undefined
  } catch {
    return undefined
  }
}

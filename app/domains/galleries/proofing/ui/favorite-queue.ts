import type { FavoriteList } from '../model'

/** A favorite to add or remove that the server hasn't confirmed. */
export interface Wish {
  item: string
  /** '' if there is no list yet. */
  list: string
  isOn: boolean
}

export interface Waiting {
  /** Oldest first, at most two per photo. */
  wishes: readonly Wish[]
  /** Whether the last attempt didn't reach the server. */
  isLost: boolean
}

export interface FavoriteQueue {
  add(wish: Wish): void
  waiting(): Waiting
  /** @returns unsubscribes */
  listen(listener: Listener): () => void
  /** Resolves when nothing is queued, or when the connection is lost. */
  settled(): Promise<void>
}

interface Listener {
  /** Called before `changed`. */
  answered(wish: Wish, answer: FavoriteAnswer): void
  changed(): void
}

interface Ways {
  /** undefined: the server wasn't reached. */
  post(wish: Wish): Promise<FavoriteAnswer | undefined>
  /** Resolves when it's time for another attempt. @param lost number of failed attempts in a row */
  nextTry(lost: number): Promise<void>
  /** Stores unsent favorites, which would be lost with the page. */
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
  const listeners = new Set<Listener>()
  const become = (next: Waiting) => {
    state = next
    keep(state.wishes)
    for (const listener of listeners) listener.changed()
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
        for (const listener of listeners) listener.answered(sent, answer)
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
      // A newer click replaces an unsent one on the same photo. One that is being sent can't be canceled.
      const others = state.wishes.filter(
        (each) => each === onItsWay || each.item !== wish.item || each.list !== wish.list,
      )
      become({ ...state, wishes: [...others, wish] })
      void send()
    },
    waiting: () => state,
    listen(listener) {
      listeners.add(listener)
      if (state.wishes.length > 0) void send()
      return () => listeners.delete(listener)
    },
    settled() {
      if (isOver()) return Promise.resolve()
      return new Promise((done) => {
        const listener: Listener = {
          answered: () => {},
          changed: () => {
            if (!isOver()) return
            listeners.delete(listener)
            done()
          },
        }
        listeners.add(listener)
      })
    },
  }
}

export type FavoriteAnswer =
  | { ok: true; list: FavoriteList }
  | { ok: false; sentence: string; list?: FavoriteList }

const REFUSED = 'That favorite wasn’t saved. Reload the page and try again.'

/** Time limit of a request in milliseconds, since requests can hang on an unstable connection. */
const PATIENCE_MS = 20_000

/**
 * Not sent through the router, which would reload the page's data after each favorite.
 * @returns undefined: the server wasn't reached, or had an internal error
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

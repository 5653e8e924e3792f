import { paths } from '~/ui/paths'
import { type CircleQueue, createCircleQueue, type Wish } from './circle-queue'
import { postCircle } from './post-circle'

const queues = new Map<string, CircleQueue>()

/** What is circled in a gallery and not sent yet, whichever of its pages is open. In browsers only. */
export function circlesOf(galleryId: string): CircleQueue {
  const key = `circles ${galleryId}`
  const known = queues.get(galleryId)
  if (known) return known
  const queue = createCircleQueue(
    {
      post: (wish) => postCircle(paths.circle(galleryId), wish),
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

/** After a while that grows, or as soon as the browser sees a network again. */
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

/** For a page that is loaded again: the tab keeps it, and nobody else. */
function keep(key: string, wishes: readonly Wish[]): void {
  try {
    if (wishes.length > 0) sessionStorage.setItem(key, JSON.stringify(wishes))
    else sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing still sends them.
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

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '~/ui/paths'
import type { Choices } from '../../proofing/model'
import type { GiftPage, GiftPhoto } from '../model'
import { keepGiftAtHand } from './gift-at-hand'

export interface MorePages {
  /** Of all the pages that are here, in order. */
  photos: GiftPhoto[]
  /** Those of the further pages that whoever looks has circled. */
  chosen: string[]
  /** The page that would come next; null: all of them are here. */
  next: number | null
  isComing: boolean
  /** The next page was asked for, and the connection was lost. It is asked for again by itself. */
  isLost: boolean
  /** Asks for the next page now. */
  ask(): void
  /** Asks for the next page when it comes near the window. */
  mark: RefObject<HTMLAnchorElement | null>
}

/** How far below the window, in pixels, the next photographs are asked for. */
const AHEAD = '1600px'
/** How long after a lost connection the next photographs are asked for again, in milliseconds. */
const AGAIN_MS = 4_000
/** How long they are waited for: a request may hang where the connection comes and goes. */
const PATIENCE_MS = 20_000

/** Further pages of the gallery, fetched as one scrolls. Without script a link leads to them. */
export function useMorePages(first: GiftPage): MorePages {
  const place = `${first.gallery.id} ${first.page}`
  const [since, setSince] = useState(place)
  const [further, setFurther] = useState<GiftPage[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const { load, data, state } = useFetcher<{ gift: GiftPage; choices: Choices | null } | null>({ key: place })
  // Another page was asked for by its address. The same one read again keeps what follows it.
  if (since !== place) {
    setSince(place)
    setFurther([])
    setChosen([])
  }
  const last = further.at(-1) ?? first
  const come = data?.gift
  if (come && come.gallery.id === first.gallery.id && come.page === last.page + 1 && since === place) {
    setFurther([...further, come])
    setChosen([...chosen, ...(data?.choices?.chosen ?? [])])
  }

  const photos = useMemo(() => [first, ...further].flatMap((page) => page.photos), [first, further])
  useEffect(() => keepGiftAtHand(first, photos), [first, photos])

  const next = last.page < first.pages ? last.page + 1 : null
  const isLost = data === null && state === 'idle' && next !== null
  const { id } = first.gallery
  const ask = useCallback(() => {
    if (next !== null) load(paths.moreOfGift(id, next))
  }, [load, id, next])

  const mark = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = mark.current
    if (
      next === null ||
      state !== 'idle' ||
      isLost ||
      !element ||
      typeof IntersectionObserver === 'undefined'
    )
      return
    const observer = new IntersectionObserver(
      // On a busy phone several come at once: that it was far below, and that it is near now.
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [next, state, isLost, ask])
  useEffect(() => {
    if (!isLost && state === 'idle') return
    const timer = setTimeout(ask, isLost ? AGAIN_MS : PATIENCE_MS)
    window.addEventListener('online', ask)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', ask)
    }
  }, [isLost, state, ask])

  return { photos, chosen, next, isComing: state !== 'idle', isLost, ask, mark }
}

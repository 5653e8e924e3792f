import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
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
  /** Asks for the next page when it comes near the window. */
  mark: RefObject<HTMLAnchorElement | null>
}

/** How far below the window, in pixels, the next photographs are asked for. */
const AHEAD = '1600px'

/** Further pages of the gallery, fetched as one scrolls. Without script a link leads to them. */
export function useMorePages(first: GiftPage): MorePages {
  const place = `${first.gallery.id} ${first.page}`
  const [since, setSince] = useState(place)
  const [further, setFurther] = useState<GiftPage[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const { load, data, state } = useFetcher<{ gift: GiftPage; choices: Choices | null }>()
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
    setChosen([...chosen, ...(data.choices?.chosen ?? [])])
  }

  const photos = useMemo(() => [first, ...further].flatMap((page) => page.photos), [first, further])
  useEffect(() => keepGiftAtHand(first, photos), [first, photos])

  const next = last.page < first.pages ? last.page + 1 : null
  const mark = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = mark.current
    if (next === null || state !== 'idle' || !element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load(paths.gift(first.gallery.id, { page: next }))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [next, state, load, first.gallery.id])

  return { photos, chosen, next, isComing: state !== 'idle', mark }
}

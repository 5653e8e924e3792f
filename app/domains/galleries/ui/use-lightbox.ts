import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { UNSAFE_DataRouterContext, useNavigation } from 'react-router'
import type { GalleryPhoto } from '../model'
import { leaveTapped } from './open-photo'

export interface LightboxView<Photo extends GalleryPhoto> {
  photo: Photo
  total: number
  previous: Photo | undefined
  next: Photo | undefined
  /** Shows another photo by its number, or by the one wanted before. Waits until it is loaded. */
  show(number: number | ((before: number) => number)): void
  /**
   * The lightbox is about to close, so the address isn't changed anymore.
   * @returns the state of the history entry, which React may render later
   */
  leave(): unknown
}

interface LightboxOptions<Photo> {
  /** Loaded photos, consecutive and in order. */
  photos: readonly Photo[]
  total: number
  /** Slug of the photo to begin with. */
  open: string
  /** Writes the shown photo into the address. Called when it has been shown for a moment. */
  onShow(photo: Photo): void
  /** Loads the photo with this number. */
  onMissing(number: number): void
}

/** Browsers limit how often an address may change, so it follows when the photo stays, after this time in ms. */
const STAY_MS = 400

/**
 * The photo that the lightbox shows, counted by key presses and swipes alone: each counts, also while the router,
 * the pictures or further photos are on their way.
 * @returns undefined: the photo isn't loaded
 */
export function useLightbox<Photo extends GalleryPhoto>({
  photos,
  total,
  open,
  onShow,
  onMissing,
}: LightboxOptions<Photo>): LightboxView<Photo> | undefined {
  const [wanted, setWanted] = useState(() => photos.find(({ slug }) => slug === open)?.number)
  const known = useMemo(() => new Map(photos.map((photo) => [photo.number, photo])), [photos])
  const [shown, setShown] = useState(wanted)
  if (wanted !== shown && wanted !== undefined && known.has(wanted)) setShown(wanted)
  const photo = shown === undefined ? undefined : known.get(shown)

  const latest = useRef({ onShow, onMissing })
  useLayoutEffect(() => {
    latest.current = { onShow, onMissing }
  })
  const written = useRef(open)
  const isLeaving = useRef(false)
  // A link was followed, for example to the comments, which writing the address would cancel.
  const isOnTheWay = useNavigation().state !== 'idle'
  // React may render the start of a navigation later than the timer ends.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!photo || photo.slug === written.current || isOnTheWay) return
    const timer = setTimeout(() => {
      if (isLeaving.current || router?.state.navigation.state !== 'idle') return
      written.current = photo.slug
      latest.current.onShow(photo)
    }, STAY_MS)
    return () => clearTimeout(timer)
  }, [photo, isOnTheWay, router])
  const missing = wanted !== undefined && !known.has(wanted) ? wanted : undefined
  useEffect(() => {
    if (missing !== undefined) latest.current.onMissing(missing)
  }, [missing])

  const { number } = photo ?? { number: 0 }
  const view = useMemo(
    () =>
      photo && {
        photo,
        total,
        previous: known.get(number - 1),
        next: known.get(number + 1),
        show: (wish: number | ((before: number) => number)) =>
          setWanted((before = number) => {
            const next = typeof wish === 'number' ? wish : wish(before)
            return Math.min(total, Math.max(1, next))
          }),
        leave() {
          isLeaving.current = true
          leaveTapped()
          return router?.state.location.state
        },
      },
    [photo, number, total, known, router],
  )
  return view
}

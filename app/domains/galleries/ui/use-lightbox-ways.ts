import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { GalleryPhoto } from '../model'
import type { Framed } from './lightbox-frame'
import { useLightboxKeys, type Ways } from './use-lightbox-keys'

/** The ways from a photograph to those beside it and to both ends of the strip, which the keys take as well. */
export function useLightboxWays(
  { photo, previous, next }: Framed,
  strip: readonly GalleryPhoto[],
  to: (photo: GalleryPhoto) => string,
): Ways {
  const { state } = useLocation()
  const navigate = useNavigate()
  const addressOf = (other: GalleryPhoto | null | undefined) =>
    other && other.id !== photo.id ? to(other) : undefined
  const [before, after] = [addressOf(previous), addressOf(next)]
  const [first, last] = [addressOf(strip[0]), addressOf(strip.at(-1))]
  const ways = useMemo(() => {
    const way = (address: string | undefined) =>
      address === undefined
        ? undefined
        : () => navigate(address, { replace: true, preventScrollReset: true, state })
    return { previous: way(before), next: way(after), first: way(first), last: way(last) }
  }, [before, after, first, last, navigate, state])
  useLightboxKeys(ways)
  return ways
}

import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '~/ui/paths'
import { LightboxFrame } from '../../ui/lightbox-frame'
import { isOpenedFrom } from '../../ui/opened-from'
import { useLightboxWays } from '../../ui/use-lightbox-ways'
import { type GiftFrame, type GiftPage, type GiftPhoto, pageOf } from '../model'
import { labelOf } from './gift-grid'
import { isPlaying, useSlideshow } from './slideshow'
import { SlideshowButton } from './slideshow-button'

interface GiftLightboxProps {
  gift: GiftPage
  frame: GiftFrame
  /** Those that the grid shows. */
  photos: readonly GiftPhoto[]
  /** What can be done with the photograph: stands in the bar. */
  tools?: ReactNode
}

/** One photograph of a client’s gallery over the grid, alone or in a slideshow. */
export function GiftLightbox({ gift, frame, photos, tools }: GiftLightboxProps) {
  const { photo, previous, next } = frame
  const galleryId = gift.gallery.id
  const { state } = useLocation()
  const navigate = useNavigate()

  const isInGrid = photos.some(({ id }) => id === photo.id)
  const beside = photos.filter(({ number }) => pageOf(number) === frame.page)
  const strip = isInGrid ? beside : [previous, photo, next].filter((each) => each !== null)
  const to = (other: { id: string }) => paths.giftPhoto(galleryId, other.id)
  const ways = useLightboxWays(frame, strip, to)
  const show = useSlideshow(photo.id, ways.next, isPlaying(state))
  const close = () => {
    if (isInGrid && (isOpenedFromGrid(state) || isPlaying(state))) navigate(-1)
    else
      navigate(paths.gift(galleryId, { page: isInGrid ? gift.page : frame.page }), {
        replace: true,
        preventScrollReset: true,
      })
  }
  return (
    <LightboxFrame
      className={show.isOn ? 'lb--gift lb--show' : 'lb--gift'}
      frame={frame}
      strip={strip}
      to={to}
      ways={ways}
      grid={paths.gift(galleryId, { page: frame.page })}
      onClose={close}
      tools={
        <>
          {tools}
          <SlideshowButton {...show} isAtEnd={next === null} />
        </>
      }
      caption={
        <>
          <h1 className={photo.caption ? 't3' : 'vh'}>{photo.caption || labelOf(photo)}</h1>
          <p className="edge edge--sm">{photo.exposure}</p>
          {photo.widths.length === 0 ? (
            <p className="small ink2">Still processing. Check back in a minute.</p>
          ) : null}
        </>
      }
      announcement={show.isOn ? '' : labelOf(photo)}
    />
  )
}

const isOpenedFromGrid = (state: unknown): boolean =>
  typeof state === 'object' &&
  state !== null &&
  isOpenedFrom(state, (state as { openedFrom: number }).openedFrom)

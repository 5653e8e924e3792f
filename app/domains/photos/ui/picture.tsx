import type { CSSProperties } from 'react'
import { preload } from 'react-dom'
import { mediaPath, type PhotoView, renditionFor } from '../model'

interface PictureProps {
  photo: PhotoView
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string
  /** The one picture that the page is waiting for. */
  priority?: boolean | undefined
  /** Requested without waiting for the layout, as other pictures of the first view are. */
  eager?: boolean
  className?: string | undefined
  /** Shape of the frame, such as `3/2`; the photo's own when absent. */
  ratio?: string | undefined
  /** Replaces the photo's own description; empty beside a text that says the same. */
  alt?: string | undefined
  /** Address of an image shown until a rendition is made. */
  meanwhile?: string | null
}

/**
 * A photo in its frame: average color, then a blurred preview, then the picture. The first two are a
 * background, so they need no script, and the frame has its shape before anything is loaded. One whose `sizes` don't
 * depend on the window is small and has no preview.
 */
export function Picture({
  photo,
  sizes,
  priority = false,
  eager = false,
  className,
  ratio,
  alt = photo.alt,
  meanwhile,
}: PictureProps) {
  const { width, height } = photo
  const isSmall = !sizes.includes('vw')
  const widths = isSmall ? smallWidths(photo.widths, sizes) : photo.widths
  const style = {
    '--tone': photo.tone,
    '--ratio': ratio ?? `${width}/${height}`,
    '--fx': percent(photo.focal.x),
    '--fy': percent(photo.focal.y),
    backgroundImage: photo.placeholder && !isSmall ? `url("${photo.placeholder}")` : undefined,
  } as CSSProperties
  const classes = ['frame__img', className].filter(Boolean).join(' ')
  const fallback = renditionFor({ widths }, 1200)

  if (fallback === undefined)
    return (
      <picture className={classes} style={style}>
        <img src={meanwhile || photo.placeholder || BLANK} alt={alt} width={width} height={height} />
      </picture>
    )

  const sourceSet = (format: 'avif' | 'jpg') =>
    widths.map((made) => `${mediaPath(photo, made, format)} ${made}w`).join(', ')
  // Preloads by address, before fonts and scripts that come first in the document.
  if (priority)
    preload(mediaPath(photo, fallback, 'avif'), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sourceSet('avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  return (
    <picture className={classes} style={style}>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} />
      <img
        srcSet={sourceSet('jpg')}
        sizes={sizes}
        src={mediaPath(photo, fallback, 'jpg')}
        alt={alt}
        width={width}
        height={height}
        {...(priority ? { fetchPriority: 'high' } : eager ? {} : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}

/** Those that a screen of three pixels per point may need where `sizes` are points. */
function smallWidths(widths: number[], sizes: string): number[] {
  const points = Math.max(...Array.from(sizes.matchAll(/(\d+)px/g), ([, px]) => Number(px)))
  const enough = widths.findIndex((width) => width >= 3 * points)
  return enough === -1 ? widths : widths.slice(0, enough + 1)
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

import { type CSSProperties, createContext, use } from 'react'
import { preload } from 'react-dom'
import { mediaPath, type PhotoView, renditionFor } from '../model'
import { cropped, mostPixels } from './sizes'

/** Origin from which public photos are loaded; empty: the site's. */
export const MediaOrigin = createContext('')

interface PictureProps {
  photo: PhotoView
  /** Widths of the frame, as in the `sizes` attribute of an image. */
  sizes: string
  /** The page's most important picture, loaded with high priority. */
  priority?: boolean | undefined
  /** Loaded without waiting for the layout, like other pictures of the first screen. */
  eager?: boolean
  className?: string | undefined
  /** Aspect ratio of the frame, such as `3/2`; the photo's own by default. */
  ratio?: string | undefined
  /** Aspect ratio of the frame for each of `sizes`, if the stylesheet decides it. */
  shapes?: readonly number[]
  /** The frame has the photo's own shape everywhere, so its focal point doesn't matter. */
  isWhole?: boolean
  /** Replaces the photo's alt text. Empty beside a text that says the same. */
  alt?: string | undefined
  /** Address of an image shown until a rendition is made. */
  meanwhile?: string | null
}

/**
 * A photo with placeholders: its dominant color, then a blurred preview, then the picture. Placeholders are
 * backgrounds, so they need no script, and the frame has its size before anything loads. A photo whose `sizes`
 * are fixed is small, and has no preview.
 */
export function Picture({
  photo,
  sizes: frameSizes,
  priority = false,
  eager = false,
  className,
  ratio,
  shapes = shapeOf(ratio),
  isWhole = false,
  alt = photo.alt,
  meanwhile,
}: PictureProps) {
  const origin = use(MediaOrigin)
  const { width, height } = photo
  const sizes = cropped(frameSizes, width / height, shapes)
  const isSmall = !sizes.includes('vw')
  const widths = neededWidths(photo.widths, sizes)
  const style = {
    '--tone': photo.tone,
    '--ratio': ratio ?? `${width}/${height}`,
    ...(isWhole ? {} : { '--fx': percent(photo.focal.x), '--fy': percent(photo.focal.y) }),
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

  const pathOf = (made: number, format: 'avif' | 'jpg') =>
    `${photo.media.startsWith('/media/') ? origin : ''}${mediaPath(photo, made, format)}`
  const sourceSet = (format: 'avif' | 'jpg', offered: number[]) =>
    offered.map((made) => `${pathOf(made, format)} ${made}w`).join(', ')
  const isChosen = widths.length > 1
  const avif = isChosen ? { srcSet: sourceSet('avif', widths), sizes } : { srcSet: pathOf(fallback, 'avif') }
  // Few browsers need JPEG, so the page lists every other width.
  const jpegWidths = widths.filter((_, at) => (widths.length - at) % 2 === 1)
  // Preloads the picture, before fonts and scripts that come first in the document.
  if (priority)
    preload(pathOf(fallback, 'avif'), {
      as: 'image',
      type: 'image/avif',
      ...(isChosen ? { imageSrcSet: avif.srcSet, imageSizes: sizes } : {}),
      fetchPriority: 'high',
    })
  return (
    <picture className={classes} style={style}>
      <source type="image/avif" {...avif} />
      <img
        {...(isChosen ? { srcSet: sourceSet('jpg', jpegWidths), sizes } : {})}
        src={pathOf(fallback, 'jpg')}
        alt={alt}
        width={width}
        height={height}
        {...(priority ? { fetchPriority: 'high' } : eager ? {} : { loading: 'lazy' })}
      />
    </picture>
  )
}

/** `3/2` as a number; none of a ratio that the stylesheet decides. */
function shapeOf(ratio = ''): number[] {
  const [wide = Number.NaN, high = Number.NaN] = ratio.split('/').map(Number)
  return wide > 0 && high > 0 ? [wide / high] : []
}

function neededWidths(widths: number[], sizes: string): number[] {
  const enough = widths.findIndex((width) => width >= mostPixels(sizes))
  return enough === -1 ? widths : widths.slice(0, enough + 1)
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

import type { PhotoView } from '../model'
import { Picture } from './picture'

interface BleedProps {
  photo: PhotoView
  caption: string
  priority?: boolean | undefined
}

/** A photo across the whole window, with its caption below. */
export function Bleed({ photo, caption, priority }: BleedProps) {
  return (
    <figure className="bleed">
      <Picture photo={photo} sizes="100vw" priority={priority} />
      <figcaption className="wrap edge">
        <span className="pt">{caption}</span>
        {photo.exposure ? <span>{photo.exposure}</span> : null}
      </figcaption>
    </figure>
  )
}

import type { ChoosablePhoto } from '../choosing/model'

/** A small square of the photograph, whose title stands beside it. */
export function PhotoThumb({ photo }: { photo: ChoosablePhoto | undefined }) {
  return (
    <span className="thumb" style={{ backgroundColor: photo?.tone }}>
      {photo?.thumb ? <img src={photo.thumb} alt="" loading="lazy" /> : null}
    </span>
  )
}

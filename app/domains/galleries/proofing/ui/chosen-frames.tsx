import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { paths } from '~/ui/paths'
import { labelOf } from '../../showing/ui/gift-grid'
import type { OwnChoices } from '../own/operations.server'
import { RingButton } from './ring-button'

/** What is on a list. A circle that is taken off here can be drawn again until the page is left. */
export function ChosenFrames({ own }: { own: OwnChoices }) {
  const { gallery, photos, comments } = own
  return (
    <ul className="chosen">
      {photos.map((photo) => (
        <li key={photo.id}>
          <Link to={paths.giftPhoto(gallery.id, photo.id)} discover="none" aria-label={labelOf(photo)}>
            <Picture photo={photo} sizes="(min-width:64rem) 22vw, 44vw" alt="" />
          </Link>
          <p className="edge edge--sm chosen__line">
            <span className="pt">{photo.number}</span>
            <Link
              className="txt chosen__say"
              discover="none"
              to={paths.photoComments(gallery.id, photo.id)}
              aria-label={`${commentsLabel(comments[photo.id])}: ${labelOf(photo)}`}
            >
              {commentsLabel(comments[photo.id])}
            </Link>
          </p>
          <RingButton itemId={photo.id} label={labelOf(photo)} back="choices" />
        </li>
      ))}
    </ul>
  )
}

const commentsLabel = (count: number | undefined): string => (count ? `Comments ${count}` : 'Comment')

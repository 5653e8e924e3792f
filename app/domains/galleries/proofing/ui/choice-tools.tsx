import { Link } from 'react-router'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { circledLabel } from '../model'
import { useChosen } from './choice-keeper'
import { RingButton } from './ring-button'
import { useCircleKey } from './use-circle-key'

/** In the bar of the lightbox: the ring, and the way to the words about the photograph. */
export function ChoiceTools({ itemId, label }: { itemId: string; label: string }) {
  useCircleKey(itemId)
  const chosen = useChosen()
  if (!chosen) return null
  const { galleryId, state } = chosen
  return (
    <>
      <RingButton itemId={itemId} label={label} withWord back="photo" />
      <Link className="btn btn--quiet pick__c" to={paths.photoComments(galleryId, itemId)}>
        <Icon name="mail" />
        <span className="t">Comment</span>
      </Link>
      <p className="small pick__n" role="status">
        {state.hasMoved && state.trouble === '' ? circledLabel(state) : ''}
      </p>
      {state.trouble ? (
        <p className="small pick__no" role="alert">
          {state.trouble}
        </p>
      ) : null}
    </>
  )
}

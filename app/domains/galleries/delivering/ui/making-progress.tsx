import { SIZE_LABELS } from '../delivery-sizes'
import type { DownloadChoice, OfferedSize } from '../model'

interface MakingProgressProps {
  choice: DownloadChoice
  offer: OfferedSize
  /** The page looks again by itself. */
  isAlive: boolean
}

/** One line until the files are made. */
export function MakingProgress({ choice, offer, isAlive }: MakingProgressProps) {
  const isStuck = offer.stuck > 0 && offer.ready + offer.stuck >= choice.photographs
  const share = Math.floor((100 * offer.ready) / choice.photographs)
  const name = SIZE_LABELS[offer.size]
  return (
    <div className="zip__p">
      <p className="small" role="status">
        <span>
          <b>{isStuck ? 'Some photos aren’t ready' : 'Getting your photos ready'}</b>
          {isStuck ? '' : `, in ${name}`}
        </span>
        <span className="zip__n ink2">
          {offer.ready.toLocaleString('en-US')} of {choice.photographs.toLocaleString('en-US')}
        </span>
      </p>
      <div
        className="zip__bar"
        role="progressbar"
        aria-label={`Photos ready in ${name}`}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ inlineSize: `${share}%` }} />
      </div>
      <p className="small ink2">
        {isStuck
          ? 'We’ve been notified and are fixing it. Other sizes may be ready now.'
          : isAlive
            ? 'You can leave this page. We’ll keep getting your photos ready.'
            : 'Refresh to check progress.'}
      </p>
    </div>
  )
}

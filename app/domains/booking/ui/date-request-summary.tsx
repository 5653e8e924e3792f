import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { dollars } from '~/ui/money'
import type { SessionType } from '../model'
import { longDuration, yieldsPhotographs } from './session-facts'
import { SessionPrice } from './session-price'

/** What has been chosen so far. */
export interface Draft {
  service: string
  location: string
  /** YYYY-MM-DD, or empty */
  date: string
}

/** The choice as a filed negative: picture, facts, price. Without script it would not follow the choice and is hidden. */
export function DateRequestSummary(props: {
  type: SessionType
  draft: Draft
  picture: PhotoView | undefined
}) {
  const { type, draft, picture } = props
  const place = type.places.find(({ slug }) => slug === draft.location)
  return (
    <aside className="sum" data-theme="darkroom" aria-label="Your request so far">
      {picture && (
        <div className="sum__ph">
          <Picture key={picture.id} photo={picture} ratio="7/6" sizes="(min-width: 64rem) 28vw, 1px" alt="" />
        </div>
      )}
      <h2 className="t2">{type.title}</h2>
      <dl>
        <dt>Length</dt>
        <dd>{longDuration(type)}</dd>
        <dt>Day</dt>
        <Fact>{dayLabel(draft.date)}</Fact>
        <dt>Place</dt>
        <Fact>{place?.title}</Fact>
        {yieldsPhotographs(type) && (
          <>
            <dt>Photographs</dt>
            <dd>{type.finishedPhotographs} finished</dd>
          </>
        )}
        <dt className="tot">Price</dt>
        <dd className="tot">
          <SessionPrice type={type} />
        </dd>
        {type.depositCents > 0 && (
          <>
            <dt>Deposit, later by email</dt>
            <dd>{dollars(type.depositCents)}</dd>
          </>
        )}
      </dl>
    </aside>
  )
}

const Fact = ({ children }: { children: string | undefined }) =>
  children ? <dd>{children}</dd> : <dd className="none">Not chosen yet</dd>

/** "Sat, December 5" */
function dayLabel(date: string): string | undefined {
  const at = Date.parse(`${date}T00:00Z`)
  if (Number.isNaN(at)) return undefined
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(at)
}

import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import { photographs } from '../gift-words'
import { GIFT_PAGE_SIZE, type GiftPage } from '../model'
import type { MorePages } from './use-more-pages'

interface GiftEndProps {
  gift: GiftPage
  more: MorePages
  studioName: string
  /** "June 30, 2027"; null: there is no end. */
  lastDay: string | null
}

/** Below the photographs: the next ones, or a word of thanks. */
export function GiftEnd({ gift, more, studioName, lastDay }: GiftEndProps) {
  const { gallery, total } = gift
  if (more.next !== null) {
    const following = Math.min(GIFT_PAGE_SIZE, total - (more.next - 1) * GIFT_PAGE_SIZE)
    return (
      <div className="wrap gift__more">
        <Link
          className="btn btn--line"
          to={paths.gift(gallery.id, { page: more.next })}
          ref={more.mark}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            more.ask()
          }}
        >
          {more.isComing ? 'More are coming…' : `Show the next ${following}`}
        </Link>
        <p className="small ink2" role="status">
          {more.isLost
            ? 'No connection. The next photographs come as soon as there is one.'
            : `Photograph ${more.photos.at(-1)?.number ?? 0} of ${total.toLocaleString('en-US')}`}
        </p>
      </div>
    )
  }
  if (total === 0) return null
  return (
    <div className="wrap gift__end">
      <p className="t2">{total === 1 ? 'That is it.' : `That is all ${photographs(total)}.`}</p>
      <p className="ink2 measure">
        {lastDay ? `They are here for you until ${lastDay}. ` : null}
        Something is missing, or a question came up?{' '}
        <Link className="txt" to={paths.contact({ subject: gallery.title })}>
          Write to {studioName}
        </Link>
        .
      </p>
    </div>
  )
}

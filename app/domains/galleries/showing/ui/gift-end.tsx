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
          {more.isComing ? 'Loading more…' : `Show the next ${following}`}
        </Link>
        <p className="small ink2" role="status">
          {more.isLost
            ? 'You’re offline. More photos will load when you reconnect.'
            : `Photo ${more.photos.at(-1)?.number ?? 0} of ${total.toLocaleString('en-US')}`}
        </p>
      </div>
    )
  }
  if (total === 0) return null
  return (
    <div className="wrap gift__end">
      <p className="t2">{total === 1 ? 'That’s your photo.' : `That’s all ${photographs(total)}.`}</p>
      <p className="ink2 measure">
        {lastDay ? `Your gallery is open until ${lastDay}. ` : null}
        Questions, or something missing?{' '}
        <Link className="txt" to={paths.contact({ subject: gallery.title })}>
          Contact {studioName}
        </Link>
        .
      </p>
    </div>
  )
}

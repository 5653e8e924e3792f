import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import { photographs } from '../gift-words'
import type { GiftPage } from '../model'
import { playing } from './slideshow'

/** The first thing one sees: the photograph, whose it is, and a word from who took it. */
export function GiftCover({ gift, canDownload }: { gift: GiftPage; canDownload: boolean }) {
  const { gallery, cover, total, photos, page } = gift
  const isAlive = useHydrated()
  const first = photos[0]
  if (page > 1) return <ShortHead gift={gift} />
  return (
    <header className="gift__head">
      {cover ? (
        <div className="gift__cover">
          <Picture photo={cover} sizes="100vw" priority alt={cover.alt} />
        </div>
      ) : null}
      <div className="wrap gift__title">
        <div>
          <p className="edge pt">{gallery.dateline || photographs(total)}</p>
          <h1 className="d1">{gallery.title}</h1>
        </div>
        <div className="gift__word">
          {gallery.note ? <p className="lede gift__note">{gallery.note}</p> : null}
          <p className="ui ink2">{total === 0 ? 'The photographs are on their way.' : photographs(total)}</p>
          {first ? (
            <div className="gift__act">
              <ButtonLink to="#photographs">See the photographs</ButtonLink>
              {canDownload ? (
                <ButtonLink to={paths.giftDownloads(gallery.id)} variant="line">
                  Download
                </ButtonLink>
              ) : null}
              {isAlive ? (
                <ButtonLink
                  to={paths.giftPhoto(gallery.id, first.id)}
                  state={playing}
                  variant="line"
                  preventScrollReset
                >
                  Slideshow
                </ButtonLink>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
    </header>
  )
}

/** Above a later page, which is reached without script or by a set’s link. */
function ShortHead({ gift: { gallery, page, pages } }: { gift: GiftPage }) {
  return (
    <header className="wrap gift__short">
      <p className="edge pt">{`Page ${page} of ${pages}`}</p>
      <h1 className="t1">{gallery.title}</h1>
      <p>
        <a className="lnk" href={paths.gift(gallery.id)}>
          Back to the beginning
        </a>
      </p>
    </header>
  )
}

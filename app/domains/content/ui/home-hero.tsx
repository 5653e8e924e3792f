import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { paths } from '~/ui/paths'
import { Strip } from '~/ui/strip'
import type { Page } from '../model'

interface HomeHeroProps {
  page: Pick<Page<'home'>, 'body' | 'photos'>
  /** Whether the studio is open now, as text. */
  hours: string
}

export function HomeHero({ page: { body, photos }, hours }: HomeHeroProps) {
  const hero = photos[body.hero.photo]
  return (
    <section className="hero">
      <div className="wrap hero__in">
        <div className="hero__txt">
          <h1 className="d1">
            <Emphasis text={body.title} />
          </h1>
          <p className="lede ink2">{body.lede}</p>
          <div className="hero__act">
            <ButtonLink to={paths.bookSession()} go>
              Book a session
            </ButtonLink>
            <ButtonLink to={paths.gallery()} variant="line">
              See the gallery
            </ButtonLink>
          </div>
          <p className="hero__next small">
            <span className="edge">The studio</span>
            <Link className="txt" to={paths.contact()}>
              {hours}
            </Link>
          </p>
        </div>
        {hero ? (
          <div className="hero__pic">
            {/* Phones have three pixels per point. Two are enough for a photo this soft, and load faster. */}
            <Picture photo={hero} sizes="(min-width: 64rem) 52vw, (min-width: 40rem) 100vw, 68vw" priority />
            <p className="hero__cap edge edge--sm">
              <span className="pt">{body.hero.caption}</span>
              {hero.exposure ? <span>{hero.exposure}</span> : null}
            </p>
          </div>
        ) : null}
      </div>
      <Strip
        label="More frames from the studio"
        frames={framesOf(
          hero,
          body.strip.map((slug) => photos[slug]),
        )}
      />
    </section>
  )
}

/** The photo above comes from this roll, where it is marked. */
function framesOf(hero: PhotoView | undefined, others: (PhotoView | undefined)[]) {
  const [first, ...rest] = others.filter((photo) => photo !== undefined && photo.id !== hero?.id)
  return [first, hero, ...rest].flatMap((photo) =>
    photo
      ? {
          key: photo.id,
          to: paths.galleryPhoto(photo.slug),
          picture: <Picture photo={photo} sizes="160px" />,
          chosen: photo.id === hero?.id,
        }
      : [],
  )
}

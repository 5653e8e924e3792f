import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { columns, HALF } from '~/domains/photos/ui/sizes'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { paths } from '~/ui/paths'
import { Quotation } from '~/ui/quotation'
import { Strip } from '~/ui/strip'
import type { Page, PageBody, Testimonial } from '../model'

interface HomePhotosProps {
  page: Pick<Page<'home'>, 'body' | 'photos'>
  /** Slugs of the photos that have a page of the gallery. */
  linked: readonly string[]
}

interface HomeHeroProps extends HomePhotosProps {
  /** Whether the studio is open now, as text. */
  hours: string
}

export function HomeHero({ page: { body, photos }, linked, hours }: HomeHeroProps) {
  const hero = photos[body.hero.photo]
  return (
    <section className="hero">
      <div className="wrap hero__in">
        <div className="hero__txt">
          <h1 className="d1" style={{ '--longest': longestWord(body.title) } as CSSProperties}>
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
            <Link className="txt tap" to={paths.contact()} prefetch="intent">
              {hours}
            </Link>
          </p>
        </div>
        {hero ? (
          <div className="hero__pic">
            <Picture photo={hero} sizes={heroSizes(hero)} priority />
            <p className="hero__cap edge">
              <span className="pt">{body.hero.caption}</span>
              {hero.exposure ? <span>{hero.exposure}</span> : null}
            </p>
          </div>
        ) : (
          <div className="hero__blank blank" data-theme="darkroom" aria-hidden="true">
            <p className="edge">
              <span className="pt">1</span>
              <span>1A</span>
            </p>
            <div className="gate gate--filed" />
          </div>
        )}
      </div>
      <Strip
        label="More photos"
        runsOn
        frames={framesOf(
          hero,
          body.strip.map((slug) => photos[slug]),
          linked,
        )}
      />
    </section>
  )
}

const longestWord = (title: string) => Math.max(...title.split(/[\s*-]+/).map(({ length }) => length))

/** The photo above is one of this strip, which draws a circle around it. */
function framesOf(hero: PhotoView | undefined, others: (PhotoView | undefined)[], linked: readonly string[]) {
  const [first, ...rest] = others.filter((photo) => photo !== undefined && photo.id !== hero?.id)
  return [first, hero, ...rest].flatMap((photo) =>
    photo
      ? {
          key: photo.id,
          to: linked.includes(photo.slug) ? paths.galleryPhoto(photo.slug) : undefined,
          picture: <Picture photo={photo} sizes="160px" />,
          chosen: photo.id === hero?.id,
        }
      : [],
  )
}

/**
 * From 1024 px on, the hero is about as high as the window less 305 px. Narrower, its frame is 4 by 3.7. Phones
 * load fewer pixels than they could show, at most 45 KB: enough for a photo this soft.
 */
const heroSizes = ({ width, height }: PhotoView) => {
  const ratio = width / height
  const high = `${Math.round(100 * ratio)}vh - ${Math.round(305 * ratio)}px`
  return `(min-width:64rem) max(50.6vw, ${high}), (min-width:40rem) ${Math.round(92.5 * Math.max(ratio, 1.081))}vw, 68vw`
}

/** Six photos of different sizes. The second and third are a pair on small screens, and the last two on tablets. */
const shapes = [
  { ratio: '3/2', sizes: columns(7) },
  { ratio: '4/5', sizes: columns(4, HALF), half: true },
  { ratio: '4/5', sizes: columns(3, HALF), half: true },
  { ratio: '3/2', sizes: columns(7) },
  { ratio: '3/2', sizes: columns(6, '(min-width:40rem) 59.5vw, 90.5vw') },
  { ratio: '4/5', sizes: columns(4, '(min-width:40rem) 28.6vw, 90.5vw') },
]

export function Work({ page: { body, photos }, linked }: HomePhotosProps) {
  return (
    <ul className="work">
      {body.work.map(({ photo: slug, title, kind }, at) => {
        const [photo, shape] = [photos[slug], shapes[at]]
        if (!photo || !shape) return null
        const content = (
          <>
            <Picture photo={photo} ratio={shape.ratio} sizes={shape.sizes} alt="" />
            <span className="frame__cap">
              <span className="edge pt" aria-hidden="true">
                {at + 1}
              </span>
              <span className="t">
                {`${title} `}
                <span>{kind}</span>
              </span>
            </span>
          </>
        )
        return (
          <li key={slug} className={shape.half ? 'h' : undefined}>
            {linked.includes(slug) ? (
              <Link
                to={paths.galleryPhoto(slug)}
                className="frame"
                prefetch="intent"
                discover={at === 0 ? 'render' : 'none'}
              >
                {content}
              </Link>
            ) : (
              content
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Client testimonials: one large, two small. */
export function Quotes({ quotes }: { quotes: Testimonial[] }) {
  return (
    <div className="words">
      {quotes.slice(0, 3).map(({ quote, name, kind }, at) => (
        <figure key={quote}>
          <blockquote className={at === 0 ? 'quote q1' : 'quote q2'}>
            <p>
              <Quotation text={quote} />
            </p>
          </blockquote>
          <figcaption>
            {`${name} `}
            <span className="edge">{kind}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

/** The steps from booking to prints. */
export function Timeline({ steps }: { steps: PageBody<'home'>['steps'] }) {
  return (
    <ol className="dev__steps">
      {steps.map(({ when, title, text }) => (
        <li key={title}>
          <p className="edge">{when}</p>
          <h3 className="t3">{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
